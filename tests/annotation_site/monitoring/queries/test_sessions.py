"""Slow queries, sessions that keep others waiting, and slow pages are incidents; real sessions make them."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg2
import pytest
from django.db import connection

from annotation_site.monitoring.incidents import Level
from annotation_site.monitoring.models import SlowRequest
from annotation_site.monitoring.queries import sessions
from annotation_site.monitoring.queries.sessions import (
    find_connection_shortage,
    find_slow_requests,
    list_session_incidents,
    list_sessions,
)
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def session(application: str = "") -> Iterator[Any]:
    """Give a session of its own at the tests' database."""
    values = connection.get_connection_params()
    known = {name: values[name] for name in ("dbname", "user", "password", "host", "port")}
    with closing(psycopg2.connect(**known, application_name=application)) as other:
        yield other


@contextmanager
def running(statement: str, application: str = "") -> Iterator[int]:
    """Run a statement in another session meanwhile, and give the session's number."""
    with session(application) as other:
        pid = other.info.backend_pid

        def run() -> None:
            # Ended at the latest by the end of its session.
            with pytest.raises(psycopg2.Error), other.cursor() as cursor:
                cursor.execute(statement)

        thread = threading.Thread(target=run)
        thread.start()
        wait_until(lambda: any(each.pid == pid for each in list_sessions()), "the statement does not run")
        try:
            yield pid
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
            thread.join()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count a query as slow after a second, and waiting for a lock at once."""
    monkeypatch.setattr(sessions, "SLOW_QUERY_SECONDS", 1)
    monkeypatch.setattr(sessions, "BLOCKING_SECONDS", 0.2)


def list_keys() -> list[str]:
    return [incident.key for incident in list_session_incidents()]


@pytest.mark.usefixtures("impatient")
def test_a_slow_query_is_named_with_what_ends_it_and_without_what_people_wrote() -> None:
    with running("SELECT pg_sleep(600), 'it''s Ada''s secret'") as pid:
        assert list_keys() == []
        wait_until(lambda: list_keys() == [f"session {pid}"], "the slow query is not found")
        [incident] = list_session_incidents()
        assert incident.problem.startswith(
            f"Slow query: Session {pid} has been running “SELECT pg_sleep(600), '…'” for "
        )
        assert "Ada" not in incident.problem
        assert incident.remedy.startswith("End the query;")
        assert (incident.session, incident.job, incident.level) == (pid, None, Level.SOON)
        assert incident.since is not None


@pytest.mark.usefixtures("impatient")
def test_a_job_s_query_may_take_longer_and_is_ended_with_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    with running("SELECT pg_sleep(600)", "interlinea job 17.1") as pid:
        wait_until(lambda: max(each.seconds for each in list_sessions()) > 1.2, "time stands still")
        assert list_keys() == []
        monkeypatch.setattr(sessions, "SLOW_JOB_QUERY_SECONDS", 1)
        [incident] = list_session_incidents()
        assert (incident.key, incident.job, incident.session) == (f"session {pid}", 17, None)


@pytest.mark.usefixtures("impatient")
def test_the_session_at_the_head_of_a_queue_is_named_and_not_those_that_wait() -> None:
    with session() as head, head.cursor() as cursor:
        cursor.execute("LOCK TABLE projects_slowrequest")
        with running("LOCK TABLE projects_slowrequest"), running("LOCK TABLE projects_slowrequest"):
            pid = head.info.backend_pid
            wait_until(lambda: list_keys() == [f"session {pid}"], "the head of the queue is not found")
            wait_until(
                lambda: "keeps 2 other sessions waiting" in list_session_incidents()[0].problem, "one waits only"
            )
            [incident] = list_session_incidents()
            assert "idle after “LOCK TABLE projects_slowrequest”" in incident.problem
            assert (incident.level, incident.session) == (Level.URGENT, pid)
        head.rollback()


def test_a_session_without_work_is_no_incident() -> None:
    with session():
        assert list_session_incidents() == []


def test_connections_that_run_out_are_an_incident(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_connection_shortage() is None
    monkeypatch.setattr(sessions, "MOST_CONNECTIONS_USED", 0)
    incident = find_connection_shortage()
    assert incident is not None
    assert "connections of the database server are in use" in incident.problem


def test_slow_pages_of_the_last_hour_are_named_once_each_with_the_last_request() -> None:
    for seconds, was_stopped in ((6.0, False), (20.2, True)):
        SlowRequest.objects.create(
            view="evaluation:board", request_id=f"request-{seconds}", seconds=seconds, was_stopped=was_stopped
        )
    old = SlowRequest.objects.create(view="projects:home", request_id="old-request", seconds=9, was_stopped=False)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE projects_slowrequest SET ended_at = now() - interval '61 minutes' WHERE id = %s", [old.pk]
        )
    [incident] = find_slow_requests()
    assert incident.problem == (
        "Slow page: evaluation:board took up to 20 seconds in the last hour (2 requests over 5 seconds). "
        "1 request stopped by the database."
    )
    assert incident.commands == ("grep request-20.2 var/log/web.log",)
    assert incident.level is Level.SOON
