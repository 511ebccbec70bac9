"""Actors in the history, and bodies that are refused unread."""

import pytest
from django.test import Client
from django.urls import reverse
from pghistory.models import Context

from annotation_site.projects.models import Role
from annotation_site.projects.services.members import invite
from tests.factories import make_project, make_user

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


LARGE = b'--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n' + b"x" * 3_000_000 + b"\r\n--b--\r\n"
MULTIPART = "multipart/form-data; boundary=b"


def test_files_of_somebody_unknown_are_not_even_read(client: Client) -> None:
    answer = client.post(reverse("account_login"), LARGE, content_type=MULTIPART)
    assert answer.status_code == 413
    assert "You are not signed in" in answer.content.decode()
    client.force_login(make_user())
    assert client.post(reverse("projects:account"), LARGE, content_type=MULTIPART).status_code == 302


def test_more_than_two_files_can_hold_is_refused_to_everybody(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.UPLOAD_LIMIT_BYTES = 1000
    client.force_login(make_user())
    body = LARGE * 2
    assert client.post(reverse("projects:account"), body, content_type=MULTIPART).status_code == 413
    answer = client.post(reverse("api:projects"), body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
