"""Rules of every API route: access, form of refusals, and no server error for bad input."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from annotation_site.accounts.models import ApiToken, User
from annotation_site.accounts.services import create_token
from annotation_site.jobs.models import Upload
from annotation_site.projects.api.projects import ProjectsView
from annotation_site.projects.models import Guideline, Invitation, Membership, Project, Role
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(pairs=2)


@pytest.fixture
def manager(project: Project) -> User:
    return project.created_by


@pytest.fixture
def client(manager: User) -> Client:
    client = Client()
    client.force_login(manager)
    return client


def bearer(user: User, scope: str = "write") -> dict[str, str]:
    return {"Authorization": f"Bearer {create_token(user=user, name='t', scope=scope, days=1)[1]}"}


# --- signing in


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


# --- refusals


def test_refusals_have_one_form(client: Client, project: Project) -> None:
    address = f"/api/v1/projects/{project.slug}/"
    refusals = {
        404: client.get("/api/v1/projects/no-such-project/"),
        405: client.put(address),
        406: client.get(address, headers={"Accept": "text/html"}),
        415: client.post("/api/v1/projects/", {"name": "x"}),
        400: client.post("/api/v1/projects/", {}, content_type="application/json"),
    }
    for status, answer in refusals.items():
        assert answer.status_code == status
        assert {"code", "detail"} <= set(answer.json())
    assert refusals[400].json()["detail"] == "kind: This field is required."


def test_a_member_without_the_role_gets_403_and_a_sentence(project: Project) -> None:
    annotator = Client()
    annotator.force_login(make_member(project).user)
    refused = annotator.get(f"/api/v1/projects/{project.slug}/members/")
    assert (refused.status_code, refused.json()["code"]) == (403, "role_required")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"7",
        b'"text"',
        b"\xff\xfe",
        b"NaN",
        b'{"name": "\\u0000"}',
        b'{"name": "\\ud800"}',
        b'{"\\ud800": 1}',
        b'{"name": "' + b"n" * 121 + b'"}',
        b'{"name": ["x"]}',
        b'{"name": {"a": 1}}',
        b'{"name": "x", "source_language": "en", "target_language": "it", "annotators_per_item": 1e999}',
        b'{"name": "x", "source_language": "en", "target_language": "it", "annotators_per_item": 1' + b"0" * 400 + b"}",
        b'{"name": "x", "source_language": "en", "target_language": "it", "annotators_per_item": 1'
        + b"0" * 9000
        + b"}",
        b'{"name": "x", "source_language": "en", "target_language": "it", "annotators_per_item": true}',
        b'{"name": "x", "source_language": "en", "target_language": "it", "scope": []}',
        b'{"name": "x", "source_language": "en", "target_language": "it", "scope": {}}',
        b'{"name": "x", "source_language": "not a tag", "target_language": "it"}',
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    ],
    ids=lambda body: body[:24].decode("latin-1") + str(len(body)),
)
def test_bad_json_is_answered_with_400(client: Client, body: bytes) -> None:
    refused = client.post("/api/v1/projects/", body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert Project.objects.count() == 1


def test_a_body_over_the_limit_is_answered_with_413(client: Client) -> None:
    refused = client.post("/api/v1/projects/", b" " * (2 * 1024 * 1024 + 1), content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("charset", ["utf-16", "bz2_codec", "no-such-charset", "ascii"])
def test_odd_charsets_are_refused(client: Client, charset: str) -> None:
    body = '{"name": "ü"}'.encode()
    refused = client.generic("POST", "/api/v1/projects/", body, content_type=f"application/json; charset={charset}")
    assert refused.status_code == 400


@pytest.mark.parametrize(
    "query",
    ["page=0", "page=-1", "page=9999999999999999999999", "page=%00", "page=x", "page=" + "9" * 5000, "page=1e9"],
)
def test_pages_that_do_not_exist_are_404(client: Client, query: str) -> None:
    assert client.get(f"/api/v1/projects/?{query}").status_code == 404


@pytest.mark.parametrize("query", ["state=x", "state=%00", "state=%ED%A0%80"])
def test_filters_take_only_words_they_know(client: Client, query: str) -> None:
    assert client.get(f"/api/v1/assignments/?{query}").status_code == 400


@pytest.mark.parametrize("slug", ["%00", "a%00b", "no-such", "'", "%ED%A0%80"])
def test_a_filter_by_a_project_that_is_not_ours_finds_nothing(client: Client, slug: str) -> None:
    assert client.get(f"/api/v1/assignments/?project={slug}").status_code == 404


@pytest.mark.parametrize("number", ["0", "99999999999999999999999999", "9" * 5000])
def test_numbers_out_of_range_are_404(client: Client, project: Project, number: str) -> None:
    for place in ("items", "jobs", "releases", "adjudication"):
        assert client.get(f"/api/v1/projects/{project.slug}/{place}/{number}/").status_code == 404
    assert client.get(f"/api/v1/assignments/{number}/").status_code == 404


# --- members and invitations


@pytest.mark.parametrize("address", ["nothing/", "projects/a b/", "assignments/-1/", "ratings/1.5/submit/"])
def test_an_address_that_is_none_is_refused_in_the_same_form(client: Client, address: str) -> None:
    answer = client.get(f"/api/v1/{address}")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
    assert answer.json()["code"] == "not_found"


def test_a_fault_of_ours_is_told_in_the_same_form(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*arguments: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(ProjectsView, "get", break_down)
    client.raise_request_exception = False
    answer = client.get("/api/v1/projects/")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/json")
    assert answer.json()["code"] == "fault"


def test_an_invitation_shows_its_link_once(client: Client, project: Project) -> None:
    address = f"/api/v1/projects/{project.slug}/invitations/"
    made = client.post(address, {"role": "annotator", "days": 7}, content_type="application/json")
    assert made.status_code == 201
    secret = made.json()["link"].rstrip("/").rsplit("/", 1)[1]
    listed = client.get(address)
    assert listed.json()["count"] == 1
    assert secret not in listed.content.decode()
    assert not Invitation.objects.filter(digest=secret).exists()
    assert client.delete(f"{address}{made.json()['id']}/").status_code == 204
    assert not Invitation.objects.usable().exists()


def test_a_member_is_removed_once_and_the_last_manager_stays(client: Client, project: Project) -> None:
    member = make_member(project)
    address = f"/api/v1/projects/{project.slug}/members/"
    assert client.get(address).json()["count"] == 2
    assert client.delete(f"{address}{member.pk}/").status_code == 204
    assert client.delete(f"{address}{member.pk}/").status_code == 404
    last = Membership.objects.get(project=project, role=Role.MANAGER)
    assert client.delete(f"{address}{last.pk}/").status_code == 409


def test_a_list_costs_the_same_however_long_it_is(
    client: Client, project: Project, django_assert_max_num_queries: Any
) -> None:
    for _ in range(5):
        make_member(project)
    for place, most in {"members": 7, "invitations": 7, "guidelines": 6, "items": 7, "jobs": 7, "releases": 7}.items():
        with django_assert_max_num_queries(most):
            assert client.get(f"/api/v1/projects/{project.slug}/{place}/").status_code == 200


# --- uploads


def test_a_file_is_taken_in_by_session_and_by_token(client: Client, project: Project, manager: User) -> None:
    address = f"/api/v1/projects/{project.slug}/uploads/"
    made = client.post(address, {"file": SimpleUploadedFile("a.txt", b"a b\n")})
    assert made.status_code == 201
    assert (made.json()["name"], made.json()["size"]) == ("a.txt", 4)
    by_token = Client().post(address, {"file": SimpleUploadedFile("a.txt", b"a b\n")}, headers=bearer(manager))
    assert by_token.status_code == 201
    assert by_token.json()["sha256"] == made.json()["sha256"]


def test_what_is_not_a_file_is_refused(client: Client, project: Project, settings: Settings) -> None:
    address = f"/api/v1/projects/{project.slug}/uploads/"
    assert client.post(address, {}).status_code == 400
    assert client.post(address, {"file": "text"}).status_code == 400
    assert client.post(address, {"file": SimpleUploadedFile("a.txt", b"")}).status_code == 400
    assert client.post(address, {"file": SimpleUploadedFile("n" * 300, b"x")}).status_code in (201, 400)
    assert client.post(address, b"{}", content_type="application/json").status_code == 415
    assert client.post(address, b"junk", content_type="multipart/form-data; boundary=x").status_code == 400
    assert client.post(address, b"junk", content_type="multipart/form-data").status_code == 400
    settings.UPLOAD_LIMIT_BYTES = 10
    assert client.post(address, {"file": SimpleUploadedFile("a.txt", b"x" * 11)}).status_code == 400
    assert client.post(address, {"file": SimpleUploadedFile("a.txt", b"x" * 100_000)}).status_code == 413
    assert Upload.objects.filter(name="a.txt").count() == 0
