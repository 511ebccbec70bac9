"""Requests for agreement by word frequency."""

from django.core.files.base import File

from alignment.agreement.frequency import Side, read_starts
from alignment.agreement.queries.figures import read_changes
from alignment.agreement.queries.frequencies import FREQUENCY_JOB
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import keeping_uploads, key_of
from annotation_site.projects.abilities import can_run_jobs, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

LONGEST_NAME = 120


def request_frequency_agreement(
    *, user: User, project: Project, side: Side, starts: str, file: File[bytes] | None = None, file_name: str = ""
) -> Job:
    """Queue agreement by frequency band: of the words of one side, in the project's text or in a list `word<TAB>count`.

    The same options for the same readings return the same job.
    """
    require(can_run_jobs, user, project)
    try:
        bounds = read_starts(starts)
    except ValueError as error:
        raise DomainError(str(error)) from error
    changes = read_changes(project)
    if not changes:
        raise DomainError("No sentence pairs have two readings yet.")
    with keeping_uploads(user=user, project=project) as keep:
        upload = keep(file, file_name) if file else None
        options = {"changes": changes, "side": side, "starts": bounds, "sha256": upload.sha256 if upload else ""}
        return request_job(
            user=user,
            project=project,
            kind=FREQUENCY_JOB,
            idempotency_key=key_of(options),
            parameters={"side": side, "starts": bounds, "upload": upload},
        )
