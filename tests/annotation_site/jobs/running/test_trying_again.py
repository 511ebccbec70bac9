"""Rights to retry a job, and one person's quota of jobs."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobStopped, claim_job, work_on
from annotation_site.jobs.services import cancel_job, request_job, retry_job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Role
from annotation_site.projects.services.members import remove_member
from annotation_site.web.exceptions import LimitReached, NotEditable, RoleRequired
from tests.annotation_site.jobs.asking import again, ask, rename
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db(transaction=True)


def test_trying_again_keeps_the_fence_and_gives_three_new_attempts() -> None:
    job = ask()
    old = claim_job(job.pk)
    assert old is not None
    cancel_job(user=job.requested_by, job=job)
    retry_job(user=job.requested_by, job=again(job))
    assert (again(job).state, again(job).attempt, again(job).attempt_limit) == (Job.State.QUEUED, 1, 4)
    new = claim_job(job.pk)
    assert new is not None
    assert new.attempt == 2
    with pytest.raises(JobStopped):
        rename("by the worker that was cancelled")(old)
    rename("by the new one")(new)
    assert again(job).project.name == "by the new one"


def test_a_manager_who_became_adjudicator_has_no_import_again() -> None:
    project = make_project()
    former = make_member(project, Role.MANAGER)
    job = request_job(user=former.user, project=project, kind="import", idempotency_key="once", parameters={})
    cancel_job(user=former.user, job=job)
    remove_member(user=project.created_by, membership=former)
    make_member(project, Role.ADJUDICATOR, user=former.user)
    with pytest.raises(RoleRequired):
        retry_job(user=former.user, job=again(job))
    assert again(job).state == Job.State.CANCELLED


def test_a_running_job_cannot_be_tried_again() -> None:
    job = ask()
    claim_job(job.pk)
    with pytest.raises(NotEditable):
        retry_job(user=job.requested_by, job=again(job))


def test_whoever_lost_their_right_gets_nothing_done() -> None:
    project = make_project()
    second = make_member(project, Role.MANAGER)
    job = ask(project)
    remove_member(user=second.user, membership=project.memberships.get(user=project.created_by, role=Role.MANAGER))
    work_on(job.pk, rename("by somebody who left"))
    job = again(job)
    assert job.state == Job.State.FAILED
    assert "The person who requested this job no longer has permission for it." in job.error
    assert job.project.name != "by somebody who left"


def test_trying_again_is_held_to_the_quota_too(settings) -> None:  # type: ignore[no-untyped-def]
    settings.JOBS_WAITING_PER_PERSON = 2
    project = make_project()
    stopped = ask(project)
    cancel_job(user=project.created_by, job=stopped)
    for _ in range(settings.JOBS_WAITING_PER_PERSON):
        ask(project)
    with pytest.raises(LimitReached):
        retry_job(user=project.created_by, job=again(stopped))
    assert again(stopped).state == Job.State.CANCELLED


def test_one_person_fills_the_store_only_so_fast(settings) -> None:  # type: ignore[no-untyped-def]
    settings.UPLOAD_LIMIT_BYTES, settings.UPLOADS_PER_DAY = 10, 2
    project = make_project()
    for _ in range(2):
        store_upload(user=project.created_by, project=project, file=ContentFile(b"x" * 10), name="text.tsv")
    with pytest.raises(LimitReached):
        store_upload(user=project.created_by, project=project, file=ContentFile(b"x"), name="text.tsv")
    Upload.objects.update(created_at=timezone.now() - timedelta(days=1, seconds=1))
    store_upload(user=project.created_by, project=project, file=ContentFile(b"x"), name="text.tsv")
