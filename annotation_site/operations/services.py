"""Appending operations, and recognising repeated ones."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.operations.models import Operation
from annotation_site.prepared import Insert, Prepared, Update
from annotation_site.web.exceptions import DomainError

if TYPE_CHECKING:
    from annotation_site.assignments.models import Assignment, Item
    from annotation_site.projects.models import Project

_find_earlier = Prepared(
    lambda actor, operation_id: Operation.objects.filter(actor=actor, operation_id=operation_id).order_by()
)
_append = Insert(Operation)

USED_OTHERWISE = gettext_noop(
    "This operation ID was already used for a different action. Use a new ID for every action."
)


def find_repeat(*, actor: User, operation_id: UUID, kind: str, subject: Assignment | Item) -> Operation | None:
    """Return the operation that already has this id, or None. Call it under the lock of the changed object."""
    earlier = _find_earlier.first(actor.pk, operation_id)
    if earlier is None:
        return None
    about = earlier.assignment_id if subject._meta.model_name == "assignment" else earlier.item_id
    if earlier.kind != kind or about != subject.pk:
        raise DomainError(_(USED_OTHERWISE))
    return earlier


def is_repeat(
    *,
    actor: User,
    operation_id: UUID | None,
    kind: str,
    project: Project | None = None,
    about: Mapping[str, Any] = MappingProxyType({}),
) -> bool:
    """Return whether this id already made such an operation, for actions on neither an assignment nor an item; `about`
    identifies the object as their payload does, in the project if one is given. Call it under the lock of the changed
    object.
    """
    earlier = _find_earlier.first(actor.pk, operation_id) if operation_id else None
    if earlier is None:
        return False
    is_elsewhere = project is not None and earlier.project_id != project.pk
    is_other = any(earlier.payload.get(name) != value for name, value in about.items())
    if earlier.kind != kind or is_elsewhere or is_other:
        raise DomainError(_(USED_OTHERWISE))
    return True


def record_operation(
    *,
    actor: User,
    kind: str,
    project: Project | None = None,
    payload: dict[str, Any] | None = None,
    item: Item | None = None,
    assignment: Assignment | None = None,
    operation_id: UUID | None = None,
    version: int = 0,
    at: datetime | None = None,
    stores: tuple[str, ...] = (),
) -> Operation:
    """Append an operation in the caller's transaction, or raise NotEditable if the project is archived or deleted; an
    item's project need not be named. `at` is the time to record when it must equal a time stored elsewhere; `stores`
    are fields of the assignment that are stored by the same statement. An operation on an assignment is stored with the
    next statement, and bears no key.
    """
    item = item or (assignment.item if assignment else None)
    if item is not None and (project is None or project.pk != item.project_id):
        project = item.project
    if project is None:
        raise ValueError("An operation needs a project.")
    project.require_active()
    operation = Operation(
        actor=actor,
        project_id=project.pk,
        item=item,
        assignment=assignment,
        kind=kind,
        payload=payload or {},
        operation_id=operation_id or uuid4(),
        version=version,
        created_at=at or timezone.now(),
    )
    if assignment is None:
        return _append(operation)
    if stores:
        _append_storing(type(assignment), stores).later(operation, assignment)
    else:
        _append.later(operation)
    return operation


@cache
def _append_storing(assignments: type[Assignment], fields: tuple[str, ...]) -> Insert[Operation]:
    return Insert(Operation, Update(assignments, *fields))
