"""Saving work on an assignment: one change, or several that were made offline."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import AnnotationKind
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leases import lease_end
from annotation_site.assignments.services.locks import (
    ACTIVITY,
    applied_once,
    count_activity,
    lock_assignment,
    require_current,
    tells_state,
)
from annotation_site.operations.models import Operation
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.server.counters import saves

# Content is read once the kind is known, which costs no query of its own.
ReadContent = Callable[[AnnotationKind], dict[str, Any]]
SAVED = ("version", "lease_expires_at", *ACTIVITY)


@dataclass(frozen=True, slots=True)
class Change:
    """One save, with the id chosen by its client."""

    operation_id: UUID
    read: ReadContent


def change_assignment(*, user: User, assignment_id: int, operation_id: UUID, version: int, **content: Any) -> Operation:
    """Save content as it is on the page, complete or not.

    A repeated operation id returns the first answer; an outdated version raises StaleVersion and changes nothing.
    """
    changes = [Change(operation_id, lambda kind: content)]
    return change_at_once(user=user, assignment_id=assignment_id, version=version, changes=changes)[0]


@tells_state
@applied_once
def change_at_once(
    *, user: User, assignment_id: int, version: int, changes: Sequence[Change], may_be_repeat: bool = False
) -> list[Operation]:
    """Apply changes in order, each an operation of its own, all or none. `version` is the one before the first; changes
    that arrived before are answered and not repeated.
    """
    assignment, kind = lock_assignment(user=user, assignment_id=assignment_id)
    made: list[Operation] = []
    stored = 0
    for change in changes:
        content, operation = change.read(kind), None
        if may_be_repeat:
            name = kind.operation_kind(content)
            operation = find_repeat(actor=user, operation_id=change.operation_id, kind=name, subject=assignment)
        if operation is None:
            place = require_current(assignment, kind, version)
            at = timezone.now()
            assignment.lease_expires_at = lease_end()
            count_activity(assignment, at)
            operation = save_content(
                user, assignment, kind, content, place=place, operation_id=change.operation_id, at=at, stores=SAVED
            )
            stored += 1
        made.append(operation)
        version = operation.version
    if stored:
        transaction.on_commit(lambda: saves.labels(kind.kind).inc(stored))
    return made


def save_content(
    user: User,
    assignment: Assignment,
    kind: AnnotationKind,
    content: dict[str, Any],
    *,
    at: datetime,
    place: Any = None,
    operation_id: UUID | None = None,
    stores: tuple[str, ...] = (),
) -> Operation:
    """Store the content and record it, in the caller's transaction and under its lock, with fields of the assignment
    that are to be stored; increments the version on the object.
    """
    payload = kind.save(assignment, place, **content)
    assignment.version += 1
    return record_operation(
        actor=user,
        assignment=assignment,
        kind=kind.operation_kind(content),
        payload=payload,
        operation_id=operation_id,
        version=assignment.version,
        at=at,
        stores=stores,
    )
