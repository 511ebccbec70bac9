"""Admission to the steps of annotating, and the answers to everybody else."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.views import APIView

from annotation_site.accounts.models import Session
from annotation_site.assignments.models import Assignment
from annotation_site.server.database import watch
from tests.factories import lease, make_member, make_pair, make_project, make_user

pytestmark = pytest.mark.django_db
FORM = "application/json"
LINK = {"kind": "set", "links": [[0, 0, "S"]]}


@pytest.fixture
def assignment() -> Assignment:
    project = make_project()
    make_pair(project, "a b", "c d")
    return lease(make_member(project))


@pytest.fixture
def browser(assignment: Assignment) -> Client:
    client = Client()
    client.force_login(assignment.annotator.user)
    return client


def send(client: Client, assignment: Assignment, body: Any, **headers: str) -> Any:
    text = body if isinstance(body, (str, bytes)) else json.dumps(body)
    return client.post(f"/api/v1/assignments/{assignment.pk}/operations/", text, FORM, headers=headers or None)


REFUSED = {
    "no JSON": "{",
    "not UTF-8": b'{"kind": "\xff"}',
    "no object": "[1]",
    "NUL": '{"kind": "\\u0000"}',
    "a lone surrogate": '{"kind": "\\ud800"}',
    "a number that is none": '{"version": NaN}',
    "nested too deeply": "[" * 100_000,
    "no id": {"version": 0, **LINK},
    "outdated": {"operation_id": str(uuid4()), "version": 7, **LINK},
    "impossible": {"operation_id": str(uuid4()), "version": 0, "kind": "set", "links": [[9, 9, "S"]]},
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_saved_is_refused(assignment: Assignment, browser: Client, body: Any) -> None:
    answer = send(browser, assignment, body)
    assert answer.status_code in (400, 409)
    assert answer.json()["detail"]


def test_what_refuses_every_request_refuses_a_step(
    assignment: Assignment, browser: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"operation_id": str(uuid4()), "version": 0, **LINK}
    browser.raise_request_exception = False

    def expect(status: int, **headers: str) -> None:
        answer = send(browser, assignment, body, **headers)
        assert answer.status_code == status
        assert answer["Content-Security-Policy"]
        assert answer["X-Request-ID"]

    expect(400, host="elsewhere.example")
    usual = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    expect(413)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = usual
    with monkeypatch.context() as patch:
        patch.setattr(watch, "is_silent", True)
        expect(503)
    with monkeypatch.context() as patch:
        patch.setattr(APIView, "check_throttles", fail)
        expect(500)
    expect(200)


def fail(*_: Any) -> None:
    """Fail as nothing that is expected does."""
    raise ZeroDivisionError


@pytest.mark.django_db(transaction=True)
def test_a_lost_database_is_told_in_a_whole_answer(assignment: Assignment, browser: Client) -> None:
    browser.raise_request_exception = False
    connection.connection.close()
    answer = send(browser, assignment, {"operation_id": str(uuid4()), "version": 0, **LINK})
    connection.close()  # a new one is opened when it is needed
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert (answer.json()["code"], int(answer["Content-Length"])) == ("unavailable", len(answer.content))


def test_a_session_ends_with_the_next_request(assignment: Assignment, browser: Client) -> None:
    person = assignment.annotator.user
    version = 0

    def save() -> int:
        body = {"operation_id": str(uuid4()), "version": version, **LINK}
        return send(browser, assignment, body).status_code

    def sign_in() -> None:
        nonlocal version
        browser.force_login(person)
        assert save() == 200
        version += 1

    sign_in()
    person.is_active = False
    person.save()
    assert save() == 401
    person.is_active = True
    person.save()
    sign_in()
    person.set_password("another one 8765")
    person.save()
    assert save() == 401
    sign_in()
    browser.session.flush()
    assert save() == 401
    sign_in()
    Session.objects.update(session_data=Session.objects.get().session_data[:-1] + "~")
    assert save() == 401
    sign_in()
    Session.objects.update(expire_date=timezone.now())
    assert save() == 401


def test_only_the_annotator_may_save(assignment: Assignment, browser: Client, settings: Any) -> None:
    body = {"operation_id": str(uuid4()), "version": 0, **LINK}
    without_token = Client(enforce_csrf_checks=True)
    without_token.cookies = browser.cookies
    stranger = Client()
    stranger.force_login(make_user())
    for client, status in ((Client(), 401), (without_token, 403), (stranger, 404)):
        assert send(client, assignment, body).status_code == status
    assert browser.get(f"/api/v1/assignments/{assignment.pk}/operations/").status_code == 405
    settings.API_REQUESTS_PER_MINUTE = 0
    assert send(browser, assignment, body).status_code == 429
    assignment.refresh_from_db()
    assert assignment.version == 0
