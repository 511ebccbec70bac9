"""Rounds of web and worker processes: sweeps, sightings, and the patience after a pause of the database."""

import time

import pytest
from django.conf import settings

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.jobs.running import claim_job
from annotation_site.jobs.tasks import work_on_job
from annotation_site.jobs.workers import rounds
from annotation_site.jobs.workers.rounds import RARE_SECONDS, Rounds, record_sighting, sweep_jobs
from tests.annotation_site.jobs.asking import again, ask, expire

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Give the seconds that this process counts, for tests to set forward."""
    passed = [time.monotonic()]
    monkeypatch.setattr(rounds, "monotonic", lambda: passed[0])
    return passed


@pytest.fixture
def bells(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Give the jobs for which a bell rang."""
    rung: list[int] = []
    monkeypatch.setattr(work_on_job, "delay", rung.append)
    return rung


@pytest.fixture
def silent() -> Job:
    """Make a job whose worker died."""
    job = ask()
    claim_job(job.pk)
    expire(job)
    return job


def make_round(made: Rounds, clock: list[float], seconds: float) -> None:
    clock[0] += seconds
    made.make_round()


def test_any_process_requeues_a_silent_job_and_rings_for_it(silent: Job, clock: list[float], bells: list[int]) -> None:
    made = Rounds()
    make_round(made, clock, settings.JOB_SWEEP_SECONDS - 0.1)
    assert again(silent).state == Job.State.RUNNING
    make_round(made, clock, 0.1)
    assert (again(silent).state, bells) == (Job.State.QUEUED, [silent.pk])


def test_after_a_pause_of_the_database_the_living_renew_their_leases_first(silent: Job, clock: list[float]) -> None:
    made = Rounds()
    make_round(made, clock, settings.JOB_LEASE_SECONDS)
    assert again(silent).state == Job.State.RUNNING
    make_round(made, clock, settings.JOB_SWEEP_SECONDS)
    assert again(silent).state == Job.State.QUEUED


def test_a_process_that_is_always_late_sweeps_all_the_same(silent: Job, clock: list[float]) -> None:
    made = Rounds()
    for _ in range(2):
        make_round(made, clock, settings.JOB_LEASE_SECONDS)
    assert again(silent).state == Job.State.QUEUED


def test_a_rare_duty_is_done_once_a_minute_after_a_sweep(silent: Job, clock: list[float]) -> None:
    states: list[str] = []
    made = Rounds(rare_duty=lambda: states.append(again(silent).state))
    seconds = settings.JOB_SWEEP_SECONDS
    for _ in range(int(2 * RARE_SECONDS / seconds)):
        make_round(made, clock, seconds)
    assert states == [Job.State.QUEUED] * 2


def test_no_more_bells_are_rung_than_processes_are_free(bells: list[int]) -> None:
    for _ in range(5):
        ask()
    working = ask()
    claim_job(working.pk)
    Job.objects.exclude(pk=working.pk).update(rung_at="2026-01-01T00:00Z")
    bells.clear()
    record_sighting("three", 3)
    WorkerSighting.objects.exclude(name="three").delete()  # the suite's own worker may have been seen, too
    sweep_jobs()
    first, second, *others = Job.objects.exclude(pk=working.pk).order_by("pk")
    assert bells == [first.pk, second.pk]
    WorkerSighting.objects.all().delete()
    sweep_jobs()
    assert bells == [first.pk, second.pk, others[0].pk]


def test_a_worker_that_was_gone_for_a_day_is_forgotten() -> None:
    WorkerSighting.objects.create(name="old", processes=1, seen_at="2026-01-01T00:00Z")
    record_sighting("new", 2)
    found = WorkerSighting.objects.filter(name__in=["old", "new"])  # the suite's own worker may have been seen, too
    assert [(each.name, each.processes) for each in found] == [("new", 2)]


def test_lease_and_sweep_bring_a_job_back_within_twenty_seconds() -> None:
    assert settings.JOB_LEASE_SECONDS + settings.JOB_SWEEP_SECONDS < 20
