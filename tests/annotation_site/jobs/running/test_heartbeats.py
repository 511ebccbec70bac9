"""A job at work: its lease, its progress, and how it is stopped."""

import threading
import time

import psycopg2
import pytest
from django.db import connection

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import Heartbeat, JobRun, claim_job, work_on
from annotation_site.jobs.services import cancel_job
from annotation_site.projects.models import Project
from tests.annotation_site.jobs.asking import (
    again,
    ask,
    ask_for_import,
    do_import,
    rename,
    report_until_stopped,
)
from tests.factories import draw, lease, make_member, make_project
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_heartbeat_renews_the_lease_and_shows_progress(settings: object) -> None:
    settings.JOB_LEASE_SECONDS = 3  # type: ignore[attr-defined]
    job = ask()

    def body(run: JobRun) -> None:
        claimed = again(job).lease_expires_at
        run.report(7, 20)
        wait_until(lambda: again(job).lease_expires_at > claimed, "the lease was not renewed")
        assert (again(job).done, again(job).total) == (7, 20)
        rename("done")(run)

    work_on(job.pk, body)
    assert again(job).state == Job.State.SUCCEEDED


def test_a_heartbeat_that_lost_the_job_stops_the_body() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        Job.objects.filter(pk=job.pk).update(attempt=9)  # another worker has claimed it
        report_until_stopped(run)

    work_on(job.pk, body)
    assert (again(job).state, again(job).attempt) == (Job.State.RUNNING, 9)


def test_a_heartbeat_outlives_a_moment_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    # The tests' web server uses the same database, and is to keep its connections.
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", {"application_name": "heartbeat"})
    job = ask()

    def body(run: JobRun) -> None:
        lost = 0
        with connection.cursor() as cursor:
            for _ in range(2):
                time.sleep(1.2)
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'heartbeat'"
                )
                lost += cursor.rowcount
        assert lost
        run.report(3, 4)
        wait_until(lambda: again(job).done == 3, "no heartbeat came back")
        rename("done")(run)

    work_on(job.pk, body)
    assert again(job).state == Job.State.SUCCEEDED


def test_cancelling_stops_the_body_at_the_next_beat_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    job = ask()
    beats: list[bool] = []
    before: list[int] = []
    beat = Heartbeat.beat
    monkeypatch.setattr(Heartbeat, "beat", lambda heartbeat: beats.append(is_ours := beat(heartbeat)) or is_ours)

    def body(run: JobRun) -> None:
        with run.completing():
            Project.objects.filter(pk=job.project_id).update(name="half done")
            thread = threading.Thread(target=cancel)
            thread.start()
            thread.join()
            report_until_stopped(run)

    def cancel() -> None:
        cancel_job(user=job.requested_by, job=job)
        before.append(len(beats))
        connection.close()

    work_on(job.pk, body)
    job = again(job)
    # One may have been on its way while the job was cancelled.
    assert beats[-1] is False and len(beats) - before[0] <= 2
    assert job.state == Job.State.CANCELLED
    assert job.error == "Cancelled."
    assert job.project.name != "half done"


def test_a_job_cancelled_while_it_waits_is_never_begun() -> None:
    job = ask()
    cancel_job(user=job.requested_by, job=job)
    assert claim_job(job.pk) is None


def test_a_running_import_holds_up_neither_saves_nor_its_own_cancelling() -> None:
    project = make_project(pairs=1)
    assignment = lease(make_member(project))
    job = ask_for_import(project)
    importing = threading.Thread(target=do_import, args=[job.pk])
    values = connection.settings_dict
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    holder = psycopg2.connect(**{name: values[key] for name, key in names.items()})
    try:
        with holder.cursor() as cursor, connection.cursor() as own:
            # The import gets as far as its first row and waits there, with all its locks.
            cursor.execute("LOCK TABLE projects_item IN SHARE ROW EXCLUSIVE MODE")
            importing.start()
            own.execute("SET lock_timeout = '30s'")
            waiting = "SELECT 1 FROM pg_locks WHERE relation = 'projects_item'::regclass AND NOT granted"
            wait_until(lambda: own.execute(waiting) or own.fetchone(), "the import did not get to its rows")
            draw(assignment, "0-0S")
            cancel_job(user=job.requested_by, job=job)
            own.execute("SET lock_timeout = 0")
    finally:
        holder.close()
        importing.join()
    assert again(job).state == Job.State.CANCELLED
    assert project.items.count() == 1
