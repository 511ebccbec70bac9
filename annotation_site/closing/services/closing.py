"""Archiving a project, deleting it, and bringing it back: for its managers, and for operators."""

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.closing.queries import ARCHIVE, DELETE, RESTORE
from annotation_site.jobs.services import cancel_unfinished
from annotation_site.notices.models import Notice
from annotation_site.operations.models import Operation
from annotation_site.projects.abilities import require_manager_or_operator
from annotation_site.projects.models import Project
from annotation_site.texts.names import clean_name
from annotation_site.web.exceptions import DomainError, NotEditable

State = Project.State
HAS_RELEASES = (
    "This project has releases, which papers may cite. Archive it instead. Only an operator of this site can delete it."
)


@transaction.atomic
def archive_project(*, user: User, project: Project) -> Project:
    """Close a project to every change, and hide it from lists; its unfinished jobs are cancelled."""
    project = _lock(user, project)
    if project.state == State.DELETED:
        raise NotEditable("This project was deleted. Restore it before you archive it.")
    if project.state == State.ACTIVE:
        _close(user, project, State.ARCHIVED, ARCHIVE)
    return project


@transaction.atomic
def delete_project(*, user: User, project: Project, name: str) -> Project:
    """Hide a project from everybody but its managers, who can restore it until its days of grace are over. One with
    releases, which papers may cite, is deleted by operators alone.
    """
    project = _lock(user, project)
    if not user.is_superuser and project.releases.exists():
        raise NotEditable(HAS_RELEASES)
    if clean_name(name) != clean_name(project.name):
        raise DomainError(f"Type the name of the project, “{project.name}”, to delete it. Nothing was deleted.")
    if project.state != State.DELETED:
        _close(user, project, State.DELETED, DELETE)
    return project


@transaction.atomic
def restore_project(*, user: User, project: Project) -> Project:
    """Open an archived or deleted project again, as it was; cancelled jobs stay cancelled."""
    project = _lock(user, project)
    if project.erased_at is not None and project.erased_at <= timezone.now():
        raise NotEditable("This project was deleted too long ago and can no longer be restored.")
    if project.state != State.ACTIVE:
        before = project.state
        _store(project, State.ACTIVE, None)
        _record(user, project, RESTORE, before=before)
    return project


def _lock(user: User, project: Project) -> Project:
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    require_manager_or_operator(user, project)
    if project.state == State.ERASING:
        raise NotEditable("This project is being erased and can no longer be restored.")
    return project


def _close(user: User, project: Project, state: str, kind: str) -> None:
    before = project.state
    done = "archived" if state == State.ARCHIVED else "deleted"
    cancelled = cancel_unfinished(user, project, f"the project was {done}")
    # Nothing in it waits for anybody any more.
    Notice.objects.filter(project=project).delete()
    _store(project, state, user)
    _record(user, project, kind, before=before, name=project.name, cancelled_jobs=cancelled)


def _store(project: Project, state: str, user: User | None) -> None:
    project.state, project.closed_by = state, user
    project.closed_at = timezone.now() if user else None
    project.save(update_fields=["state", "closed_at", "closed_by"])


def _record(user: User, project: Project, kind: str, **payload: Any) -> None:
    # Not by `record_operation`, which refuses where these acts lead to and come from.
    Operation.objects.create(actor=user, project=project, kind=kind, payload=payload, operation_id=uuid4())
