"""Forms that are sent after a session ended."""

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client

from annotation_site.web.middleware.sent_forms import NOT_SIGNED_IN
from tests.factories import make_project

pytestmark = pytest.mark.django_db


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
    assert "There is no page at this address." in response.content.decode()
