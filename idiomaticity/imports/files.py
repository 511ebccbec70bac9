"""Files as the jobs that read them find them, and name them in their results."""

from collections.abc import Sequence
from typing import Any

from annotation_site.jobs.models import Upload
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError

LARGEST_FILE = 50 << 20


def find_uploads(run: JobRun) -> list[Upload]:
    """The job's files in the order in which they were named."""
    found = {upload.pk: upload for upload in run.job.project.uploads.filter(pk__in=run.parameters["uploads"])}
    return [found[pk] for pk in run.parameters["uploads"]]


def read_upload(upload: Upload) -> tuple[bytes, str]:
    """Content and name."""
    if upload.size > LARGEST_FILE:
        raise DomainError(f"{upload.name} is larger than {LARGEST_FILE >> 20} MB; split it.")
    with upload.file.open("rb") as file:
        return file.read(), upload.name


def describe_files(uploads: Sequence[Upload]) -> list[dict[str, Any]]:
    """Files as results of jobs name them."""
    return [{"name": upload.name, "size": upload.size, "sha256": upload.sha256} for upload in uploads]
