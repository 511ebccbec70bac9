"""Machines whose clocks differ: what one process stores and another compares comes from the database's clock."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import Heartbeat, claim_job, requeue_expired_jobs
from annotation_site.jobs.services import cancel_job, retry_job
from annotation_site.jobs.workers.rounds import record_sighting, sweep_jobs
from annotation_site.jobs.workers.turns import count_processes
from annotation_site.mail import jobs as sending
from annotation_site.mail.models import Mail
from tests.annotation_site.jobs.asking import again, ask, expire

ROOT = Path(settings.BASE_DIR)
MACHINE_TIME = re.compile(r"timezone\.now|time\.time|datetime\.now|auto_now")
# Modules in which processes judge each other's leases, bells and turns, now and whenever they change.
JUDGING = (
    "jobs/running.py",
    "jobs/tasks.py",
    "jobs/workers/*.py",
    "mail/jobs.py",
    "mail/models.py",
    "mail/services.py",
)


@pytest.fixture(params=[-150, 150])
def elsewhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Set the clock of this machine wrong, until its patches are undone."""
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + timedelta(seconds=request.param))
    return monkeypatch


@pytest.mark.parametrize("pattern", JUDGING)
def test_no_module_that_judges_leases_reads_the_clock_of_its_machine(pattern: str) -> None:
    paths = sorted((ROOT / "annotation_site").glob(pattern))
    assert paths
    assert not [path.name for path in paths if MACHINE_TIME.search(path.read_text())]


@pytest.mark.django_db(transaction=True)
def test_a_job_on_a_machine_with_a_wrong_clock_is_left_alone(elsewhere: pytest.MonkeyPatch) -> None:
    job = ask()
    run = claim_job(job.pk)
    assert run is not None
    assert Heartbeat(run)._renew((1, 2))
    sweep_jobs()
    elsewhere.undo()
    sweep_jobs()
    assert again(job).state == Job.State.RUNNING


@pytest.mark.django_db(transaction=True)
def test_a_machine_with_a_wrong_clock_sweeps_as_every_other(elsewhere: pytest.MonkeyPatch) -> None:
    job = ask()
    claim_job(job.pk)
    sweep_jobs()
    assert again(job).state == Job.State.RUNNING
    expire(job)
    assert requeue_expired_jobs() == [job]


@pytest.mark.django_db(transaction=True)
def test_a_bell_that_a_wrong_clock_recorded_is_neither_late_nor_early(elsewhere: pytest.MonkeyPatch) -> None:
    first, second = ask(), ask()
    cancel_job(user=second.requested_by, job=second)
    retry_job(user=second.requested_by, job=again(second))
    elsewhere.undo()
    ages = [timezone.now() - again(job).rung_at for job in (first, second)]
    assert all(abs(age) < timedelta(seconds=60) for age in ages)


@pytest.mark.django_db(transaction=True)
def test_a_worker_with_a_wrong_clock_counts_as_alive(elsewhere: pytest.MonkeyPatch) -> None:
    record_sighting("there", 3)
    elsewhere.undo()
    # A worker of the suite may have been seen as well.
    assert count_processes() >= 3


@pytest.mark.django_db(transaction=True)
def test_mail_that_a_machine_with_a_wrong_clock_sends_is_not_sent_by_another(elsewhere: pytest.MonkeyPatch) -> None:
    Mail.objects.create(address="a@example.org", subject="One")
    Mail.objects.create(address="b@example.org", subject="Two")
    assert sending._claim() is not None
    elsewhere.undo()
    assert sending._claim() is None
