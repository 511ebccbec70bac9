"""A job is claimed once, and its effect and success are stored together."""

import threading

import pytest
from django.db import connection

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, JobStopped, claim_job, requeue_expired_jobs, work_on
from tests.annotation_site.jobs.asking import (
    again,
    ask,
    expire,
    rename,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_job_is_claimed_once() -> None:
    job = ask()
    assert claim_job(job.pk) is not None
    assert claim_job(job.pk) is None
    assert again(job).attempt == 1


def test_ten_workers_that_hear_the_same_bell_claim_once() -> None:
    job = ask()
    runs: list[JobRun | None] = []

    def claim() -> None:
        runs.append(claim_job(job.pk))
        connection.close()

    threads = [threading.Thread(target=claim) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([run for run in runs if run]) == 1


def test_effect_and_success_are_stored_together() -> None:
    job = ask()
    work_on(job.pk, rename("done"))
    job = again(job)
    assert (job.state, job.result, job.project.name) == (Job.State.SUCCEEDED, {"name": "done"}, "done")
    assert job.finished_at is not None


def test_a_finished_job_is_not_done_again() -> None:
    job = ask()
    work_on(job.pk, rename("first"))
    work_on(job.pk, rename("second"))
    assert again(job).project.name == "first"


def test_an_effect_is_undone_when_the_job_was_taken_over() -> None:
    job = ask()
    slow = claim_job(job.pk)
    assert slow is not None
    expire(job)
    requeue_expired_jobs()
    work_on(job.pk, rename("by the second worker"))
    with pytest.raises(JobStopped):
        rename("by the first worker, too late")(slow)
    slow.fail("too late as well")
    job = again(job)
    assert (job.state, job.attempt, job.project.name) == (Job.State.SUCCEEDED, 2, "by the second worker")
