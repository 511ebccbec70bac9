"""Rows that nobody needs any more, and those that stay."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from annotation_site.accounts.models import Session
from annotation_site.jobs.jobs import sweep
from annotation_site.jobs.models import Job
from tests.annotation_site.jobs.asking import ask
from tests.evaluation.translated import make_test_set
from tests.factories import make_project

pytestmark = pytest.mark.django_db


def make_job(kind: str, state: str, days_ago: float, **parameters: object) -> Job:
    job = ask()
    finished_at = timezone.now() - timedelta(days=days_ago)
    Job.objects.filter(pk=job.pk).update(kind=kind, state=state, finished_at=finished_at, parameters=parameters)
    return job


def stays(job: Job) -> bool:
    return Job.objects.filter(pk=job.pk).exists()


@pytest.mark.parametrize("state", [Job.State.FAILED, Job.State.CANCELLED])
def test_a_job_that_led_nowhere_goes_after_its_days(state: str) -> None:
    old = make_job("release", state, settings.JOBS_KEPT_DAYS + 1)
    young = make_job("release", state, settings.JOBS_KEPT_DAYS - 1)
    sweep()
    assert (stays(old), stays(young)) == (False, True)


@pytest.mark.parametrize("state", [Job.State.QUEUED, Job.State.RUNNING, Job.State.SUCCEEDED, Job.State.TAKEN_BACK])
def test_every_other_job_stays(state: str) -> None:
    job = make_job("release", state, 10_000)
    sweep()
    assert stays(job)


def test_a_job_to_which_a_row_refers_stays() -> None:
    job = make_test_set(make_project()).job
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, finished_at=timezone.now() - timedelta(days=10_000))
    sweep()
    assert stays(job)


def test_a_preview_that_nobody_confirmed_goes_after_its_days() -> None:
    old = make_job("import_preview", Job.State.SUCCEEDED, settings.PREVIEWS_KEPT_DAYS + 1)
    young = make_job("import_preview", Job.State.SUCCEEDED, settings.PREVIEWS_KEPT_DAYS - 1)
    sweep()
    assert (stays(old), stays(young)) == (False, True)


def test_a_preview_that_became_an_import_stays() -> None:
    preview = make_job("import_preview", Job.State.SUCCEEDED, 10_000)
    make_job("import", Job.State.SUCCEEDED, 10_000, preview=preview.pk)
    sweep()
    assert stays(preview)


def test_only_sessions_that_have_ended_go() -> None:
    for name, days in (("ended", -1), ("lasting", 1)):
        Session.objects.create(session_key=name, session_data="", expire_date=timezone.now() + timedelta(days=days))
    sweep()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["lasting"]
