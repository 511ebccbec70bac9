"""Ids of requests, and the line that each leaves in the log."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.functional import SimpleLazyObject

from annotation_site.jobs import tasks
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import JobKind, ResultPage
from annotation_site.jobs.tasks import work_on_job
from annotation_site.monitoring.middleware import HEADER, ObservingMiddleware
from annotation_site.server.logs import find_fields, find_request_id, lines_about
from tests.annotation_site.jobs.asking import ask, rename
from tests.factories import make_project

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
