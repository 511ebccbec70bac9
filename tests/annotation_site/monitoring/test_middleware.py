"""Ids of requests, and the line that each leaves in the log."""

import logging
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from annotation_site.jobs import tasks
from annotation_site.jobs.jobs import sweep
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import JobKind, ResultPage
from annotation_site.jobs.tasks import work_on_job
from annotation_site.monitoring.middleware import HEADER, ObservingMiddleware
from annotation_site.monitoring.models import SlowRequest
from annotation_site.server.logs import find_fields, find_request_id, lines_about
from tests.annotation_site.jobs.asking import ask, rename
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db
GIVEN = "7f3c0a12-given.by_proxy"


@pytest.fixture
def lines(settings: Any) -> Iterator[list[dict[str, object]]]:
    """Return what is logged, as the formatters see it."""
    settings.ACCESS_LOG = True
    seen: list[dict[str, object]] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            seen.append({"logger": record.name, "message": record.getMessage(), **find_fields(record)})

    listener = Listener()
    logging.getLogger().addHandler(listener)
    yield seen
    logging.getLogger().removeHandler(listener)


def test_an_id_that_a_proxy_gave_is_kept_and_returned(client: Client) -> None:
    assert client.get("/health/?process", headers={HEADER: GIVEN})[HEADER] == GIVEN


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "a b c d e f g", 'quote"quote', "line%0aline"])
def test_any_other_is_replaced(client: Client, given: str) -> None:
    answered = client.get("/health/?process", headers={HEADER: given})[HEADER]
    assert len(answered) == 32
    assert answered != client.get("/health/?process", headers={HEADER: given})[HEADER]


def test_every_line_of_a_request_has_its_id(client: Client, lines: list[dict[str, object]]) -> None:
    client.get("/nowhere/", headers={HEADER: GIVEN})
    assert {line["logger"] for line in lines} == {"django.request", "interlinea.access"}
    assert {line["request_id"] for line in lines} == {GIVEN}
    assert find_request_id() == ""


def test_the_access_line_tells_who_where_and_how_long(client: Client, lines: list[dict[str, object]]) -> None:
    project = make_project()
    client.force_login(project.created_by)
    client.get(f"/projects/{project.slug}/jobs/?state=failed&words=nobodys+business")
    [line] = [line for line in lines if line["logger"] == "interlinea.access"]
    assert line["message"] == f"GET /projects/{project.slug}/jobs/"
    assert (line["status"], line["user"], line["project"]) == (200, project.created_by_id, project.slug)
    assert line["view"] == "projects:jobs"
    assert isinstance(line["seconds"], float)


def test_a_person_is_not_looked_up_for_a_line(rf: RequestFactory, lines: list[dict[str, object]]) -> None:
    def ask_database() -> None:
        raise AssertionError("the person was looked up")

    request = rf.get("/")
    request.user = SimpleLazyObject(ask_database)
    ObservingMiddleware(lambda request: HttpResponse())(request)
    assert [("user" in line, line["status"]) for line in lines] == [(False, 200)]


def test_probes_leave_no_line_and_the_setting_turns_all_off(
    client: Client, lines: list[dict[str, object]], settings: Any
) -> None:
    client.get("/health/?process")
    settings.ACCESS_LOG = False
    client.get("/")
    assert lines == []


def test_an_address_cannot_forge_a_line(rf: RequestFactory, lines: list[dict[str, object]]) -> None:

    ObservingMiddleware(lambda request: HttpResponse())(rf.get("/a%0aINFO forged/"))
    assert lines[0]["message"] == "GET /a%0AINFO%20forged/"


def test_lines_of_a_job_have_the_id_of_the_request_that_started_it(
    lines: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with lines_about(lambda: {"request_id": GIVEN}):
        job = ask()
    kind = JobKind("release", "Release", rename("Renamed"), ResultPage("", ""), False, None, None)
    monkeypatch.setattr(tasks, "find_kind", lambda name: kind)
    # Here and not in a process of its own: the tests' transaction is of this one.
    monkeypatch.setattr(tasks, "work_apart", lambda run, body: body(run))
    work_on_job(job.pk)
    [line] = [line for line in lines if line["logger"] == tasks.__name__ and "job" in line]
    assert (line["job"], line["request_id"], line["state"]) == (job.pk, GIVEN, Job.State.SUCCEEDED)
    assert (line["project"], line["user"]) == (job.project.slug, job.requested_by_id)
    assert isinstance(line["seconds"], float)


def slow_answer(request: Any) -> HttpResponse:
    """Answer after what counts as long here."""
    time.sleep(0.02)
    return HttpResponse("done")


def test_a_slow_answer_is_stored_with_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation_site.monitoring.middleware.SLOW_REQUEST_SECONDS", 0.01)
    ObservingMiddleware(slow_answer)(RequestFactory().get("/", headers={HEADER: GIVEN}))
    slow = SlowRequest.objects.get()
    assert (slow.view, slow.request_id, slow.was_stopped) == ("none", GIVEN, False)
    assert slow.seconds >= 0.02


def test_an_answer_as_usual_is_not_stored(client: Client) -> None:
    client.get("/nowhere/")
    assert not SlowRequest.objects.exists()


def test_a_slow_answer_is_given_though_the_database_cannot_store_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OperationalError("the database is away")

    monkeypatch.setattr("annotation_site.monitoring.middleware.SLOW_REQUEST_SECONDS", 0.01)
    monkeypatch.setattr(SlowRequest.objects, "create", refuse)
    assert ObservingMiddleware(slow_answer)(RequestFactory().get("/")).content == b"done"


@pytest.mark.django_db(transaction=True)
def test_a_statement_that_the_database_stopped_is_told_apart(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask_for_too_long(*_: object, **__: object) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = '50ms'")
            cursor.execute("SELECT pg_sleep(60)")

    monkeypatch.setattr("annotation_site.monitoring.middleware.SLOW_REQUEST_SECONDS", 0.01)
    monkeypatch.setattr("annotation_site.overview.views.home.count_by_state", ask_for_too_long)
    client.raise_request_exception = False
    client.force_login(make_user())
    assert client.get("/").status_code == 503
    assert [slow.was_stopped for slow in SlowRequest.objects.filter(view="projects:home")] == [True]


def test_slow_answers_go_after_their_days() -> None:
    for days in (1, 8):
        slow = SlowRequest.objects.create(view="projects:home", request_id=GIVEN, seconds=6, was_stopped=False)
        SlowRequest.objects.filter(pk=slow.pk).update(ended_at=timezone.now() - timedelta(days=days))
    sweep()
    assert [(timezone.now() - slow.ended_at).days for slow in SlowRequest.objects.all()] == [1]
