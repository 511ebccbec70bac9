"""The adjudicator's decisions: per cell, as one reading, or as own links; changed without loss."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext

from alignment.adjudication.decisions import last_action, needed_decision
from alignment.adjudication.models import Adjudication, LinkDecision
from alignment.adjudication.services.settling import settle_pair
from alignment.agreement.services.changes import note_changes
from alignment.feedback.queries.disputes import list_disputed_cells
from alignment.feedback.services import follow_decisions
from alignment.pairs.models import SentencePair
from alignment.readings.links import Cell, Label, Reading, disagreements
from alignment.readings.queries.submissions import item_decisions, item_readings
from alignment.rounds.models import RoundItem
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion

DecisionEntry = tuple[int, int, str | None]


@transaction.atomic
def decide_links(
    *,
    user: User,
    item_id: int,
    operation_id: UUID,
    version: int,
    decisions: Sequence[DecisionEntry],
    note: str = "",
) -> Operation:
    """Decide cells: S, P, none, open, or None to withdraw a decision.

    Cells that nobody drew, or all drew alike, can be decided too, except as all readings already have them: that is an
    answer only where an annotator disputes the gold of the cell, and then no decision is stored. Once every
    disagreement has a decision (leaving it open is one) the pair is adjudicated.
    """
    item, adjudication = _lock_item(user, item_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind="decide", subject=item):
        return earlier
    _require_current(item, adjudication, version)
    readings = [reading for _, reading in item_readings(item)]
    wanted: dict[Cell, str | None] = {}
    upheld: list[Cell] = []
    for source, target, decision in decisions:
        cell = (source, target)
        _require_in_range(item, cell)
        wanted[cell] = None
        if decision is not None:
            wanted[cell] = needed_decision(_labels(readings, cell), decision)
            if wanted[cell] is None:
                upheld.append(cell)
    if unasked := set(upheld) - list_disputed_cells(item):
        source, target = min(unasked)
        raise DomainError(
            gettext("All readings agree on {cell}, so there is nothing to decide.").format(cell=f"{source}-{target}")
        )
    payload: dict[str, Any] = {"decisions": _store_decisions(user, item, wanted, note), "note": note}
    if upheld:
        payload["upheld"] = [list(cell) for cell in upheld]
    return _finish(user, item, adjudication, readings, operation_id, payload)


@transaction.atomic
def set_own_links(
    *,
    user: User,
    item_id: int,
    operation_id: UUID,
    version: int,
    cells: Mapping[Cell, Label | None],
    note: str = "",
) -> Operation:
    """Decide cells as the adjudicator links them, whatever the readings say: linked with a label, or not linked.

    Only deviations from the readings are stored: every disputed cell, links that not everybody drew alike, and agreed
    links that were removed. Earlier decisions on the other cells are deleted.
    """
    item, adjudication = _lock_item(user, item_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind="decide", subject=item):
        return earlier
    _require_current(item, adjudication, version)
    readings = [reading for _, reading in item_readings(item)]
    before = item_decisions(item)
    wanted: dict[Cell, str | None] = {}
    for cell, label in cells.items():
        _require_in_range(item, cell)
        decision = needed_decision(_labels(readings, cell), label or "none")
        if decision is not None or cell in before:
            wanted[cell] = decision
    if not wanted:
        raise DomainError(gettext("All readings already agree on this, so there is nothing to decide."))
    change = _store_decisions(user, item, wanted, note)
    payload = {"decisions": change, "note": note, "own_links": True}
    return _finish(user, item, adjudication, readings, operation_id, payload)


@transaction.atomic
def adopt_reading(
    *, user: User, item_id: int, operation_id: UUID, version: int, pseudonym: str, note: str = ""
) -> Operation:
    """Decide every disagreement of the pair as one annotator read it."""
    item, adjudication = _lock_item(user, item_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind="decide", subject=item):
        return earlier
    _require_current(item, adjudication, version)
    found = item_readings(item)
    adopted = next((reading for annotator, reading in found if annotator.pseudonym == pseudonym), None)
    if adopted is None:
        raise DomainError(gettext("Annotator {letter} has no reading of this pair.").format(letter=pseudonym))
    readings = [reading for _, reading in found]
    # Own links go too: the pair is then as this annotator read it.
    wanted: dict[Cell, str | None] = dict.fromkeys(item_decisions(item))
    wanted |= {cell: adopted.links.get(cell, "none") for cell in disagreements(readings)}
    change = _store_decisions(user, item, wanted, note)
    payload = {"decisions": change, "adopted": pseudonym, "note": note}
    return _finish(user, item, adjudication, readings, operation_id, payload)


@transaction.atomic
def undo_decision(*, user: User, item_id: int, operation_id: UUID, version: int) -> Operation:
    """Restore the state before the last action on the pair; repeated calls go further back."""
    item, adjudication = _lock_item(user, item_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind="decide", subject=item):
        return earlier
    _require_current(item, adjudication, version)
    made = Operation.objects.filter(item=item, kind="decide").order_by("pk").values_list("pk", "payload")
    action = last_action(made)
    if action is None:
        raise DomainError(gettext("There is no decision to undo."))
    readings = [reading for _, reading in item_readings(item)]
    change: list[list[Any]] = []
    for cell, before in action.before.items():
        decision, note = before or (None, "")
        # Readings may have been submitted again since, so that all say now what was decided then.
        needed = needed_decision(_labels(readings, cell), decision)
        change += _store_decisions(user, item, {cell: needed}, note)
    payload = {"decisions": change, "note": "", "undoes": action.operation}
    return _finish(user, item, adjudication, readings, operation_id, payload)


def _lock_item(user: User, item_id: int) -> tuple[Item, Adjudication]:
    item = (
        Item.objects.for_user(user, can_adjudicate)
        .select_for_update(no_key=True, of=("self",))
        .select_related("project")
        .filter(pk=item_id)
        .first()
    )
    if item is None and Item.versions.for_user(user, can_adjudicate).filter(pk=item_id).exists():
        raise NotEditable(
            gettext("The text of this pair has been corrected since. Check the corrected pair before you decide.")
        )
    if item is None:
        raise Http404("There is no such pair.")
    adjudication, _ = Adjudication.objects.get_or_create(item=item)
    return item, adjudication


def _require_current(item: Item, adjudication: Adjudication, version: int) -> None:
    if item.state not in (Item.State.ANNOTATED, Item.State.ADJUDICATED):
        raise NotEditable(
            gettext("This pair is still being annotated. You can adjudicate it when all its readings are submitted.")
        )
    if RoundItem.objects.filter(item=item, is_open=True).exists():
        raise NotEditable(
            gettext("This pair is in a reconciliation round. You can adjudicate it when the round is closed.")
        )
    if adjudication.version != version:
        raise StaleVersion(
            gettext("Someone else has changed a decision on this pair. Check the pair before you decide."),
            version=adjudication.version,
        )


def _labels(readings: Sequence[Reading], cell: Cell) -> list[Label | None]:
    return [reading.links.get(cell) for reading in readings]


def _require_in_range(item: Item, cell: Cell) -> None:
    pair: SentencePair = item.sentence_pair
    if cell[0] >= len(pair.source_tokens) or cell[1] >= len(pair.target_tokens):
        raise DomainError(gettext("There is no cell {cell} in this pair.").format(cell=f"{cell[0]}-{cell[1]}"))


def _store_decisions(user: User, item: Item, wanted: Mapping[Cell, str | None], note: str) -> list[list[Any]]:
    """Store decisions and return their cells with the previous and the new values."""
    before = item_decisions(item)
    for cell, decision in wanted.items():
        at_cell: dict[str, Any] = {"item": item, "source_index": cell[0], "target_index": cell[1]}
        if decision is None:
            LinkDecision.objects.filter(**at_cell).delete()
        else:
            LinkDecision.objects.update_or_create(
                **at_cell, defaults={"decision": decision, "note": note.strip()[:300], "decided_by": user}
            )
    return [[*cell, before.get(cell), decision] for cell, decision in wanted.items()]


def _finish(
    user: User,
    item: Item,
    adjudication: Adjudication,
    readings: Sequence[Reading],
    operation_id: UUID,
    payload: dict[str, Any],
) -> Operation:
    disputed, decided = set(disagreements(readings)), item_decisions(item).keys()
    undecided = disputed - decided
    # Without a dispute a pair is adjudicated only where somebody said something of it.
    is_done = not undecided and bool(disputed or decided or adjudication.accepted_in_id)
    adjudication.version += 1
    adjudication.save(update_fields=["version", "updated_at"])
    settle_pair(item, is_done=is_done)
    note_changes([item], is_reading=False)
    follow_decisions(user, item, payload)
    return record_operation(
        actor=user,
        project=item.project,
        item=item,
        kind="decide",
        payload=payload,
        operation_id=operation_id,
        version=adjudication.version,
    )
