"""Submitting an assignment and reopening it."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.assignments.queries import find_deciding_item
from annotation_site.assignments.services.changes import ReadContent, save_content
from annotation_site.assignments.services.locks import (
    ACTIVITY,
    begin_again,
    count_activity,
    lock_annotator,
    lock_assignment,
    lock_item,
    require_current,
    require_version,
    tells_state,
)
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.prepared import Insert, Prepared, Statement, Update
from annotation_site.projects.models import Guideline
from annotation_site.web.exceptions import NotEditable

SUBMIT, REOPEN = "submit", "reopen"
Purpose = Assignment.Purpose
_latest = Submission.objects.filter(assignment=OuterRef("pk")).order_by("-number")
_current_guideline = Guideline.objects.filter(project=OuterRef("item__project")).order_by("-version")
_find_latest = Prepared(
    lambda assignment: Assignment.objects.filter(pk=assignment).values_list(
        Subquery(_latest.values("number")[:1]), Subquery(_current_guideline.values("pk")[:1])
    )
)
_add_submission = Insert(Submission)
_store_submitted = Update(Assignment, "state", "submitted_at", "version", *ACTIVITY)
_store_counts = Update(Item, "submitted_count", "state")
_count_own = Statement("UPDATE projects_membership SET submitted_count = submitted_count + $2 WHERE id = $1")


def submit_assignment(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, **content: Any
) -> Assignment:
    """Submit with the content of the kind; see `submit_as_read`."""
    return submit_as_read(
        user=user, assignment_id=assignment_id, operation_id=operation_id, version=version, read=lambda kind: content
    )


@tells_state
@transaction.atomic
def submit_as_read(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, read: ReadContent
) -> Assignment:
    """Store the work as a submission and count it: only work counts for its item, and training not even for the
    annotator. Submitted work that may be changed without reopening keeps its place.
    """
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment, kind = lock_assignment(user=user, assignment_id=assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=SUBMIT, subject=assignment):
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
    _store_submitted(assignment)
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
    )
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
    [(latest, guideline)] = _find_latest(assignment.pk)
    return _add_submission(
        Submission(assignment=assignment, number=(latest or 0) + 1, reading=reading, guideline_id=guideline)
    )


def _count(assignment: Assignment, change: int) -> None:
    """Count a submission, or stop counting it. A silent check counts like work, so that they look the same."""
    if assignment.purpose == Purpose.WORK:
        lock_item(assignment)
    if change < 0:
        _require_open_to_change(find_deciding_item(assignment))
    if assignment.purpose == Purpose.WORK:
        item = assignment.item
        if change < 0:
            item.state = Item.State.OPEN
        item.submitted_count += change
        if item.submitted_count == item.required_count and item.state == Item.State.OPEN:
            item.state = Item.State.ANNOTATED
        _store_counts(item)
    if assignment.purpose != Purpose.TRAINING:
        _count_own(assignment.annotator_id, change)


def _require_open_to_change(item: Item | None) -> None:
    if item is None:
        return
    if item.state == Item.State.ADJUDICATED:
        raise NotEditable(_("This one is adjudicated and can no longer be reopened."))
    if item.state == Item.State.WITHDRAWN:
        raise NotEditable(_("This one is closed and can no longer be reopened."))
