"""Refusals of the API have one form, a code and a sentence."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from annotation_site.jobs.models import Upload
from annotation_site.projects.api.projects import ProjectsView
from annotation_site.projects.models import Invitation, Membership, Project, Role
from tests.factories import make_member

pytestmark = pytest.mark.django_db


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
    assert refusals[404].json()["detail"] == "There is no such project."
    nothing = client.get(f"{address}webhooks/987654/")
    assert nothing.json()["detail"] == "It does not exist, or you have no access to it."


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
