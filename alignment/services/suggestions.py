"""Asking for suggested links to be taken in."""

from uuid import UUID

from django.core.files.base import File

from alignment.link_files import DETECT, find_fault_in_options
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Job, Project, Role, User
from annotation_site.projects.selectors import require_role
from annotation_site.projects.services.jobs import request_job, store_upload

SUGGESTIONS = "suggestions"


def request_suggestions(
    *,
    user: User,
    project: Project,
    request_id: UUID,
    file: File[bytes],
    file_name: str,
    alignment_format: str,
    base: str = DETECT,
    is_reversed: bool = False,
) -> Job:
    """Keep a file of links and queue its becoming suggestions; the same request again gives the same job."""
    require_role(user, project, Role.MANAGER)
    if fault := find_fault_in_options(alignment_format, base):
        raise DomainError(fault)
    if not project.item_count:
        raise DomainError("Import the text first: suggestions are about its pairs.")
    earlier: Job | None = project.jobs.filter(kind=SUGGESTIONS, idempotency_key=str(request_id)).first()
    if earlier is not None:
        return earlier
    upload = store_upload(user=user, project=project, file=file, name=file_name)
    return request_job(
        user=user,
        project=project,
        kind=SUGGESTIONS,
        task="alignment.tasks.run_suggestions",
        idempotency_key=str(request_id),
        parameters={"upload": upload.pk, "format": alignment_format, "base": base, "is_reversed": is_reversed},
    )
