"""Uploads for jobs to read: stored only with a job, and as long as one needs them."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Protocol
from uuid import UUID

from django.conf import settings
from django.core.files.base import File
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import MOST_AT_ONCE
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_run_jobs, require
from annotation_site.projects.models import Project
from annotation_site.quotas.queries import require_room
from annotation_site.web.exceptions import DomainError


class Keep(Protocol):
    """Store a file, under its own name where none is given."""

    def __call__(self, file: File[bytes], name: str = "") -> Upload: ...


def store_upload(*, user: User, project: Project, file: File[bytes], name: str) -> Upload:
    """Store a file for jobs to read, with its hash; refused when empty or too large."""
    require(can_run_jobs, user, project)
    if not file.size:
        raise DomainError(f"{name} is empty.")
    if file.size > settings.UPLOAD_LIMIT_BYTES:
        raise DomainError(f"{name} is larger than {settings.UPLOAD_LIMIT_BYTES // 1024 // 1024} MB. Split it.")
    # What a job has used is never deleted, because releases depend on it.
    require_room("uploads", file.size, user=user, project=project)
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return _store(project, user, file, name, file.size, digest.hexdigest())


def keep_made_file(job: Job, file: Any, name: str) -> Upload:
    """Store a job's complete output as an upload of its requester; call it while the job completes."""
    size = file.seek(0, 2)
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    upload = _store(job.project, job.requested_by, File(file), name, size, digest)
    job.uploads.add(upload)
    return upload


def discard_made_file(upload: Upload) -> None:
    """Let go of what jobs made for each other alone, in the caller's transaction; it is deleted after the commit, and
    swept like what no job uses if that comes to nothing.
    """
    upload.jobs.clear()
    transaction.on_commit(lambda: _delete(upload), robust=True)


@contextmanager
def keeping_uploads(*, user: User, project: Project) -> Iterator[Keep]:
    """Store files for a job that is about to be requested. Files without a job in the end, because the request was
    refused or repeated, are deleted.
    """
    kept: list[Upload] = []

    def keep(file: File[bytes], name: str = "") -> Upload:
        kept.append(store_upload(user=user, project=project, file=file, name=name or file.name or "file"))
        return kept[-1]

    try:
        yield keep
    finally:
        for upload in kept:
            if not upload.jobs.exists():
                _delete(upload)


def keep_and_request(
    ask: Callable[[Keep], Job], *, user: User, project: Project, kinds: Sequence[str], request_id: UUID
) -> Job:
    """Store files and request the job that reads them; the same request again gives the same job, whatever has changed
    since, and stores nothing.
    """
    earlier: Job | None = project.jobs.filter(kind__in=kinds, idempotency_key=str(request_id)).first()
    if earlier is not None:
        return earlier
    with keeping_uploads(user=user, project=project) as keep:
        return ask(keep)


def request_reading(
    *,
    user: User,
    project: Project,
    kind: str,
    file: File[bytes],
    file_name: str,
    options: Mapping[str, Any],
    extra: Mapping[str, Any] | None = None,
) -> Job:
    """Store a file and queue the job that reads it; the same bytes with the same `options` return the same job, whose
    parameters also hold the name of the file, and `extra`.
    """
    with keeping_uploads(user=user, project=project) as keep:
        upload = keep(file, file_name)
        return request_job(
            user=user,
            project=project,
            kind=kind,
            idempotency_key=key_of({**options, "sha256": upload.sha256}),
            parameters={**options, **(extra or {}), "upload": upload, "file_name": upload.name},
        )


def key_of(question: Mapping[str, Any]) -> str:
    """Return the key by which the same request finds its earlier job."""
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


def find_uploads(project: Project, ids: Sequence[int]) -> list[Upload]:
    """Return files of the project in the order requested. Raise DomainError, naming those that are missing."""
    by_key = {upload.pk: upload for upload in Upload.objects.filter(project=project, pk__in=ids)}
    if missing := [str(pk) for pk in ids if pk not in by_key]:
        raise DomainError(f"There is no upload {', '.join(missing)} in this project.")
    return [by_key[pk] for pk in ids]


def delete_unused_uploads() -> int:
    """Delete files that no job has needed for days; return their number."""
    unused = list(find_unused(_term_limit()).values_list("pk", flat=True)[:MOST_AT_ONCE])
    return sum(_delete_if_unused(pk) for pk in unused)


def _term_limit() -> Any:
    return Now() - timedelta(days=settings.UPLOADS_KEPT_DAYS)


def find_unused(limit: Any) -> QuerySet[Upload]:
    """Return files that no job has needed since."""
    needed = ~Q(state__in=[Job.State.FAILED, Job.State.CANCELLED, Job.State.TAKEN_BACK]) | Q(finished_at__gte=limit)
    needing = Job.objects.filter(needed, uploads=OuterRef("pk"))
    return Upload.objects.filter(~Exists(needing), created_at__lt=limit)


@transaction.atomic
def _delete_if_unused(pk: int) -> bool:
    """Check again under a lock, which every request for a job takes, too: one may have come in meanwhile."""
    Upload.objects.select_for_update(no_key=True, of=("self",)).filter(pk=pk).first()
    upload = find_unused(_term_limit()).filter(pk=pk).first()
    if upload is None:
        return False
    _delete(upload)
    return True


def _delete(upload: Upload) -> None:
    """Delete the file before its row, which a caller's transaction may still roll back: a row that has lost its file is
    swept, a file that has lost its row is found by nobody.
    """
    upload.file.delete(save=False)
    upload.delete()


def _store(project: Project, user: User, file: File[bytes], name: str, size: int, sha256: str) -> Upload:
    # The stored name is ours: nothing of what the person's machine calls the file reaches the file system.
    upload = Upload(project=project, uploaded_by=user, name=name[:255], size=size, sha256=sha256)
    upload.file.save(f"{sha256[:32]}.upload", file, save=False)
    try:
        upload.save()
    except BaseException:
        upload.file.delete(save=False)
        raise
    return upload
