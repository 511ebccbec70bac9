"""Failed jobs: their messages, and the ones that are retried."""

import pytest
from django.db import OperationalError

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, requeue_expired_jobs, work_on
from annotation_site.projects.models import Project
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from tests.annotation_site.jobs.asking import again, ask, expire, rename

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_domain_error_fails_the_job_with_its_sentence() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        raise DomainError("The file ends in the middle.")

    work_on(job.pk, body)
    assert (again(job).state, again(job).error) == (Job.State.FAILED, "The file ends in the middle.")


def test_a_file_that_cannot_be_read_fails_the_job_with_its_place() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        raise FormatError("links.txt", 3, "“x” is no link.")

    work_on(job.pk, body)
    assert again(job).error == str(FormatError("links.txt", 3, "“x” is no link."))
    assert "server error" not in again(job).error


def test_a_sentence_that_quotes_what_no_database_stores_is_told_all_the_same() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        raise DomainError("Line 3: “\udc9d\x00” is no link.")

    work_on(job.pk, body)
    assert (again(job).state, again(job).error) == (Job.State.FAILED, "Line 3: “\\udc9d\\x00” is no link.")


def test_an_unforeseen_error_fails_the_job_with_its_number_and_no_details(caplog: pytest.LogCaptureFixture) -> None:
    job = ask()

    def body(run: JobRun) -> None:
        with run.completing():
            Project.objects.filter(pk=job.project_id).update(name="half done")
            raise ZeroDivisionError("secret of the house")

    work_on(job.pk, body)
    job = again(job)
    assert job.state == Job.State.FAILED
    assert f"Job {job.pk} failed because of a server error." in job.error
    assert "secret" not in job.error
    assert job.project.name != "half done"
    assert "secret of the house" in caplog.text


def test_a_job_that_lost_the_database_goes_back_to_the_queue() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    work_on(job.pk, body)
    assert again(job).state == Job.State.RUNNING
    expire(job)
    assert [waiting.pk for waiting in requeue_expired_jobs()] == [job.pk]
    work_on(job.pk, rename("done"))
    assert again(job).state == Job.State.SUCCEEDED
