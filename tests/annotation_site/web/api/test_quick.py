"""A step sent by one of our pages is answered as one sent by a program: the quick way has DRF's rules."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone

from annotation_site.accounts.models import Session
from annotation_site.assignments.models import Assignment
from annotation_site.server.database import watch
from annotation_site.web.api import quick
from tests.factories import lease, make_member, make_pair, make_project, make_user

pytestmark = pytest.mark.django_db
PAGE, PROGRAM = "application/json", "application/json; charset=utf-8"
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


def send(client: Client, assignment: Assignment, body: Any, form: str, step: str = "operations") -> HttpResponse:
    text = body if isinstance(body, (str, bytes)) else json.dumps(body)
    return client.post(f"/api/v1/assignments/{assignment.pk}/{step}/", text, form)


def seen(answer: HttpResponse) -> tuple[Any, ...]:
    """Return what a client sees, but for what no two answers share."""
    told = {name: value for name, value in answer.items() if name != "X-Request-ID"}
    return answer.status_code, told, answer.content


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
def test_a_refusal_reads_the_same(assignment: Assignment, browser: Client, body: Any) -> None:
    of_page, of_program = (seen(send(browser, assignment, body, form)) for form in (PAGE, PROGRAM))
    assert of_page == of_program
    assert of_page[0] in (400, 409)


def test_a_save_reads_the_same(assignment: Assignment, browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[bool] = []
    match = quick._match_step

    def note(request: HttpRequest) -> Any:
        found = match(request)
        ways.append(found is not None)
        return found

    monkeypatch.setattr(quick, "_match_step", note)
    body = {"operation_id": str(uuid4()), "version": 0, **LINK}
    of_page, of_program = (seen(send(browser, assignment, body, form)) for form in (PAGE, PROGRAM))
    assert of_page == of_program
    assert of_page[0] == 200
    assert ways == [True, False]


def test_every_step_of_a_page_does_without_its_session(
    assignment: Assignment, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request of the short way has none: a view that asked for it would fail here, and store nothing in it."""
    taken: set[type] = set()
    answer_page = quick.QuickView.answer_page

    def note(view: quick.QuickView, request: HttpRequest, match: Any) -> HttpResponse:
        assert not hasattr(request, "session")
        taken.add(type(view))
        return answer_page(view, request, match)

    monkeypatch.setattr(quick.QuickView, "answer_page", note)
    own, change = f"/api/v1/assignments/{assignment.pk}", {"operation_id": str(uuid4()), **LINK}
    for address, body in (
        (f"/api/v1/projects/{assignment.item.project.slug}/next/", {}),
        (f"{own}/operations/", LINK),
        (f"{own}/operations/batch/", {"operations": [change | {"links": [[0, 1, "S"]]}]}),
        (f"{own}/submit/", {"mark_rest": True}),
        (f"{own}/reopen/", {}),
        (f"{own}/skip/", {"reason": "odd"}),
        (f"{own}/resume/", {}),
        (f"{own}/comments/", {"text": "Odd."}),
    ):
        assignment.refresh_from_db()
        step = {"operation_id": str(uuid4()), "version": assignment.version, **body}
        answer = browser.post(address, json.dumps(step), PAGE)
        assert answer.status_code in (200, 201), (address, answer.content)
    assert taken == set(quick.QuickView.__subclasses__())


def test_what_everybody_is_told_is_told_here(
    assignment: Assignment, browser: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"operation_id": str(uuid4()), "version": 0, **LINK}
    browser.raise_request_exception = False

    def compare(status: int, **headers: str) -> None:
        address = f"/api/v1/assignments/{assignment.pk}/operations/"
        of_page, of_program = (
            seen(browser.post(address, json.dumps(body), form, headers=headers or None)) for form in (PAGE, PROGRAM)
        )
        assert of_page == of_program
        assert of_page[0] == status
        assert of_page[1]["Content-Security-Policy"]

    compare(400, host="elsewhere.example")
    usual = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    compare(413)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = usual
    with monkeypatch.context() as patch:
        patch.setattr(watch, "is_silent", True)
        compare(503)
    with monkeypatch.context() as patch:
        patch.setattr(quick.QuickView, "check_throttles", fail)
        compare(500)
    compare(200)


def fail(*_: Any) -> None:
    """Fail as nothing that is expected does."""
    raise ZeroDivisionError


@pytest.mark.django_db(transaction=True)
def test_a_lost_database_is_told_in_a_whole_answer(assignment: Assignment, browser: Client) -> None:
    browser.raise_request_exception = False
    connection.connection.close()
    answer = send(browser, assignment, {"operation_id": str(uuid4()), "version": 0, **LINK}, PAGE)
    connection.close()  # a new one is opened when it is needed
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert (answer.json()["code"], int(answer["Content-Length"])) == ("unavailable", len(answer.content))


def test_a_session_ends_with_the_next_request(assignment: Assignment, browser: Client) -> None:
    person = assignment.annotator.user
    version = 0

    def save() -> int:
        body = {"operation_id": str(uuid4()), "version": version, **LINK}
        return send(browser, assignment, body, PAGE).status_code

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


def test_nothing_left_reads_the_same(browser: Client) -> None:
    project = make_project()
    browser.force_login(make_member(project).user)
    answers = [browser.post(f"/api/v1/projects/{project.slug}/next/", "{}", form) for form in (PAGE, PROGRAM)]
    assert seen(answers[0]) == seen(answers[1])
    assert answers[0].status_code == 204


def test_nobody_gets_in_another_way(assignment: Assignment, browser: Client, settings: Any) -> None:
    body = {"operation_id": str(uuid4()), "version": 0, **LINK}
    without_token = Client(enforce_csrf_checks=True)
    without_token.cookies = browser.cookies
    stranger = Client()
    stranger.force_login(make_user())
    for client, status in ((Client(), 401), (without_token, 403), (stranger, 404)):
        of_page, of_program = (seen(send(client, assignment, body, form)) for form in (PAGE, PROGRAM))
        assert of_page == of_program
        assert of_page[0] == status
    assert browser.get(f"/api/v1/assignments/{assignment.pk}/operations/").status_code == 405
    settings.API_REQUESTS_PER_MINUTE = 0
    assert send(browser, assignment, body, PAGE).status_code == 429
    assignment.refresh_from_db()
    assert assignment.version == 0
