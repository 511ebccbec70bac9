"""Keeping a file that was handed in, and asking a job to read it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from django.core.files.base import File

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import discard_upload, request_job, store_upload
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError


def request_reading(
    *,
    user: User,
    project: Project,
    kind: str,
    file: File[bytes],
    file_name: str,
    asked: Mapping[str, object],
    told: Mapping[str, object] | None = None,
) -> Job:
    """The same bytes handed in again with the same `asked` give the same job, and the second copy goes; the job is
    also told the name of the file, and `told`."""
    upload = store_upload(user=user, project=project, file=file, name=file_name)
    question = json.dumps({**asked, "sha256": upload.sha256}, sort_keys=True).encode()
    try:
        job = request_job(
            user=user,
            project=project,
            kind=kind,
            idempotency_key=hashlib.sha256(question).hexdigest(),
            parameters={**asked, **(told or {}), "upload": upload.pk, "file_name": upload.name},
        )
    except DomainError:
        discard_upload(upload)
        raise
    if job.parameters["upload"] != upload.pk:
        discard_upload(upload)
    return job
