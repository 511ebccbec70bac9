"""Submitting an assignment and reopening it."""

from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from psycopg2.extras import Json

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import AnnotationKind
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.assignments.queries import find_deciding_item
from annotation_site.assignments.services.changes import ReadContent, save_content
from annotation_site.assignments.services.leasing import lease_at_once
from annotation_site.assignments.services.locks import (
    ACTIVITY,
    COUNTS,
    applied_once,
    begin_again,
    count_activity,
    lock_annotator,
    lock_assignment,
    lock_item,
    require_current,
    require_version,
    take_counts,
    tells_state,
)
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.prepared import Statement
from annotation_site.web.exceptions import NotEditable
from annotation_site.webhooks.models import Event
from annotation_site.webhooks.services import announce

SUBMIT, REOPEN = "submit", "reopen"
Purpose = Assignment.Purpose
_add_submission = Statement("""
    INSERT INTO projects_submission (assignment_id, number, reading, guideline_id, created_at)
    SELECT $1::bigint, 1 + coalesce((SELECT max(number) FROM projects_submission WHERE assignment_id = $1), 0),
        $2::jsonb, (SELECT id FROM projects_guideline WHERE project_id = $3 ORDER BY version DESC LIMIT 1),
        $4::timestamptz
    RETURNING id, number, guideline_id
""")
SUBMITTED = ("state", "submitted_at", "version", *ACTIVITY)
_COUNT_OWN = "UPDATE projects_membership SET submitted_count = submitted_count + $2 WHERE id = $1"
_count_own = Statement(_COUNT_OWN)
# An item whose last reading is submitted is annotated; one of which a reading is taken back is open again.
_count_work = Statement(f"""
    WITH own AS ({_COUNT_OWN})
    UPDATE projects_item SET submitted_count = submitted_count + $2, state = CASE
        WHEN $2 < 0 THEN 'open'
        WHEN state = 'open' AND submitted_count + $2 = required_count THEN 'annotated'
        ELSE state END
    WHERE id = $3 RETURNING {", ".join(COUNTS)}
""")  # noqa: S608 - names of our own columns


@tells_state
@applied_once
def submit_assignment(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, may_be_repeat: bool = False, **content: Any
) -> Assignment:
    """Store the work as a submission and count it: only work counts for its item, and training not even for the
    annotator. Submitted work that may be changed without reopening keeps its place.
    """
    return _submit(user, assignment_id, operation_id, version, lambda kind: content, may_be_repeat=may_be_repeat)


@tells_state
@applied_once
def submit_and_lease(
    *,
    user: User,
    assignment_id: int,
    operation_id: UUID,
    version: int,
    read: ReadContent,
    may_be_repeat: bool = False,
) -> tuple[Assignment, Assignment | None]:
    """Submit, and lease what is free at once: both are stored, or neither is."""
    submitted = _submit(user, assignment_id, operation_id, version, read, may_be_repeat=may_be_repeat)
    return submitted, lease_at_once(user, submitted)


def _submit(
    user: User, assignment_id: int, operation_id: UUID, version: int, read: ReadContent, *, may_be_repeat: bool
) -> Assignment:
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment, kind = lock_assignment(user=user, assignment_id=assignment_id)
    if may_be_repeat and find_repeat(actor=user, operation_id=operation_id, kind=SUBMIT, subject=assignment):
        return assignment
    place = require_current(assignment, kind, version)
    now = timezone.now()

    def save(**last: Any) -> None:
        save_content(user, assignment, kind, last, at=now)

    submission = keep_submission(assignment, kind.finish(assignment, save, **read(kind)))
    assignment.state = Assignment.State.SUBMITTED
    assignment.submitted_at = now
    assignment.version += 1
    count_activity(assignment, now)
    if place is None:
        _count(assignment, 1)
    told = kind.after_submit(assignment, submission, place)
    record_operation(
        actor=user,
        assignment=assignment,
        kind=SUBMIT,
        payload={"submission": submission.number, **told},
        operation_id=operation_id,
        version=assignment.version,
        at=now,
        stores=SUBMITTED,
    )
    kind.after_stored(assignment)
    if assignment.purpose != Purpose.TRAINING:
        announce(assignment.item.project, Event.SUBMITTED, lambda: _describe_submission(assignment, kind, submission))
    return assignment


@tells_state
@transaction.atomic
def reopen_assignment(*, user: User, assignment_id: int, operation_id: UUID, version: int) -> Assignment:
    """Reopen submitted work to change it; it does not count until it is submitted again."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment, kind = lock_assignment(user=user, assignment_id=assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=REOPEN, subject=assignment):
        return assignment
    require_version(assignment, kind, version)
    if assignment.state != Assignment.State.SUBMITTED:
        raise NotEditable(_("Only a submitted item can be reopened."))
    if assignment.purpose == Purpose.TRAINING:
        raise NotEditable(_("A training item stays as you submitted it."))
    kind.require_reopenable(assignment)
    _count(assignment, -1)
    now = begin_again(assignment)
    kind.after_reopen(assignment)
    record_operation(
        actor=user,
        assignment=assignment,
        kind=REOPEN,
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return assignment


def keep_submission(assignment: Assignment, reading: dict[str, Any]) -> Submission:
    """Store a reading as the assignment's latest submission, under the caller's lock."""
    kept = Submission(assignment=assignment, reading=reading, created_at=timezone.now())
    project = assignment.item.project_id
    [stored] = _add_submission(assignment.pk, Json(reading), project, kept.created_at)
    kept.pk, kept.number, kept.guideline_id = stored
    kept._state.adding, kept._state.db = False, connection.alias
    return kept


def _describe_submission(assignment: Assignment, kind: AnnotationKind, submission: Submission) -> dict[str, Any]:
    return {
        "item": assignment.item.number,
        "assignment": assignment.pk,
        "submission": submission.number,
        "annotator": assignment.annotator.pseudonym,
        "api": kind.item_api(assignment.item),
    }


def _count(assignment: Assignment, change: int) -> None:
    """Count a submission, or stop counting it. A silent check counts like work, so that they look the same."""
    if change < 0:
        if assignment.purpose == Purpose.WORK:
            lock_item(assignment)
        _require_open_to_change(find_deciding_item(assignment))
    if assignment.purpose == Purpose.WORK:
        take_counts(assignment.item, _count_work(assignment.annotator_id, change, assignment.item_id))
    elif assignment.purpose != Purpose.TRAINING:
        _count_own.later(assignment.annotator_id, change)


def _require_open_to_change(item: Item | None) -> None:
    if item is None:
        return
    if item.state == Item.State.ADJUDICATED:
        raise NotEditable(_("This one is adjudicated and can no longer be reopened."))
    if item.state == Item.State.WITHDRAWN:
        raise NotEditable(_("This one is closed and can no longer be reopened."))
