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
    count_activity,
    lock_assignment,
    require_current,
    tells_state,
)
from annotation_site.operations.models import Operation
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.prepared import Update
from annotation_site.server.counters import saves

# Content is read once the kind is known, which costs no query of its own.
ReadContent = Callable[[AnnotationKind], dict[str, Any]]
_store_saved = Update(Assignment, "version", "lease_expires_at", *ACTIVITY)


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
@transaction.atomic
def change_at_once(*, user: User, assignment_id: int, version: int, changes: Sequence[Change]) -> list[Operation]:
    """Apply changes in order, each an operation of its own, all or none. `version` is the one before the first; changes
    that arrived before are answered and not repeated.
    """
    assignment, kind = lock_assignment(user=user, assignment_id=assignment_id)
    made: list[Operation] = []
    stored = 0
    for change in changes:
        content = change.read(kind)
        name = kind.operation_kind(content)
        earlier = find_repeat(actor=user, operation_id=change.operation_id, kind=name, subject=assignment)
        if earlier is None:
            place = require_current(assignment, kind, version)
            earlier = save_content(user, assignment, kind, content, place=place, operation_id=change.operation_id)
            _renew_lease(assignment, earlier.created_at)
            stored += 1
        made.append(earlier)
        version = earlier.version
    if stored:
        transaction.on_commit(lambda: saves.labels(kind.kind).inc(stored))
    return made


def save_content(
    user: User,
    assignment: Assignment,
    kind: AnnotationKind,
    content: dict[str, Any],
    *,
    place: Any = None,
    operation_id: UUID | None = None,
    at: datetime | None = None,
) -> Operation:
    """Store the content and record it, in the caller's transaction and under its lock; increments the version on the
    object.
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
        at=at or timezone.now(),
    )


def _renew_lease(assignment: Assignment, at: datetime) -> None:
    assignment.lease_expires_at = lease_end()
    count_activity(assignment, at)
    _store_saved(assignment)
