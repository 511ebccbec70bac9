"""An annotator's reading: changing it, handing it in, taking it back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from alignment.adjudication.models import LinkDecision
from alignment.agreement.counting import refresh_agreement
from alignment.feedback.models import Feedback
from alignment.pairs.models import AlignmentSettings
from alignment.readings.queries import assignment_state, assignments_with_pairs, lock_round_reading, untouched_tokens
from alignment.readings.services.changes import (
    DismissalEntry,
    LinkEntry,
    MarkEntry,
    apply_change,
    change_from_history,
    describe_change,
)
from alignment.readings.services.snapshots import count_check, count_reading, keep_snapshot, outdate_adjudication
from alignment.rounds.models import RoundItem, RoundReading
from alignment.rounds.services.readings import note_change, settle_in_round
from alignment.training.services.training import hand_in_training
from annotation_site.accounts.models import User
from annotation_site.assignments.history import SET
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import (
    begin_anew,
    count_activity,
    lease_end,
    lock_annotator,
    lock_assignment,
    require_in_progress,
)
from annotation_site.operations.models import Operation
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import NotEditable, StaleVersion, Untouched

CHANGED_ELSEWHERE = "This pair was changed elsewhere in the meantime."


Parameters = ParamSpec("Parameters")


Answer = TypeVar("Answer")


def _tells_state(service: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Give a refusal the state as it is now; read after the transaction, so that nobody waits for it."""

    @wraps(service)
    def refuse_with_state(*args: Parameters.args, **named: Parameters.kwargs) -> Answer:
        try:
            return service(*args, **named)
        except (StaleVersion, NotEditable) as refusal:
            assignments = assignments_with_pairs(Assignment.objects.all())
            refusal.details["state"] = assignment_state(assignments.get(pk=cast(int, named["assignment_id"])))
            raise

    return refuse_with_state


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """One action of the editor: a set of cells, marks and suggestions dismissed, an undo or a redo."""

    operation_id: UUID
    kind: str
    links: Sequence[LinkEntry] = ()
    unaligned: Sequence[MarkEntry] = ()
    dismissed: Sequence[DismissalEntry] = ()


def change_reading(*, user: User, assignment_id: int, version: int, **change: Any) -> Operation:
    """Apply one action, given by the fields of `ReadingChange`.

    The same operation id again returns the first answer; an outdated version raises StaleVersion and changes nothing.
    """
    changes = [ReadingChange(**change)]
    return change_reading_at_once(user=user, assignment_id=assignment_id, version=version, changes=changes)[0]


@_tells_state
@transaction.atomic
def change_reading_at_once(
    *, user: User, assignment_id: int, version: int, changes: Sequence[ReadingChange]
) -> list[Operation]:
    """Apply actions in their order, each an operation of its own, all of them or none: what waited while the line was
    down. `version` is that before the first; actions that had arrived already are answered and not done again.
    """
    assignment = lock_assignment(
        user=user, assignment_id=assignment_id, related=["item__sentence_pair"], kind=Project.Kind.ALIGNMENT
    )
    made: list[Operation] = []
    for change in changes:
        earlier = find_repeat(actor=user, operation_id=change.operation_id, kind=change.kind, subject=assignment)
        made.append(earlier or _carry_out(user, assignment, version, change))
        version = made[-1].version
    return made


def _carry_out(user: User, assignment: Assignment, version: int, wanted: ReadingChange) -> Operation:
    in_round = _require_current(assignment, version)
    if wanted.kind == SET:
        change = describe_change(assignment, wanted.links, wanted.unaligned, wanted.dismissed)
    else:
        change = change_from_history(assignment, wanted.kind)
    apply_change(assignment, change)
    assignment.version = version + 1
    now = timezone.now()
    Assignment.objects.filter(pk=assignment.pk).update(
        version=version + 1, lease_expires_at=lease_end(), **count_activity(assignment, now)
    )
    if in_round:
        note_change(in_round, change)
    # An undo is stored as the change it made, so that the operations alone give back every state.
    return record_operation(
        actor=user,
        assignment=assignment,
        kind=wanted.kind,
        payload=change,
        operation_id=wanted.operation_id,
        version=version + 1,
        at=now,
    )


@_tells_state
@transaction.atomic
def submit_reading(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, mark_rest: bool = False
) -> Assignment:
    """Hand the reading in: a snapshot is kept, the item counts it, and agreement is brought up to date.

    In full text every word needs a link or a mark; `mark_rest` marks the others as without counterpart. In an open
    reconciliation round a reading that was handed in before is handed in again: the pair keeps its place.
    """
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="submit", subject=assignment):
        return assignment
    in_round = _require_current(assignment, version)
    now = timezone.now()
    _settle_untouched(user, assignment, mark_rest=mark_rest, at=now)
    item = Item.objects.select_for_update(no_key=True).get(pk=assignment.item_id)
    submission = keep_snapshot(assignment)
    assignment.state = Assignment.State.SUBMITTED
    assignment.submitted_at = now
    assignment.version += 1
    activity = count_activity(assignment, now)
    assignment.save(update_fields=["state", "submitted_at", "version", *activity])
    if assignment.purpose == Assignment.Purpose.TRAINING:
        hand_in_training(assignment, submission)
    elif assignment.purpose == Assignment.Purpose.CHECK:
        count_check(assignment, by=1)
    else:
        if in_round:
            settle_in_round(in_round, submission)
        else:
            count_reading(item, assignment)
        refresh_agreement(item)
    record_operation(
        actor=user,
        project=item.project,
        assignment=assignment,
        kind="submit",
        payload={"submission": submission.number, **({"round": in_round.round_item.round.number} if in_round else {})},
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return assignment


@_tells_state
@transaction.atomic
def reopen_reading(*, user: User, assignment_id: int, operation_id: UUID, version: int) -> Assignment:
    """Take a submitted reading back to change it; refused once adjudication of the pair has begun."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="reopen", subject=assignment):
        return assignment
    if assignment.version != version:
        raise StaleVersion(CHANGED_ELSEWHERE)
    if assignment.state != Assignment.State.SUBMITTED:
        raise NotEditable("Only a submitted pair can be reopened.")
    if assignment.purpose == Assignment.Purpose.TRAINING:
        raise NotEditable("A training pair stays as you handed it in.")
    item = Item.objects.select_for_update(no_key=True).get(pk=assignment.item_id)
    if assignment.purpose == Assignment.Purpose.WORK:
        _give_back(item)
    assignment.state = Assignment.State.IN_PROGRESS
    assignment.version += 1
    assignment.lease_expires_at = lease_end()
    now = begin_anew(assignment)
    assignment.save(update_fields=["state", "version", "lease_expires_at", "taken_up_at", "active_at"])
    if assignment.purpose == Assignment.Purpose.CHECK:
        count_check(assignment, by=-1)
    else:
        Membership.objects.filter(pk=assignment.annotator_id).update(submitted_count=F("submitted_count") - 1)
        refresh_agreement(item)
    record_operation(
        actor=user,
        project=item.project,
        assignment=assignment,
        kind="reopen",
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return assignment


def _give_back(item: Item) -> None:
    """Take a reading out of its item's counts, where that may still be done."""
    if item.state == Item.State.ADJUDICATED or LinkDecision.objects.filter(item=item).exists():
        raise NotEditable("The adjudicator has begun with this pair; it can no longer be reopened.")
    if Feedback.objects.filter(assignment__item=item, is_shown=True).exists():
        raise NotEditable("Its gold standard was shown to those who read it; it can no longer be reopened.")
    if RoundItem.objects.filter(item=item, is_open=True).exists():
        raise NotEditable("This pair is in a reconciliation round: you can change it there without reopening it.")
    outdate_adjudication(item)
    item.submitted_count -= 1
    item.state = Item.State.OPEN
    item.save(update_fields=["submitted_count", "state"])


def _lock(user: User, assignment_id: int) -> Assignment:
    return lock_assignment(
        user=user,
        assignment_id=assignment_id,
        related=("item__sentence_pair", "item__project__alignment"),
        kind=Project.Kind.ALIGNMENT,
    )


def _require_current(assignment: Assignment, version: int) -> RoundReading | None:
    """Refuse what cannot be changed or is outdated. Gives the place in an open round, locked, of a reading that is
    handed in and may be changed in it."""
    in_round = lock_round_reading(assignment) if assignment.state == Assignment.State.SUBMITTED else None
    if in_round is None:
        require_in_progress(assignment)
    if assignment.version != version:
        raise StaleVersion(CHANGED_ELSEWHERE)
    return in_round


def _settle_untouched(user: User, assignment: Assignment, *, mark_rest: bool, at: datetime) -> None:
    untouched = untouched_tokens(assignment)
    count = len(untouched["source"]) + len(untouched["target"])
    if not count:
        return
    can_mark_rest = assignment.item.project.alignment.scope == AlignmentSettings.Scope.FULL
    if not (mark_rest and can_mark_rest):
        words = "1 word has" if count == 1 else f"{count} words have"
        raise Untouched(f"{words} neither a link nor a mark.", can_mark_rest=can_mark_rest, **untouched)
    entries = [(side, index, True) for side, indices in untouched.items() for index in indices]
    change = describe_change(assignment, [], entries)
    apply_change(assignment, change)
    assignment.version += 1
    record_operation(
        actor=user,
        project=assignment.item.project,
        assignment=assignment,
        kind=SET,
        payload=change,
        version=assignment.version,
        at=at,
    )
