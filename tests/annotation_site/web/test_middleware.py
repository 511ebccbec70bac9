"""Actors in the history, bodies that are refused unread, and forms that are sent after a session ended."""

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pghistory.models import Context

from annotation_site.projects.models import Role
from annotation_site.projects.services.members import invite
from annotation_site.web.middleware import NOT_SIGNED_IN
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.django_db


def test_the_history_names_the_person_and_never_an_invitations_secret(client: Client) -> None:
    project = make_project()
    invitation, secret = invite(user=project.created_by, project=project, role=Role.ADJUDICATOR, days=1, use_limit=1)
    guest = make_user()
    client.force_login(guest)
    client.get(reverse("projects:invitation", args=[secret]))
    client.post(reverse("projects:join"), {"invitation": invitation.pk})
    assert project.memberships.filter(user=guest).exists()
    contexts = [context.metadata for context in Context.objects.all()]
    assert {"user": guest.pk} in contexts
    assert secret not in str(contexts)


def test_statements_about_tables_without_history_do_not_name_the_actor(client: Client) -> None:
    project = make_project(pairs=1)
    annotator = make_member(project)
    client.force_login(annotator.user)
    manager = Client()
    manager.force_login(project.created_by)
    with CaptureQueriesContext(connection) as asked:
        client.post(reverse("api:next", args=[project.slug]))
        manager.post(reverse("projects:member_remove", args=[project.slug, annotator.pk]))
    named = [each["sql"] for each in asked if "pghistory.context_id" in each["sql"]]
    assert any(each["sql"].startswith("EXECUTE") for each in asked)
    assert named
    assert all("projects_membership" in sql for sql in named)


def send_signed_out(page: str = "", **headers: str) -> HttpResponse:
    project = make_project()
    address = f"/projects/{project.slug}/members/invite/"
    return Client().post(address, headers={**({"Referer": f"http://testserver{page}"} if page else {}), **headers})


def test_a_form_sent_after_the_session_ended_leads_back_to_its_page_and_is_said_to_be_lost() -> None:
    response = send_signed_out("/projects/mine/members/?page=2")
    assert response["Location"] == "/accounts/login/?next=/projects/mine/members/%3Fpage%3D2"
    assert [str(each) for each in get_messages(response.wsgi_request)] == [NOT_SIGNED_IN]


@pytest.mark.parametrize("sender", ["", "https://elsewhere.example/projects/"])
def test_a_form_from_elsewhere_does_not_choose_where_one_comes_back_to(sender: str) -> None:
    response = send_signed_out(Referer=sender)
    assert response["Location"].startswith("/accounts/login/?next=/projects/")
    assert not list(get_messages(response.wsgi_request))


def test_a_script_is_not_told_by_a_message_that_a_later_page_would_show() -> None:
    response = send_signed_out("/projects/mine/members/", **{"HX-Request": "true"})
    assert not list(get_messages(response.wsgi_request))


def test_an_address_that_takes_a_form_says_so_when_it_is_opened(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    response = client.get(f"/projects/{project.slug}/members/invite/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "This address takes a form and has no page of its own." in response.content.decode()
