"""The history of a row names who changed it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pghistory.models import Context

from annotation_site.projects.models import Role
from annotation_site.projects.services.members import invite
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
