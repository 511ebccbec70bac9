"""Metrics: what a scrape shows, and to whom."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from annotation_site.backups.models import Backup
from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.mail.models import Mail
from annotation_site.server.database import watch
from tests.annotation_site.jobs.asking import ask
from tests.factories import draw, lease, make_member, make_project

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-forty-characters-for-the-tests"


@pytest.fixture(autouse=True)
def token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)


def scrape(**headers: str) -> str:
    # As from inside a cluster: by an address that is none of the site's hosts.
    answer = Client(SERVER_NAME="10.1.2.3").get("/metrics", headers={"Authorization": f"Bearer {TOKEN}", **headers})
    assert answer.status_code == 200, answer
    return answer.content.decode()


def read_samples(name: str) -> list[Sample]:
    # After the tests before, there are thousands of other series, and Prometheus's parser is a slow one.
    text = "".join(line for line in scrape().splitlines(keepends=True) if line.startswith(name))
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]


def value_of(name: str, **labels: str) -> float | None:
    """Return the value of the one series with these labels, None if there is none."""
    found = [each.value for each in read_samples(name) if each.name == name and each.labels == labels]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize("given", ["", "Bearer ", f"Bearer {TOKEN}x", TOKEN])
def test_without_the_token_there_is_no_such_address(client: Client, given: str) -> None:
    assert client.get("/metrics", headers={"Authorization": given}).status_code == 404


def test_without_a_token_in_the_settings_nobody_reads_them(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_are_counted_by_view_method_and_status(client: Client) -> None:
    labels = {"view": "projects:health", "method": "GET"}
    before = value_of("interlinea_requests_total", status="200", **labels) or 0
    for _ in range(3):
        client.get("/health/?process")
    client.generic("SURPRISE", "/nowhere/")
    assert value_of("interlinea_requests_total", status="200", **labels) == before + 3
    assert (value_of("interlinea_request_seconds_count", **labels) or 0) >= 3
    assert value_of("interlinea_requests_total", view="none", method="other", status="404")
    assert "SURPRISE" not in scrape()


def test_the_whole_answer_is_what_prometheus_reads(client: Client) -> None:
    client.get("/health/?process")
    names = {family.name for family in text_string_to_metric_families(scrape())}
    assert {"interlinea_requests", "interlinea_request_seconds", "interlinea_part_up"} <= names


def test_counting_costs_no_statement(client: Client) -> None:
    with connection.execute_wrapper(refuse):
        assert client.get("/health/?process").status_code == 200


def refuse(*_: object) -> None:
    raise AssertionError("the database was asked")


def test_saves_are_counted_once_they_are_stored(django_capture_on_commit_callbacks: Any) -> None:
    member = make_member(make_project(pairs=1))
    before = value_of("interlinea_saves_total", kind="alignment") or 0
    with django_capture_on_commit_callbacks(execute=True):
        draw(lease(member))
        assert (value_of("interlinea_saves_total", kind="alignment") or 0) == before
    assert value_of("interlinea_saves_total", kind="alignment") == before + 1


def test_the_queue_is_told_by_project_and_kind() -> None:
    job = ask()
    ask(job.project)
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=5))
    labels = {"project": job.project.slug, "kind": "release", "state": "queued"}
    assert value_of("interlinea_jobs", **labels) == 2
    assert 300 <= (value_of("interlinea_oldest_job_seconds", **labels) or 0) < 400


def test_jobs_of_the_last_hour_are_told_with_how_long_they_ran() -> None:
    now = timezone.now()
    for seconds, state in ((10, "succeeded"), (20, "succeeded"), (60, "succeeded"), (5, "failed")):
        times = {"started_at": now - timedelta(seconds=seconds), "finished_at": now}
        Job.objects.filter(pk=ask().pk).update(state=state, **times)
    Job.objects.filter(pk=ask().pk).update(state="cancelled", finished_at=now)
    Job.objects.filter(pk=ask().pk).update(state="failed", finished_at=now - timedelta(hours=2))
    assert value_of("interlinea_ended_jobs", kind="release", state="succeeded") == 3
    assert value_of("interlinea_ended_jobs", kind="release", state="failed") == 1
    assert value_of("interlinea_ended_jobs", kind="release", state="cancelled") == 1
    quantiles = {
        each.labels["quantile"]: each.value
        for each in read_samples("interlinea_ended_job_seconds")
        if each.name == "interlinea_ended_job_seconds" and each.labels["state"] == "succeeded"
    }
    assert quantiles == {"0.5": 20, "0.95": 56, "1": 60}


def test_mail_workers_disk_and_database_are_told() -> None:
    WorkerSighting.objects.create(name="celery@here", processes=3, seen_at=timezone.now())
    Mail.objects.create(address="ada@example.org", subject="Hello", state=Mail.State.FAILED)
    assert value_of("interlinea_mail", state="failed") == 1
    assert value_of("interlinea_mail", state="waiting") == 0
    assert (value_of("interlinea_worker_processes") or 0) >= 3
    assert 0 < (value_of("interlinea_disk_free_bytes") or 0) < (value_of("interlinea_disk_size_bytes") or 0)
    assert (value_of("interlinea_database_size_bytes") or 0) > 1_000_000
    assert (
        1
        <= (value_of("interlinea_database_connections") or 0)
        <= (value_of("interlinea_database_connections_limit") or 0)
    )
    assert value_of("interlinea_part_up", part="database") == 1


def test_mail_is_no_part_of_a_site_without_a_mail_server(settings: Any) -> None:
    assert value_of("interlinea_part_up", part="mail") == 1
    settings.MAIL_TRANSPORT = ""
    assert value_of("interlinea_part_up", part="mail") is None


def test_the_age_of_the_last_backup_is_told() -> None:
    assert value_of("interlinea_backup_age_seconds") is None
    Backup.objects.create(folder="/backups/today", made_at=timezone.now() - timedelta(hours=2))
    assert 7200 <= (value_of("interlinea_backup_age_seconds") or 0) < 7300


def test_nobody_and_nothing_written_is_named() -> None:
    job = ask(make_project(name="A study", pairs=1))
    Mail.objects.create(address="ada@example.org", subject="Hello", state=Mail.State.FAILED, error="ada@example.org")
    told = scrape()
    assert f'project="{job.project.slug}"' in told
    assert "@" not in told
    assert job.requested_by.name not in told


def test_a_database_that_is_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "is_silent", True)
    with connection.execute_wrapper(refuse):
        assert value_of("interlinea_part_up", part="database") == 0
        assert value_of("interlinea_database_connections") is None


def test_a_database_that_leaves_meanwhile_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave() -> None:
        raise OperationalError("terminating connection")

    monkeypatch.setattr("annotation_site.monitoring.metrics.read_database", leave)
    assert value_of("interlinea_part_up", part="database") == 0
    assert value_of("interlinea_jobs") is None


def test_the_format_is_the_one_that_the_asker_prefers() -> None:
    assert scrape(Accept="application/openmetrics-text; version=1.0.0").endswith("# EOF\n")
