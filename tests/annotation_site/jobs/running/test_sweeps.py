"""The sweep of silent jobs."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import claim_job, requeue_expired_jobs
from annotation_site.jobs.workers.holds import Hold, hold
from annotation_site.jobs.workers.rounds import sweep_jobs
from tests.annotation_site.jobs.asking import (
    again,
    ask,
    expire,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_living_job_is_left_alone_by_the_sweep() -> None:
    job = ask()
    claim_job(job.pk)
    assert requeue_expired_jobs() == []
    assert again(job).state == Job.State.RUNNING


def test_a_job_that_nobody_heard_is_rung_again() -> None:
    job = ask()
    assert requeue_expired_jobs() == []
    Job.objects.filter(pk=job.pk).update(rung_at=timezone.now() - timedelta(seconds=61))
    assert [waiting.pk for waiting in requeue_expired_jobs()] == [job.pk]


def test_a_job_fails_with_a_sentence_after_three_silent_attempts() -> None:
    job = ask()
    for attempt in range(1, 4):
        run = claim_job(job.pk)
        assert run is not None
        assert run.attempt == attempt
        expire(job)
        requeue_expired_jobs()
    job = again(job)
    assert job.state == Job.State.FAILED
    assert "stopped 3 times" in job.error
    assert claim_job(job.pk) is None


def test_a_repeated_bell_gives_a_silent_job_no_fourth_attempt() -> None:
    job = ask()
    for _ in range(3):
        claim_job(job.pk)
        expire(job)
    assert claim_job(job.pk) is None
    assert again(job).attempt == 3


def test_only_one_sweep_runs_at_a_time() -> None:
    job = ask()
    claim_job(job.pk)
    expire(job)
    swept = threading.Event()

    def sweep_beside() -> None:
        sweep_jobs()
        connection.close()
        swept.set()

    with transaction.atomic():
        hold(Hold.SWEEP)
        threading.Thread(target=sweep_beside).start()
        assert swept.wait(60)
        assert again(job).state == Job.State.RUNNING
    sweep_jobs()
    assert again(job).state == Job.State.QUEUED
