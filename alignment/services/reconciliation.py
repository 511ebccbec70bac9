"""Reconciliation rounds: opening and closing them, keeping and changing a reading in one, and talking about it."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from alignment.agreement import COUNT_NAMES
from alignment.agreement_counts import refresh_agreements
from alignment.links import Cell, Label, Reading
from alignment.models import (
    AlignmentSettings,
    ReconciliationRound,
    RoundAgreement,
    RoundChance,
    RoundComment,
    RoundItem,
    RoundReading,
)
from alignment.reconciliation import find_candidates
from alignment.round_sums import sum_items_now, sum_now
from alignment.selectors import latest_submissions, lock_round_reading, read_links
from alignment.services.changes import LinkEntry, MarkEntry
from alignment.services.readings import change_reading, submit_reading
from alignment.services.round_readings import close_reading, raise_version, settle_in_round
from alignment.services.snapshots import outdate_adjudication
from annotation_site.projects.exceptions import DomainError, NotEditable, StaleVersion
from annotation_site.projects.history import SET
from annotation_site.projects.models import Assignment, Comment, Item, Operation, Project, Role, User
from annotation_site.projects.selectors import require_role
from annotation_site.projects.services.assignments import lock_annotator, lock_assignment, post_comment
from annotation_site.projects.services.operations import find_repeat, record_operation

OPEN, CLOSE, TAKE_OUT = "round_open", "round_close", "round_take_out"
KEEP, KEEP_LINK = "round_keep", "round_keep_link"
CLOSED = "The reconciliation round of this pair is closed. What you handed in before that counts."
BATCH = 2000


@transaction.atomic
def open_round(
    *, user: User, project: Project, operation_id: UUID, least_share: float = 0.0, note: str = ""
) -> ReconciliationRound:
    """Let annotators see each other's readings of the pairs on which they differ, and keep how far they agreed.

    Taken are pairs with all their readings, disagreements and no decision yet, of which at least `least_share` of the
    cells anyone drew is disputed. Nobody sees anything of any other pair.
    """
    require_role(user, project, Role.MANAGER)
    project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if earlier := _find_repeat(user, operation_id, OPEN):
        return _round_of(project, earlier)
    if not 0 <= least_share <= 1:
        raise DomainError("The least share of disputed links lies between 0 and 1.")
    if current := project.reconciliation_rounds.filter(state=ReconciliationRound.State.OPEN).first():
        raise NotEditable(f"Round {current.number} is still open. Close it before you open another one.")
    items = _lock_candidates(project, least_share)
    if not items:
        raise DomainError("There is no pair on which annotators differ and which waits for a decision.")
    opened = ReconciliationRound.objects.create(
        project=project,
        number=project.reconciliation_rounds.count() + 1,
        least_share=least_share,
        note=note.strip()[:300],
        opened_by=user,
    )
    _take_in(opened, items)
    refresh_agreements([], moved=items)
    _keep_sums(opened, RoundAgreement.Moment.BEFORE)
    _record(user, project, operation_id, OPEN, opened, pairs=len(items))
    return opened


@transaction.atomic
def close_round(*, user: User, project: Project, operation_id: UUID, number: int) -> ReconciliationRound:
    """End a round: everybody is blind again, adjudication goes on, and the agreement reached is kept.

    What was changed and not handed in is handed in as it stands if every word is done, and set back otherwise.
    """
    require_role(user, project, Role.MANAGER)
    project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if earlier := _find_repeat(user, operation_id, CLOSE):
        return _round_of(project, earlier)
    closing = project.reconciliation_rounds.filter(number=number).first()
    if closing is None:
        raise DomainError(f"There is no round {number} in this project.")
    if closing.state == ReconciliationRound.State.CLOSED:
        raise NotEditable(f"Round {number} is closed already.")
    # In the order of every save: assignments, their places in the round, items.
    own = Assignment.objects.filter(round_readings__round_item__round=closing)
    list(Assignment.objects.filter(pk__in=own.values("pk")).select_for_update().order_by("pk").values_list("pk"))
    list(closing.items.select_for_update().order_by("pk").values_list("pk"))
    items = list(Item.objects.filter(round_items__round=closing).select_for_update(of=("self",)).order_by("pk"))
    handed_in = [each.assignment.item_id for each in _changing(closing) if close_reading(user=user, in_round=each)]
    closing.items.update(is_open=False)
    refresh_agreements([item for item in items if item.pk in set(handed_in)], moved=items)
    _keep_sums(closing, RoundAgreement.Moment.AFTER)
    closing.state = ReconciliationRound.State.CLOSED
    closing.closed_by, closing.closed_at = user, timezone.now()
    closing.save(update_fields=["state", "closed_by", "closed_at"])
    _record(user, project, operation_id, CLOSE, closing)
    return closing


@transaction.atomic
def take_out(*, user: User, project: Project, operation_id: UUID, number: int, item_number: int) -> RoundItem:
    """Take one pair out of an open round: its annotators are blind again, and it can be adjudicated.

    Its readings are settled as at the end of a round, and stay in what the round brought.
    """
    require_role(user, project, Role.MANAGER)
    project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if earlier := _find_repeat(user, operation_id, TAKE_OUT):
        return _item_of(_round_of(project, earlier), earlier.payload["pair"])
    held = project.reconciliation_rounds.filter(number=number).first()
    if held is None:
        raise DomainError(f"There is no round {number} in this project.")
    own = Assignment.objects.filter(round_readings__round_item__round=held, item__number=item_number)
    list(Assignment.objects.filter(pk__in=own.values("pk")).select_for_update().order_by("pk").values_list("pk"))
    place: RoundItem | None = held.items.select_for_update().filter(item__number=item_number).first()
    if place is None:
        raise DomainError(f"Pair {item_number} is not in round {number}.")
    if not place.is_open:
        raise NotEditable(f"Pair {item_number} is not in round {number} any more.")
    item = Item.objects.select_for_update().get(pk=place.item_id)
    changed = [close_reading(user=user, in_round=each) for each in _changing(held).filter(round_item=place)]
    place.refresh_from_db()
    place.is_open, place.taken_out_at = False, timezone.now()
    place.save(update_fields=["is_open", "taken_out_at"])
    refresh_agreements([item] if any(changed) else [], moved=[item])
    outdate_adjudication(item)
    _record(user, project, operation_id, TAKE_OUT, held, pair=item_number)
    return place


@transaction.atomic
def keep_reading(*, user: User, assignment_id: int, operation_id: UUID, version: int) -> RoundReading:
    """Be done with a pair: the reading as it stands is handed in if it was changed, and kept otherwise."""
    lock_annotator(user=user, assignment_id=assignment_id)
    in_round = _lock(user, assignment_id)
    assignment = in_round.assignment
    earlier = Operation.objects.filter(actor=user, operation_id=operation_id).first()
    kind = earlier.kind if earlier and earlier.kind in (KEEP, "submit") else KEEP
    if find_repeat(actor=user, operation_id=operation_id, kind=kind, subject=assignment):
        return in_round
    _require_version(assignment, version)
    handed_in = in_round.after or in_round.before
    if read_links(assignment) != Reading.from_json(handed_in.reading):
        submit_reading(user=user, assignment_id=assignment_id, operation_id=operation_id, version=version)
        in_round.refresh_from_db()
        return in_round
    settle_in_round(in_round, handed_in)
    _record_own(user, in_round, operation_id, KEEP)
    return in_round


@transaction.atomic
def keep_link(*, user: User, assignment_id: int, operation_id: UUID, version: int, cell: Cell) -> RoundReading:
    """Say of one cell on which the readings differ: I looked at it and keep mine."""
    in_round = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=KEEP_LINK, subject=in_round.assignment):
        return in_round
    _require_version(in_round.assignment, version)
    pair = in_round.assignment.item.sentence_pair
    if cell[0] >= len(pair.source_tokens) or cell[1] >= len(pair.target_tokens):
        raise DomainError(f"There is no cell {cell[0]}-{cell[1]} in this pair.")
    if list(cell) not in in_round.kept_cells:
        in_round.kept_cells = sorted([*in_round.kept_cells, list(cell)])
        in_round.save(update_fields=["kept_cells"])
        raise_version(in_round)
    _record_own(user, in_round, operation_id, KEEP_LINK, cell=list(cell))
    return in_round


@transaction.atomic
def change_link(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, cell: Cell, label: Label | None
) -> Operation:
    """Set one cell of the own reading in a round, and its words' marks with it, so that no word is left undone."""
    in_round = _lock(user, assignment_id)
    links, marks = _with_marks(in_round.assignment, cell, label)
    return change_reading(
        user=user,
        assignment_id=assignment_id,
        operation_id=operation_id,
        version=version,
        kind=SET,
        links=links,
        unaligned=marks,
    )


@transaction.atomic
def post_round_comment(*, user: User, assignment_id: int, operation_id: UUID, text: str) -> Comment:
    """Say something that the pair's other annotators read as well, under the pseudonym."""
    in_round = _lock(user, assignment_id)
    comment = post_comment(user=user, assignment_id=assignment_id, operation_id=operation_id, text=text)
    _, is_new = RoundComment.objects.get_or_create(comment=comment, defaults={"round_item": in_round.round_item})
    if is_new:
        raise_version(in_round)
    return comment


def _lock(user: User, assignment_id: int) -> RoundReading:
    related = ("item__sentence_pair", "item__project__alignment")
    assignment = lock_assignment(user=user, assignment_id=assignment_id, related=related)
    in_round = lock_round_reading(assignment)
    if in_round is None:
        raise NotEditable(CLOSED)
    return in_round


def _require_version(assignment: Assignment, version: int) -> None:
    if assignment.version != version:
        raise StaleVersion("You changed this pair elsewhere in the meantime. Look at it again.")


def _with_marks(assignment: Assignment, cell: Cell, label: Label | None) -> tuple[list[LinkEntry], list[MarkEntry]]:
    reading = read_links(assignment)
    pair = assignment.item.sentence_pair
    left = [other for other in reading.links if other != cell]
    is_full = assignment.item.project.alignment.scope == AlignmentSettings.Scope.FULL
    sides = (
        ("source", cell[0], reading.unaligned_source, {source for source, _ in left}, pair.source_target_words),
        ("target", cell[1], reading.unaligned_target, {target for _, target in left}, pair.target_target_words),
    )
    marks: list[MarkEntry] = []
    for side, index, marked, linked, asked in sides:
        if label is not None and index in marked:
            marks.append((side, index, False))
        if label is None and index not in linked and (is_full or index in asked):
            marks.append((side, index, True))
    return [(*cell, label)], marks


def _lock_candidates(project: Project, least_share: float) -> list[Item]:
    wanted = list(find_candidates(project, least_share).values_list("item_id", flat=True))
    # Assignments before items, as in every save; what changed while we waited is asked again.
    own = Assignment.objects.filter(item__in=wanted, state=Assignment.State.SUBMITTED)
    list(own.select_for_update().order_by("pk").values_list("pk"))
    list(Item.objects.filter(pk__in=wanted).select_for_update().order_by("pk").values_list("pk"))
    still = find_candidates(project, least_share).filter(item__in=wanted).values("item_id")
    return list(Item.objects.filter(pk__in=still).order_by("pk"))


def _take_in(opened: ReconciliationRound, items: list[Item]) -> None:
    places = RoundItem.objects.bulk_create([RoundItem(round=opened, item=item) for item in items], batch_size=BATCH)
    by_item = {place.item_id: place for place in places}
    RoundReading.objects.bulk_create(
        [
            RoundReading(
                round_item=by_item[submission.assignment.item_id], assignment=submission.assignment, before=submission
            )
            for submission in latest_submissions(items)
        ],
        batch_size=BATCH,
    )


def _changing(closing: ReconciliationRound) -> QuerySet[RoundReading]:
    return RoundReading.objects.filter(round_item__round=closing, state=RoundReading.State.CHANGING).select_related(
        "assignment__item__sentence_pair",
        "assignment__item__project__alignment",
        "round_item__round",
        "before",
        "after",
    )


def _keep_sums(kept: ReconciliationRound, moment: RoundAgreement.Moment) -> None:
    RoundAgreement.objects.bulk_create(
        RoundAgreement(
            round=kept,
            moment=moment,
            scope=scope,
            first_id=row["first"],
            second_id=row["second"],
            pairs=row["n"],
            **{name: row[f"sum_{name}"] for name in COUNT_NAMES},
        )
        for scope in RoundAgreement.Scope
        for row in sum_now(kept, scope, "first", "second")
    )
    RoundChance.objects.bulk_create(
        RoundChance(round=kept, moment=moment, scope=scope, **row)
        for scope in RoundAgreement.Scope
        for row in sum_items_now(kept, scope)
    )


def _find_repeat(user: User, operation_id: UUID, kind: str) -> Operation | None:
    earlier = Operation.objects.filter(actor=user, operation_id=operation_id).first()
    if earlier is not None and earlier.kind != kind:
        raise DomainError("This operation id was used for something else; make a new one for every action.")
    return earlier


def _round_of(project: Project, operation: Operation) -> ReconciliationRound:
    found: ReconciliationRound | None = project.reconciliation_rounds.filter(number=operation.payload["round"]).first()
    if found is None or operation.project_id != project.pk:
        raise DomainError("This operation id was used for something else; make a new one for every action.")
    return found


def _item_of(held: ReconciliationRound, item_number: int) -> RoundItem:
    found: RoundItem = held.items.get(item__number=item_number)
    return found


def _record(
    user: User, project: Project, operation_id: UUID, kind: str, about: ReconciliationRound, **more: Any
) -> None:
    payload = {"round": about.number, **more}
    record_operation(actor=user, project=project, kind=kind, payload=payload, operation_id=operation_id)


def _record_own(user: User, in_round: RoundReading, operation_id: UUID, kind: str, **more: Any) -> None:
    assignment = in_round.assignment
    record_operation(
        actor=user,
        project=assignment.item.project,
        assignment=assignment,
        kind=kind,
        payload={"round": in_round.round_item.round.number, **more},
        operation_id=operation_id,
        version=assignment.version,
    )
