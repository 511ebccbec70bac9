"""Handing an assignment in and taking it back, where an annotator's work is one form that is saved whole."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast
from uuid import UUID

from django.db.models import F, Max
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.assignments.services.assignments import begin_anew, count_activity, lease_end, require_in_progress
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Membership
from annotation_site.web.exceptions import NotEditable, StaleVersion

SUBMIT, REOPEN = "submit", "reopen"
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


def tells_state(
    read_state: Callable[[int], dict[str, Any]],
) -> Callable[[Callable[Parameters, Answer]], Callable[Parameters, Answer]]:
    """Give a refusal of the service the state as it is now, from the assignment's key; read after the transaction, so
    that nobody waits for it."""

    def decorate(service: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
        @wraps(service)
        def refuse_with_state(*args: Parameters.args, **named: Parameters.kwargs) -> Answer:
            try:
                return service(*args, **named)
            except (StaleVersion, NotEditable) as refusal:
                refusal.details["state"] = read_state(cast(int, named["assignment_id"]))
                raise

        return refuse_with_state

    return decorate


def require_current(assignment: Assignment, version: int, sentence: str) -> None:
    """The locked assignment is being worked on, and nobody saved since; StaleVersion with the sentence otherwise."""
    require_in_progress(assignment)
    if assignment.version != version:
        raise StaleVersion(sentence)


def note_save(assignment: Assignment, operation: Operation) -> None:
    """Write the version that the operation made, a new lease and the active time, on the caller's transaction."""
    activity = count_activity(assignment, operation.created_at)
    Assignment.objects.filter(pk=assignment.pk).update(
        version=assignment.version, lease_expires_at=lease_end(), **activity
    )


def hand_in(*, user: User, assignment: Assignment, reading: dict[str, Any], operation_id: UUID) -> Submission:
    """Keep the reading as a submission and count it, on the caller's transaction, which holds annotator and
    assignment; an item that has all it wants is annotated. Only work counts for its item, and training is not even
    counted with what the annotator did."""
    latest = assignment.submissions.aggregate(latest=Max("number"))["latest"] or 0
    submission = Submission.objects.create(
        assignment=assignment, number=latest + 1, reading=reading, guideline=assignment.item.project.guidelines.first()
    )
    now = timezone.now()
    assignment.state = Assignment.State.SUBMITTED
    assignment.submitted_at = now
    assignment.version += 1
    assignment.save(update_fields=["state", "submitted_at", "version", *count_activity(assignment, now)])
    if assignment.purpose == Assignment.Purpose.WORK:
        item = Item.objects.select_for_update(no_key=True).get(pk=assignment.item_id)
        item.submitted_count += 1
        if item.submitted_count == item.wanted_count and item.state == Item.State.OPEN:
            item.state = Item.State.ANNOTATED
        item.save(update_fields=["submitted_count", "state"])
    _count_for_annotator(assignment, 1)
    record_operation(
        actor=user,
        assignment=assignment,
        kind=SUBMIT,
        payload={"submission": submission.number},
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return submission


def take_back(
    *, user: User, assignment: Assignment, operation_id: UUID, version: int, noun: str, stale: str
) -> Assignment:
    """Open a submitted assignment again, on the caller's transaction, which holds annotator and assignment; it counts
    nowhere until it is handed in again. `noun` names it in refusals."""
    if assignment.version != version:
        raise StaleVersion(stale)
    if assignment.state != Assignment.State.SUBMITTED:
        raise NotEditable(f"Only a submitted {noun} can be reopened.")
    if assignment.purpose == Assignment.Purpose.TRAINING:
        raise NotEditable(f"A {noun} of a tutorial or a test cannot be taken back.")
    if assignment.purpose == Assignment.Purpose.WORK:
        _reopen_item(assignment, noun)
    assignment.state = Assignment.State.IN_PROGRESS
    assignment.version += 1
    assignment.lease_expires_at = lease_end()
    taken_up_at = begin_anew(assignment)
    assignment.save(update_fields=["state", "version", "lease_expires_at", "taken_up_at", "active_at"])
    _count_for_annotator(assignment, -1)
    record_operation(
        actor=user,
        assignment=assignment,
        kind=REOPEN,
        operation_id=operation_id,
        version=assignment.version,
        at=taken_up_at,
    )
    return assignment


def _reopen_item(assignment: Assignment, noun: str) -> None:
    item = Item.objects.select_for_update(no_key=True).get(pk=assignment.item_id)
    if item.state == Item.State.ADJUDICATED:
        raise NotEditable(f"This one is adjudicated; a {noun} of it can no longer be reopened.")
    if item.state == Item.State.WITHDRAWN:
        raise NotEditable(f"This one is closed; a {noun} of it can no longer be reopened.")
    item.submitted_count -= 1
    item.state = Item.State.OPEN
    item.save(update_fields=["submitted_count", "state"])


def _count_for_annotator(assignment: Assignment, change: int) -> None:
    """A silent check counts like work, so that nothing tells them apart."""
    if assignment.purpose != Assignment.Purpose.TRAINING:
        own = Membership.objects.filter(pk=assignment.annotator_id)
        own.update(submitted_count=F("submitted_count") + change)
