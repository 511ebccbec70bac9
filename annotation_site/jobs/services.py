"""Asking for background work, stopping it, asking again; and taking in the files it works on."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import find_kind
from annotation_site.jobs.tasks import ring
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_run_jobs, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, LimitReached, NotEditable


def store_upload(*, user: User, project: Project, file: File[bytes], name: str) -> Upload:
    """Keep a file for jobs to read, with its hash; refused when empty or too large."""
    require(can_run_jobs, user, project)
    if not file.size:
        raise DomainError(f"{name} is empty.")
    if file.size > settings.UPLOAD_LIMIT_BYTES:
        raise DomainError(f"{name} is larger than {settings.UPLOAD_LIMIT_BYTES // 1024 // 1024} MB; split it.")
    _require_room_on_disk(user, file.size)
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    # The stored name is ours: nothing of what the person's machine calls the file reaches the file system.
    upload = Upload(project=project, uploaded_by=user, name=name[:255], size=file.size, sha256=digest.hexdigest())
    upload.file.save(f"{digest.hexdigest()[:32]}.upload", file, save=False)
    upload.save()
    return upload


@contextmanager
def keeping_uploads(*, user: User, project: Project) -> Iterator[Callable[[UploadedFile], Upload]]:
    """Store files of a form one by one, under the names they have; where what is asked of them is refused, inside the
    block, none of them stays."""
    kept: list[Upload] = []

    def keep(file: UploadedFile) -> Upload:
        kept.append(store_upload(user=user, project=project, file=file, name=file.name or "file"))
        return kept[-1]

    try:
        yield keep
    except DomainError:
        for upload in kept:
            discard_upload(upload)
        raise


def discard_upload(upload: Upload) -> None:
    """Give a file back that no job will read, as the same one was asked for before."""
    upload.file.delete(save=False)
    upload.delete()


@transaction.atomic
def request_job(
    *,
    user: User,
    project: Project,
    kind: str,
    idempotency_key: str,
    parameters: dict[str, Any],
) -> Job:
    """Insert the row, then ring the bell after commit. Asking twice with one key gives the same job."""
    find_kind(kind)
    job = Job(
        project=project,
        kind=kind,
        requested_by=user,
        idempotency_key=idempotency_key,
        parameters=parameters,
    )
    require(job.ability, user, project)
    _lock_person(user)
    existing = Job.objects.filter(project=project, kind=kind, idempotency_key=idempotency_key).first()
    if existing is not None:
        return existing
    _require_room_in_queue(user)
    job.save()
    record_operation(actor=user, project=project, kind="request_job", payload={"job": job.pk, "kind": kind})
    transaction.on_commit(lambda: ring(job))
    return job


@transaction.atomic
def cancel_job(*, user: User, job: Job) -> Job:
    """Stop a job that has not finished; its worker notices within a second and leaves nothing behind."""
    job = _lock_own_job(user, job)
    if job.is_finished:
        raise NotEditable("This job has finished already.")
    job.state = Job.State.CANCELLED
    job.finished_at = timezone.now()
    job.error = f"Cancelled by {user}."
    job.save(update_fields=["state", "finished_at", "error"])
    record_operation(actor=user, project=job.project, kind="cancel_job", payload={"job": job.pk})
    return job


@transaction.atomic
def retry_job(*, user: User, job: Job) -> Job:
    """Queue a failed or cancelled job again, from the start."""
    _lock_person(job.requested_by)
    job = _lock_own_job(user, job)
    if job.state not in (Job.State.FAILED, Job.State.CANCELLED):
        raise NotEditable("Only a job that failed or was cancelled can be tried again.")
    _require_room_in_queue(job.requested_by)
    job.state, job.error, job.done, job.total = Job.State.QUEUED, "", 0, None
    # The count of attempts is the fence and never goes back: an old worker may still be on its way out.
    job.attempt_limit = job.attempt + settings.JOB_ATTEMPTS
    job.rung_at = timezone.now()
    job.finished_at = None
    job.save(update_fields=["state", "error", "attempt_limit", "done", "total", "rung_at", "finished_at"])
    record_operation(actor=user, project=job.project, kind="retry_job", payload={"job": job.pk})
    transaction.on_commit(lambda: ring(job))
    return job


def _require_room_on_disk(user: User, size: int) -> None:
    """Uploads are kept for good, since releases rest on them; this bounds how fast one person can fill the store."""
    lately = Upload.objects.filter(uploaded_by=user, created_at__gt=timezone.now() - timedelta(days=1))
    taken = lately.aggregate(total=Sum("size"))["total"] or 0
    if taken + size > settings.UPLOADS_PER_DAY * settings.UPLOAD_LIMIT_BYTES:
        most = settings.UPLOADS_PER_DAY * settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        raise LimitReached(f"You handed in {most:,} MB within a day. Go on tomorrow.")


def _lock_person(user: User) -> None:
    """Serialises one person's requests, so that the quota holds against a burst."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _require_room_in_queue(user: User) -> None:
    if Job.objects.unfinished().filter(requested_by=user).count() >= settings.JOBS_WAITING_PER_PERSON:
        raise LimitReached(f"{settings.JOBS_WAITING_PER_PERSON} of your jobs are waiting already. Let some finish.")


def _lock_own_job(user: User, job: Job) -> Job:
    require(job.ability, user, job.project)
    return (
        Job.objects.select_for_update(no_key=True, of=("self",))
        .select_related("project", "requested_by")
        .get(pk=job.pk)
    )
