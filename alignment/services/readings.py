"""An annotator's reading: changing it, handing it in, taking it back."""

from collections.abc import Callable, Sequence, Set
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Max
from django.utils import timezone

from alignment.links import Cell, Reading
from alignment.models import (
    Adjudication,
    AlignmentLink,
    AlignmentSettings,
    LinkDecision,
    RoundItem,
    RoundReading,
    Suggestion,
    UnalignedToken,
)
from alignment.selectors import (
    assignment_state,
    assignments_with_pairs,
    lock_round_reading,
    read_changes,
    read_links,
    read_links_and_accepted,
    untouched_tokens,
)
from alignment.services.agreement import refresh_agreement
from annotation_site.projects.exceptions import DomainError, NotEditable, StaleVersion, Untouched
from annotation_site.projects.history import REDO, SET, UNDO, Change, reverse_change, undo_stacks
from annotation_site.projects.models import Assignment, Item, Membership, Operation, Submission, User
from annotation_site.projects.services.assignments import (
    lease_end,
    lock_annotator,
    lock_assignment,
    require_in_progress,
)
from annotation_site.projects.services.operations import find_repeat, record_operation

# Source, target, label or none, and where the link comes from.
LinkEntry = tuple[int, int, str | None] | tuple[int, int, str | None, str]
MarkEntry = tuple[str, int, bool]
MOST_ENTRIES = 20_000
SUGGESTED = AlignmentLink.Origin.SUGGESTION.value
# A condition for each cell would cost seconds on a long pair: two arrays cost the same however many cells go.
REMOVE_LINKS = """
    DELETE FROM alignment_alignmentlink AS link USING unnest(%s::int[], %s::int[]) AS gone (source, target)
    WHERE link.assignment_id = %s AND link.source_index = gone.source AND link.target_index = gone.target
"""
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


@_tells_state
@transaction.atomic
def change_reading(
    *,
    user: User,
    assignment_id: int,
    operation_id: UUID,
    version: int,
    kind: str,
    links: Sequence[LinkEntry] = (),
    unaligned: Sequence[MarkEntry] = (),
) -> Operation:
    """Apply one action of the editor: a set of cells and marks, an undo or a redo.

    The same operation id again returns the first answer; an outdated version raises StaleVersion and changes nothing.
    """
    assignment = lock_assignment(user=user, assignment_id=assignment_id, related=["item__sentence_pair"])
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind=kind, subject=assignment):
        return earlier
    in_round = _require_current(assignment, version)
    is_new = kind == SET
    change = _describe_change(assignment, links, unaligned) if is_new else _change_from_history(assignment, kind)
    _apply_change(assignment, change)
    Assignment.objects.filter(pk=assignment.pk).update(version=version + 1, lease_expires_at=lease_end())
    if in_round:
        _note_change(in_round, change)
    # An undo is stored as the change it made, so that the operations alone give back every state.
    return record_operation(
        actor=user,
        assignment=assignment,
        kind=kind,
        payload=change,
        operation_id=operation_id,
        version=version + 1,
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
    _settle_untouched(user, assignment, mark_rest=mark_rest)
    item = Item.objects.select_for_update().get(pk=assignment.item_id)
    submission = _keep_snapshot(assignment)
    assignment.state = Assignment.State.SUBMITTED
    assignment.submitted_at = timezone.now()
    assignment.version += 1
    assignment.save(update_fields=["state", "submitted_at", "version"])
    if in_round:
        settle_in_round(in_round, submission)
    else:
        _count_reading(item, assignment)
    refresh_agreement(item)
    record_operation(
        actor=user,
        project=item.project,
        assignment=assignment,
        kind="submit",
        payload={"submission": submission.number, **({"round": in_round.round_item.round.number} if in_round else {})},
        operation_id=operation_id,
        version=assignment.version,
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
    item = Item.objects.select_for_update().get(pk=assignment.item_id)
    if item.state == Item.State.ADJUDICATED or LinkDecision.objects.filter(item=item).exists():
        raise NotEditable("The adjudicator has begun with this pair; it can no longer be reopened.")
    if RoundItem.objects.filter(item=item, is_open=True).exists():
        raise NotEditable("This pair is in a reconciliation round: you can change it there without reopening it.")
    _outdate_adjudication(item)
    item.submitted_count -= 1
    item.state = Item.State.OPEN
    item.save(update_fields=["submitted_count", "state"])
    assignment.state = Assignment.State.IN_PROGRESS
    assignment.version += 1
    assignment.lease_expires_at = lease_end()
    assignment.save(update_fields=["state", "version", "lease_expires_at"])
    Membership.objects.filter(pk=assignment.annotator_id).update(submitted_count=F("submitted_count") - 1)
    refresh_agreement(item)
    record_operation(
        actor=user,
        project=item.project,
        assignment=assignment,
        kind="reopen",
        operation_id=operation_id,
        version=assignment.version,
    )
    return assignment


def _lock(user: User, assignment_id: int) -> Assignment:
    return lock_assignment(
        user=user, assignment_id=assignment_id, related=("item__sentence_pair", "item__project__alignment")
    )


@transaction.atomic
def close_reading(*, user: User, in_round: RoundReading) -> bool:
    """Settle what its annotator changed in a round that is being closed and did not hand in: a whole reading is handed
    in as it stands, one with untouched words goes back to what was last handed in. The caller holds the locks, and
    counts the pair anew where this says that a reading was handed in.
    """
    assignment = in_round.assignment
    handed_in = in_round.after or in_round.before
    reading = read_links(assignment)
    before = Reading.from_json(handed_in.reading)
    if reading == before:
        settle_in_round(in_round, handed_in)
        return False
    untouched = untouched_tokens(assignment)
    project = assignment.item.project
    number = in_round.round_item.round.number
    is_whole = not (untouched["source"] or untouched["target"])
    if not is_whole:
        change = _describe_change(assignment, *_entries_back(reading, before))
        _apply_change(assignment, change)
        kind, payload = SET, change
        settle_in_round(in_round, handed_in)
    else:
        submission = _keep_snapshot(assignment)
        settle_in_round(in_round, submission)
        kind, payload = "submit", {"submission": submission.number, "round": number}
    assignment.version += 1
    assignment.save(update_fields=["version"])
    record_operation(
        actor=user, project=project, assignment=assignment, kind=kind, payload=payload, version=assignment.version
    )
    return is_whole


def settle_in_round(in_round: RoundReading, submission: Submission) -> None:
    """Note that the annotator is done with the pair, and whether this changed their reading."""
    is_same = Reading.from_json(submission.reading) == Reading.from_json(in_round.before.reading)
    in_round.state = RoundReading.State.KEPT if is_same else RoundReading.State.CHANGED
    in_round.after = None if submission.pk == in_round.before_id else submission
    in_round.settled_at = timezone.now()
    in_round.save(update_fields=["state", "after", "settled_at"])
    raise_version(in_round)
    _outdate_adjudication(in_round.assignment.item)


def raise_version(in_round: RoundReading) -> None:
    """Tell the pages that show this pair that there is something new."""
    RoundItem.objects.filter(pk=in_round.round_item_id).update(version=F("version") + 1)


def _note_change(in_round: RoundReading, change: Change) -> None:
    touched = [[source, target] for source, target, _, _ in change["links"]]
    in_round.kept_cells = [cell for cell in in_round.kept_cells if cell not in touched]
    in_round.state = RoundReading.State.CHANGING
    in_round.settled_at = None
    in_round.save(update_fields=["kept_cells", "state", "settled_at"])
    raise_version(in_round)


def _entries_back(reading: Reading, before: Reading) -> tuple[list[LinkEntry], list[MarkEntry]]:
    cells = reading.links.keys() | before.links.keys()
    sides = (
        ("source", reading.unaligned_source, before.unaligned_source),
        ("target", reading.unaligned_target, before.unaligned_target),
    )
    links: list[LinkEntry] = [(*cell, before.links.get(cell)) for cell in sorted(cells)]
    return links, [(side, index, index in then) for side, now, then in sides for index in sorted(now | then)]


def _keep_snapshot(assignment: Assignment) -> Submission:
    latest = assignment.submissions.aggregate(latest=Max("number"))["latest"] or 0
    return Submission.objects.create(
        assignment=assignment,
        number=latest + 1,
        reading=read_links(assignment).to_json(),
        guideline=assignment.item.project.guidelines.first(),
    )


def _count_reading(item: Item, assignment: Assignment) -> None:
    item.submitted_count += 1
    if item.submitted_count == item.wanted_count:
        item.state = Item.State.ANNOTATED
    item.save(update_fields=["submitted_count", "state"])
    Membership.objects.filter(pk=assignment.annotator_id).update(submitted_count=F("submitted_count") + 1)


def _outdate_adjudication(item: Item) -> None:
    # An adjudicator who has the old reading on the screen must look again before deciding.
    adjudication, _ = Adjudication.objects.get_or_create(item=item)
    Adjudication.objects.filter(pk=adjudication.pk).update(version=F("version") + 1)


def _require_current(assignment: Assignment, version: int) -> RoundReading | None:
    """Refuse what cannot be changed or is outdated. Gives the place in an open round, locked, of a reading that is
    handed in and may be changed in it."""
    in_round = lock_round_reading(assignment) if assignment.state == Assignment.State.SUBMITTED else None
    if in_round is None:
        require_in_progress(assignment)
    if assignment.version != version:
        raise StaleVersion(CHANGED_ELSEWHERE)
    return in_round


def _describe_change(assignment: Assignment, links: Sequence[LinkEntry], unaligned: Sequence[MarkEntry]) -> Change:
    """The change with what stood before, entries that change nothing left out.

    A link keeps its origin as long as it stands, whatever its label: so one sees which suggestions were changed. An
    entry about an accepted suggestion carries "suggestion" at its end, whichever side of the change the link is on.
    """
    if len(links) + len(unaligned) > MOST_ENTRIES:
        raise DomainError(f"One action changes at most {MOST_ENTRIES:,} cells.")
    pair = assignment.item.sentence_pair
    lengths = {"source": len(pair.source_tokens), "target": len(pair.target_tokens)}
    reading, accepted = read_links_and_accepted(assignment)
    marks = {"source": set(reading.unaligned_source), "target": set(reading.unaligned_target)}
    new_links: dict[Cell, Any] = dict(reading.links)
    for source, target, *_ in links:
        if source >= lengths["source"] or target >= lengths["target"]:
            raise DomainError(f"There is no cell {source}-{target} in this pair.")
    changed = _change_links(new_links, accepted, _find_acceptable(assignment, links), links)
    change: Change = {"links": changed, "unaligned": []}
    for side, index, is_marked in unaligned:
        if index >= lengths[side]:
            raise DomainError(f"There is no {side} word {index} in this pair.")
        was_marked = index in marks[side]
        if was_marked != is_marked:
            (marks[side].add if is_marked else marks[side].remove)(index)
            change["unaligned"].append([side, index, was_marked, is_marked])
    linked = {"source": {source for source, _ in new_links}, "target": {target for _, target in new_links}}
    if any(linked[side] & marks[side] for side in marks):
        raise DomainError("A word cannot have a link and be marked as without counterpart.")
    return change


def _change_links(
    cells: dict[Cell, Any], accepted: Set[Cell], acceptable: Set[Cell], links: Sequence[LinkEntry]
) -> list[list[Any]]:
    """Carry the entries out on the cells; gives those that changed something, with what stood before."""
    accepted_now = set(accepted)
    changed: list[list[Any]] = []
    for source, target, label, *_ in links:
        cell = source, target
        before = cells.pop(cell, None)
        if label is not None:
            cells[cell] = label
        if before == label:
            continue
        if before is None:
            (accepted_now.add if cell in acceptable else accepted_now.discard)(cell)
        changed.append([source, target, before, label, *([SUGGESTED] if cell in accepted_now else [])])
    return changed


def _find_acceptable(assignment: Assignment, links: Sequence[LinkEntry]) -> set[Cell]:
    """Cells said to be accepted suggestions and suggested indeed; any other link is drawn by hand."""
    claimed = {(entry[0], entry[1]) for entry in links if entry[3:] == (SUGGESTED,)}
    if not claimed:
        return set()
    suggested = Suggestion.objects.filter(item=assignment.item_id).values_list("source_index", "target_index")
    return claimed.intersection(suggested)


def _change_from_history(assignment: Assignment, kind: str) -> Change:
    stacks = undo_stacks(read_changes(assignment))
    stack = stacks.done if kind == UNDO else stacks.undone
    if kind not in (UNDO, REDO):
        raise DomainError(f"There is no action called {kind}.")
    if not stack:
        raise DomainError(f"There is nothing to {kind}.")
    return reverse_change(stack[-1]) if kind == UNDO else stack[-1]


def _apply_change(assignment: Assignment, change: Change) -> None:
    removed = [(source, target) for source, target, before, *_ in change["links"] if before is not None]
    if removed:
        with connection.cursor() as cursor:
            cursor.execute(REMOVE_LINKS, [*(list(indices) for indices in zip(*removed, strict=True)), assignment.pk])
    AlignmentLink.objects.bulk_create(
        AlignmentLink(
            assignment=assignment,
            source_index=source,
            target_index=target,
            label=label,
            origin=origin[0] if origin else AlignmentLink.Origin.MANUAL,
        )
        for source, target, _, label, *origin in change["links"]
        if label is not None
    )
    for side in ("source", "target"):
        unmarked = [index for of, index, _, is_marked in change["unaligned"] if of == side and not is_marked]
        if unmarked:
            assignment.unaligned_tokens.filter(side=side, token_index__in=unmarked).delete()
    UnalignedToken.objects.bulk_create(
        UnalignedToken(assignment=assignment, side=side, token_index=index)
        for side, index, _, is_marked in change["unaligned"]
        if is_marked
    )


def _settle_untouched(user: User, assignment: Assignment, *, mark_rest: bool) -> None:
    untouched = untouched_tokens(assignment)
    count = len(untouched["source"]) + len(untouched["target"])
    if not count:
        return
    can_mark_rest = assignment.item.project.alignment.scope == AlignmentSettings.Scope.FULL
    if not (mark_rest and can_mark_rest):
        words = "1 word has" if count == 1 else f"{count} words have"
        raise Untouched(f"{words} neither a link nor a mark.", can_mark_rest=can_mark_rest, **untouched)
    entries = [(side, index, True) for side, indices in untouched.items() for index in indices]
    change = _describe_change(assignment, [], entries)
    _apply_change(assignment, change)
    assignment.version += 1
    record_operation(
        actor=user,
        project=assignment.item.project,
        assignment=assignment,
        kind=SET,
        payload=change,
        version=assignment.version,
    )
