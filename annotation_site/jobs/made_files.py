"""Files that jobs make: kept like uploads, so that another job can read them."""

import hashlib
from typing import IO

from django.core.files.base import File

from annotation_site.jobs.models import Job, Upload


def keep_made_file(job: Job, file: IO[bytes], name: str) -> Upload:
    """Keep what a job wrote, in whole, as an upload of whoever asked for the job; call it while the job completes."""
    size = file.seek(0, 2)
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    upload = Upload(project=job.project, uploaded_by=job.requested_by, name=name, size=size, sha256=digest)
    upload.file.save(f"{digest[:32]}.upload", File(file), save=False)
    upload.save()
    return upload
