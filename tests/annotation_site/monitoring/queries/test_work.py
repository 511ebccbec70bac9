"""A missing worker, jobs that stand still or wait, and mail that does not leave are incidents."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.mail import jobs
from annotation_site.mail.models import Mail
from annotation_site.monitoring.incidents import Level
from annotation_site.monitoring.queries.work import (
    find_mail_incidents,
    find_stalled_jobs,
    find_waiting_jobs,
    find_worker_incident,
)
from tests.annotation_site.jobs.asking import ask
from tests.servers import free_port
from tests.stand_ins.mail_servers import running_mail_server

pytestmark = pytest.mark.django_db
SMTP = "django.core.mail.backends.smtp.EmailBackend"


def run_job(*, started: int, progressed: int | None = None, **values: object) -> Job:
    """Return a running job that began and last progressed so many seconds ago."""
    now, job = timezone.now(), ask()
    values |= {"state": Job.State.RUNNING, "started_at": now - timedelta(seconds=started)}
    values["progressed_at"] = None if progressed is None else now - timedelta(seconds=progressed)
    Job.objects.filter(pk=job.pk).update(**values)
    return job


def see_worker() -> None:
    WorkerSighting.objects.create(name="celery@here", processes=3, seen_at=timezone.now())


@pytest.mark.usefixtures("nobody_works")
def test_a_missing_worker_is_dated_by_its_last_sign_of_life(settings: Any) -> None:
    seen_at = timezone.now() - timedelta(minutes=5)
    WorkerSighting.objects.create(name="celery@gone", processes=1, seen_at=seen_at)
    settings.INSTALLATION = "compose"
    incident = find_worker_incident()
    assert incident is not None
    assert (incident.level, incident.since) == (Level.URGENT, seen_at)
    assert incident.problem.startswith("No worker is running.")
    assert incident.commands == (
        "docker compose up --detach --wait worker",
        "docker compose logs --tail 50 worker",
    )
    see_worker()
    assert find_worker_incident() is None


def test_a_job_without_progress_is_named_and_one_that_goes_on_is_not() -> None:
    run_job(started=3000, progressed=10)
    run_job(started=60)
    assert find_stalled_jobs() == []
    job = run_job(started=600, progressed=300, done=7, total=20)
    [incident] = find_stalled_jobs()
    assert incident.problem == (
        f"“Release”, job {job.pk} of {job.project.name}, has made no progress for 5 minutes (7 of 20)."
    )
    assert (incident.job, incident.level) == (job.pk, Level.SOON)
    assert "Cancel it if it does not go on" in incident.remedy


def test_a_new_attempt_of_an_old_process_counts_from_its_beginning() -> None:
    run_job(started=30, progressed=3000)
    assert find_stalled_jobs() == []


@pytest.mark.parametrize(("started", "level"), [(1000, Level.CHECK), (2000, Level.SOON)])
def test_a_job_that_takes_as_long_as_others_of_its_kind_is_worth_a_look_only(started: int, level: Level) -> None:
    now = timezone.now()
    Job.objects.filter(pk=ask().pk).update(
        state=Job.State.SUCCEEDED, started_at=now - timedelta(seconds=600), finished_at=now
    )
    run_job(started=started, progressed=200)
    [incident] = find_stalled_jobs()
    assert incident.level is level
    assert incident.remedy.startswith("The longest job of this kind in the last 30 days took 10 minutes.")


@pytest.mark.usefixtures("nobody_works")
def test_jobs_that_wait_long_beside_a_worker_are_one_incident() -> None:
    created_at = timezone.now() - timedelta(minutes=11)
    for _ in range(2):
        Job.objects.filter(pk=ask().pk).update(created_at=created_at)
    ask()
    assert find_waiting_jobs() is None, "without a worker, the worker is the incident"
    see_worker()
    incident = find_waiting_jobs()
    assert incident is not None
    assert incident.problem == "2 jobs waiting for more than 10 minutes; 0 jobs running, 3 at most at once."
    assert incident.since == created_at


@pytest.fixture
def refusing(settings: Any) -> Iterator[None]:
    """Let nobody listen at the mail server's port."""
    settings.MAIL_TRANSPORT, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", free_port()
    yield


def write(address: str = "ada@example.org") -> Mail:
    content = {"body": "Hello", "from_email": "site@example.org", "reply_to": [], "headers": {}, "alternatives": []}
    return Mail.objects.create(address=address, subject="Hello", content=content)


@pytest.mark.usefixtures("refusing")
def test_a_mail_server_that_refuses_is_an_incident_after_one_attempt() -> None:
    write()
    assert find_mail_incidents() == []
    jobs.send_mail()
    [incident] = find_mail_incidents()
    assert (incident.key, incident.level, incident.is_mail) == ("mail server", Level.URGENT, True)
    assert "1 message could not be sent yet" in incident.problem
    assert "Connection refused" in incident.problem
    assert "Check the mail server at 127.0.0.1, port " in incident.remedy


def test_a_mail_server_that_hangs_is_an_incident_after_one_attempt(settings: Any) -> None:
    settings.MAIL_TRANSPORT, settings.EMAIL_TIMEOUT = SMTP, 1
    with running_mail_server(is_hanging=True) as server, override_settings(EMAIL_HOST="127.0.0.1"):
        settings.EMAIL_PORT = server.port
        write()
        jobs.send_mail()
    [incident] = find_mail_incidents()
    assert incident.key == "mail server"
    assert "timed out" in incident.problem


def test_one_message_that_the_server_puts_off_is_no_fault_of_the_server(settings: Any) -> None:
    settings.MAIL_TRANSPORT, settings.EMAIL_HOST = SMTP, "127.0.0.1"
    with running_mail_server(answers={"grey@example.org": "450 come back later"}) as server:
        settings.EMAIL_PORT = server.port
        grey = write("grey@example.org")
        # Created before the other was sent; here both are of one transaction, in which the time stands still.
        Mail.objects.filter(pk=grey.pk).update(created_at=timezone.now() - timedelta(minutes=1))
        write()
        jobs.send_mail()
    [incident] = find_mail_incidents()
    assert (incident.key, incident.level) == ("delayed mail", Level.CHECK)
    assert incident.problem.endswith("450 come back later")


def test_a_refused_address_is_worth_a_look(settings: Any) -> None:
    settings.MAIL_TRANSPORT, settings.EMAIL_HOST = SMTP, "127.0.0.1"
    with running_mail_server(answers={"gone@example.org": "550 no such user"}) as server:
        settings.EMAIL_PORT = server.port
        write("gone@example.org")
        jobs.send_mail()
    [incident] = find_mail_incidents()
    assert (incident.key, incident.level) == ("failed mail", Level.CHECK)
    assert "1 message could not be delivered in the last day" in incident.problem


@pytest.mark.usefixtures("nobody_works")
def test_due_mail_that_nobody_tries_beside_a_worker_names_the_clock() -> None:
    mail = write()
    Mail.objects.filter(pk=mail.pk).update(next_try_at=timezone.now() - timedelta(minutes=3))
    assert find_mail_incidents() == []
    see_worker()
    [incident] = find_mail_incidents()
    assert incident.key == "clock"
    assert incident.commands[1] == "tail -n 50 var/log/beat.log"


@pytest.mark.usefixtures("refusing")
def test_without_a_mail_server_mail_is_no_incident(settings: Any) -> None:
    write()
    jobs.send_mail()
    settings.MAIL_TRANSPORT = ""
    assert find_mail_incidents() == []
