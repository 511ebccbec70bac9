"""The adjudicator's decisions: per cell, or one reading whole; changed without loss."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404

from alignment.decisions import last_action
from alignment.links import Cell, disagreements
from alignment.models import Adjudication, LinkDecision, RoundItem
from alignment.selectors import item_decisions, item_readings
from alignment.services.agreement import count_decisions
from alignment.services.feedback_upkeep import follow_decisions
from annotation_site.projects.exceptions import DomainError, NotEditable, StaleVersion
from annotation_site.projects.models import Item, Operation, Role, User
from annotation_site.projects.services.operations import find_repeat, record_operation

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
    """Decide cells on which the readings differ: S, P, none, open, or None to take a decision back.

    When every disagreement has a decision (leaving it open is one) the pair is adjudicated.
    """
    item, adjudication = _lock_item(user, item_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind="decide", subject=item):
        return earlier
    _require_current(item, adjudication, version)
    disputed = set(disagreements([reading for _, reading in item_readings(item)]))
    change: list[list[Any]] = []
    before = item_decisions(item)
    for source, target, decision in decisions:
        if (source, target) not in disputed:
            raise DomainError(f"The readings do not differ on {source}-{target}; there is nothing to decide.")
        change.append([source, target, before.get((source, target)), decision])
        _store_decision(user, item, (source, target), decision, note)
    return _finish(user, item, adjudication, disputed, operation_id, {"decisions": change, "note": note})


@transaction.atomic
def adopt_reading(
    *, user: User, item_id: int, operation_id: UUID, version: int, pseudonym: str, note: str = ""
) -> Operation:
    """Decide every disagreement of the pair as one annotator read it."""
    item, adjudication = _lock_item(user, item_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind="decide", subject=item):
        return earlier
    _require_current(item, adjudication, version)
    readings = item_readings(item)
    adopted = next((reading for annotator, reading in readings if annotator.pseudonym == pseudonym), None)
    if adopted is None:
        raise DomainError(f"Annotator {pseudonym} has no reading of this pair.")
    disputed = disagreements([reading for _, reading in readings])
    before = item_decisions(item)
    change: list[list[Any]] = []
    for cell in disputed:
        decision = adopted.links.get(cell, "none")
        change.append([*cell, before.get(cell), decision])
        _store_decision(user, item, cell, decision, note)
    payload = {"decisions": change, "adopted": pseudonym, "note": note}
    return _finish(user, item, adjudication, set(disputed), operation_id, payload)


@transaction.atomic
def take_back(*, user: User, item_id: int, operation_id: UUID, version: int) -> Operation:
    """Restore what stood before the last action on the pair; called again, before the one before it."""
    item, adjudication = _lock_item(user, item_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind="decide", subject=item):
        return earlier
    _require_current(item, adjudication, version)
    made = Operation.objects.filter(item=item, kind="decide").order_by("pk").values_list("pk", "payload")
    action = last_action(made)
    if action is None:
        raise DomainError("There is no decision to take back.")
    disputed = set(disagreements([reading for _, reading in item_readings(item)]))
    now = item_decisions(item)
    change: list[list[Any]] = []
    for cell, before in action.before.items():
        if cell in disputed:
            decision, note = before or (None, "")
            change.append([*cell, now.get(cell), decision])
            _store_decision(user, item, cell, decision, note)
    payload = {"decisions": change, "note": "", "takes_back": action.operation}
    return _finish(user, item, adjudication, disputed, operation_id, payload)


def _lock_item(user: User, item_id: int) -> tuple[Item, Adjudication]:
    item = (
        Item.objects.for_user(user, Role.ADJUDICATOR, Role.MANAGER)
        .select_for_update(of=("self",))
        .select_related("project")
        .filter(pk=item_id)
        .first()
    )
    if item is None:
        raise Http404("There is no such pair.")
    adjudication, _ = Adjudication.objects.get_or_create(item=item)
    return item, adjudication


def _require_current(item: Item, adjudication: Adjudication, version: int) -> None:
    if item.state not in (Item.State.ANNOTATED, Item.State.ADJUDICATED):
        raise NotEditable("This pair is still being annotated; decisions come after all its readings.")
    if RoundItem.objects.filter(item=item, is_open=True).exists():
        raise NotEditable("This pair is in a reconciliation round; decisions come after it is closed.")
    if adjudication.version != version:
        raise StaleVersion(
            "Somebody else decided on this pair in the meantime. Look at it again before you decide.",
            version=adjudication.version,
        )


def _store_decision(user: User, item: Item, cell: Cell, decision: str | None, note: str) -> None:
    at_cell: dict[str, Any] = {"item": item, "source_index": cell[0], "target_index": cell[1]}
    if decision is None:
        LinkDecision.objects.filter(**at_cell).delete()
        return
    LinkDecision.objects.update_or_create(
        **at_cell, defaults={"decision": decision, "note": note.strip()[:300], "decided_by": user}
    )


def _finish(
    user: User,
    item: Item,
    adjudication: Adjudication,
    disputed: set[Cell],
    operation_id: UUID,
    payload: dict[str, Any],
) -> Operation:
    undecided = disputed - item_decisions(item).keys()
    item.state = Item.State.ANNOTATED if undecided else Item.State.ADJUDICATED
    item.save(update_fields=["state"])
    count_decisions(item, len(undecided))
    follow_decisions(user, item, payload)
    adjudication.version += 1
    adjudication.save(update_fields=["version", "updated_at"])
    return record_operation(
        actor=user,
        project=item.project,
        item=item,
        kind="decide",
        payload=payload,
        operation_id=operation_id,
        version=adjudication.version,
    )
