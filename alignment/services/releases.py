"""Asking for a release of the gold standard."""

from uuid import UUID

from django.db import transaction

from annotation_site.projects.exceptions import NotEditable
from annotation_site.projects.models import Job, Project, Role, User
from annotation_site.projects.selectors import require_role
from annotation_site.projects.services.jobs import request_job

RELEASE = "release"


@transaction.atomic
def request_release(*, user: User, project: Project, request_id: UUID, note: str = "") -> Job:
    """Queue a release of every pair that has all its readings; one is built at a time."""
    require_role(user, project, Role.MANAGER)
    Project.objects.select_for_update().get(pk=project.pk)
    key = str(request_id)
    unfinished = Job.objects.unfinished().filter(project=project, kind=RELEASE).exclude(idempotency_key=key)
    if unfinished.exists():
        raise NotEditable("A release of this project is being built already. Wait for it, or cancel it.")
    return request_job(
        user=user,
        project=project,
        kind=RELEASE,
        task="alignment.tasks.run_release",
        idempotency_key=key,
        parameters={"note": note.strip()[:300]},
    )
