"""Requesting that an import is taken back."""

from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.imports.jobs import TAKE_BACK
from annotation_site.imports.queries import plan_taking
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import find_brought
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable


@transaction.atomic
def request_taking_back(*, user: User, project: Project, imported: Job, request_id: UUID) -> Job:
    """Queue the job that deletes what an import brought. Refused with the reason once somebody worked on it; the job
    looks again.
    """
    require(can_manage, user, project)
    earlier: Job | None = project.jobs.filter(kind=TAKE_BACK, idempotency_key=str(request_id)).first()
    if earlier is not None:
        return earlier
    brought = find_brought(imported)
    if brought is None:
        raise NotEditable("There is nothing to undo: this job is not a finished import, or it was undone already.")
    if refusal := plan_taking(brought).refusal:
        raise NotEditable(refusal)
    return request_job(
        user=user,
        project=project,
        kind=TAKE_BACK,
        idempotency_key=str(request_id),
        parameters={"import": imported.pk},
    )
