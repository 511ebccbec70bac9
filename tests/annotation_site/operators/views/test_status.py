"""The status of the site: what needs an operator stands first, with what ends it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.monitoring import parts
from annotation_site.monitoring.models import NotedIncident
from annotation_site.operations.models import Operation
from tests.annotation_site.jobs.asking import ask
from tests.annotation_site.monitoring.queries.test_sessions import running, session
from tests.factories import make_project

BROKER_AWAY = parts.Finding("broker", "The broker does not respond.", is_well=False, remedy="Start the broker.")


@pytest.fixture
def well(db: None, settings: Any) -> None:
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    WorkerSighting.objects.update_or_create(name="celery@here", defaults={"processes": 3, "seen_at": timezone.now()})


def read_headings(page: Client) -> list[str]:
    answer = page.get("/operators/")
    assert answer.status_code == 200
    return [incident.problem for incident, _ in answer.context["incidents"]]


def stall(job: Job) -> None:
    long_ago = timezone.now() - timedelta(minutes=20)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, started_at=long_ago, progressed_at=long_ago)


@pytest.mark.usefixtures("well")
def test_a_site_that_is_well_needs_nobody(page: Client) -> None:
    answer = page.get("/operators/")
    assert answer.context["incidents"] == []
    assert "Nothing needs you." in answer.content.decode()


@pytest.mark.usefixtures("nobody_works")
def test_the_most_urgent_stands_first_with_since_when_and_what_to_do(page: Client) -> None:
    job = ask()
    stall(job)
    problems = read_headings(page)
    assert [problem.split(",")[0].split(".")[0] for problem in problems] == ["No worker is running", "“Release”"]
    text = page.get("/operators/").content.decode()
    assert re.search(r"Act now.*No worker is running\..*Start the worker\..*make run.*Cancel job", text, re.DOTALL)
    assert "(20 minutes)" in text


@pytest.mark.usefixtures("well")
def test_what_has_no_date_of_its_own_is_dated_by_when_it_was_noticed(
    page: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation_site.operators.views.status.check_all", lambda: [BROKER_AWAY])
    page.get("/operators/")
    noted_at = timezone.now() - timedelta(minutes=7)
    NotedIncident.objects.filter(key="broker").update(noted_at=noted_at)
    [(incident, lasts)] = page.get("/operators/").context["incidents"]
    assert (incident.since, lasts) == (noted_at, "7 minutes")
    monkeypatch.setattr("annotation_site.operators.views.status.check_all", parts.check_all)
    page.get("/operators/")
    assert not NotedIncident.objects.exists()


@pytest.mark.usefixtures("well")
def test_an_operator_cancels_a_job_of_any_project_and_its_history_says_so(page: Client) -> None:
    job = ask()
    stall(job)
    assert page.post(f"/operators/jobs/{job.pk}/cancel/").status_code == 302
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    operation = Operation.objects.filter(project=job.project, kind="cancel_job").get()
    assert operation.actor == job.cancelled_by
    assert operation.actor.is_superuser
    assert read_headings(page) == []
    assert page.post(f"/operators/jobs/{job.pk}/cancel/").status_code == 409


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("well")
def test_an_operator_ends_a_slow_query(page: Client) -> None:
    with running("SELECT pg_sleep(600)") as pid:
        assert page.post(f"/operators/sessions/{pid}/end/").status_code == 302
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.2)")
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = %s AND state = 'active'", [pid])
            assert cursor.fetchone() == (0,)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("well")
def test_an_operator_ends_a_session_that_is_idle_in_a_transaction(page: Client) -> None:
    with session() as idle, idle.cursor() as cursor:
        cursor.execute("LOCK TABLE projects_slowrequest")
        assert page.post(f"/operators/sessions/{idle.info.backend_pid}/end/").status_code == 302
        with connection.cursor() as own:
            own.execute("SET lock_timeout = '5s'")
            own.execute("SELECT count(*) FROM projects_slowrequest")
            own.execute("RESET lock_timeout")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("well")
def test_a_session_of_a_job_or_of_nobody_is_not_ended(page: Client) -> None:
    with running("SELECT pg_sleep(600)", "interlinea job 17.1") as pid:
        refused = page.post(f"/operators/sessions/{pid}/end/")
        assert refused.status_code == 409
        assert "Cancel the job." in refused.content.decode()
    assert page.post("/operators/sessions/1/end/").status_code == 409


@pytest.mark.usefixtures("well")
def test_others_neither_see_nor_end_anything(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    job = ask(project)
    assert client.get("/operators/").status_code == 403
    assert client.post(f"/operators/jobs/{job.pk}/cancel/").status_code == 404
    assert client.post("/operators/sessions/1/end/").status_code == 404
