"""Sessions and tokens: what each may do, and what is refused with 401."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from annotation_site.accounts.models import ApiToken, User
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Guideline, Project

pytestmark = pytest.mark.django_db


def bearer(user: User, scope: str = "write") -> dict[str, str]:
    return {"Authorization": f"Bearer {create_token(user=user, name='t', scope=scope, days=1)[1]}"}


def test_nobody_signed_in_gets_401_in_our_form() -> None:
    refused = Client().get("/api/v1/projects/")
    assert refused.status_code == 401
    assert set(refused.json()) == {"code", "detail"}
    assert refused["WWW-Authenticate"] == "Bearer"


def test_a_session_needs_its_csrf_token_to_change_anything(project: Project, manager: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(manager)
    address = f"/api/v1/projects/{project.slug}/guidelines/"
    refused = strict.post(address, {"text": "Link what means the same."}, content_type="application/json")
    assert refused.status_code == 403
    strict.get("/accounts/password/change/")  # a page with a form sets the cookie
    token = strict.cookies["csrftoken"].value
    made = strict.post(
        address, {"text": "Link what means the same."}, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert made.status_code == 201


def test_a_token_needs_no_csrf_token(project: Project, manager: User) -> None:
    made = Client(enforce_csrf_checks=True).post(
        f"/api/v1/projects/{project.slug}/guidelines/",
        {"text": "Link what means the same."},
        content_type="application/json",
        headers=bearer(manager),
    )
    assert made.status_code == 201


def test_a_reading_token_reads_and_changes_nothing(project: Project, manager: User) -> None:
    headers = bearer(manager, "read")
    address = f"/api/v1/projects/{project.slug}/guidelines/"
    assert Client().get(address, headers=headers).status_code == 200
    refused = Client().post(address, {"text": "x"}, content_type="application/json", headers=headers)
    assert refused.status_code == 403
    assert refused.json()["detail"] == "This token has read access only."
    assert not Guideline.objects.exists()


@pytest.mark.parametrize("header", ["Bearer", "Bearer a b", "Bearer unknown", "Bearer ÿ", "Bearer \x00"])
def test_a_token_that_is_none_is_refused_with_401(header: str) -> None:
    assert Client().get("/api/v1/projects/", headers={"Authorization": header}).status_code == 401


def test_revoked_expired_and_inactive_tokens_no_longer_open(manager: User) -> None:
    headers = bearer(manager)
    assert Client().get("/api/v1/projects/", headers=headers).status_code == 200
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().get("/api/v1/projects/", headers=headers).status_code == 401
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(days=1), revoked_at=timezone.now())
    assert Client().get("/api/v1/projects/", headers=headers).status_code == 401
    ApiToken.objects.update(revoked_at=None)
    User.objects.filter(pk=manager.pk).update(is_active=False)
    assert Client().get("/api/v1/projects/", headers=headers).status_code == 401


def test_a_file_is_taken_in_by_session_and_by_token(client: Client, project: Project, manager: User) -> None:
    address = f"/api/v1/projects/{project.slug}/uploads/"
    made = client.post(address, {"file": SimpleUploadedFile("a.txt", b"a b\n")})
    assert made.status_code == 201
    assert (made.json()["name"], made.json()["size"]) == ("a.txt", 4)
    by_token = Client().post(address, {"file": SimpleUploadedFile("a.txt", b"a b\n")}, headers=bearer(manager))
    assert by_token.status_code == 201
    assert by_token.json()["sha256"] == made.json()["sha256"]
