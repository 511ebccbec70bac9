"""Opening and closing reconciliation rounds, and removing a pair from one."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from alignment.agreement.counts import COUNT_NAMES
from alignment.agreement.services.counting import refresh_agreements
from alignment.readings.queries import latest_submissions
from alignment.readings.services.outdating import outdate_adjudication
from alignment.rounds.models import ReconciliationRound, RoundAgreement, RoundChance, RoundItem, RoundReading
from alignment.rounds.queries.matters import OPEN_ROUND
from alignment.rounds.queries.rounds import find_candidates
from alignment.rounds.queries.sums import sum_items_now, sum_now
from alignment.rounds.services.readings import close_reading
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.notices.services import notify
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable

OPEN, CLOSE, REMOVE = "round_open", "round_close", "round_remove"
BATCH = 2000


@transaction.atomic
def open_round(
    *, user: User, project: Project, operation_id: UUID, least_share: float = 0.0, note: str = ""
) -> ReconciliationRound:
    """Let annotators see each other's readings of the pairs on which they differ, and store their agreement.

    Included are pairs with all their readings, disagreements and no decision, in which at least `least_share` of the
    cells that anyone drew is disputed. Nobody sees anything of any other pair.
    """
    require(can_manage, user, project)
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if earlier := find_repeat(user, operation_id, OPEN):
        return round_of(project, earlier)
    if not 0 <= least_share <= 1:
        raise DomainError("The share of disputed links must be between 0 and 1.")
    if current := project.reconciliation_rounds.filter(state=ReconciliationRound.State.OPEN).first():
        raise NotEditable(f"Round {current.number} is still open. Close it before you open another one.")
    items = _lock_candidates(project, least_share)
    if not items:
        raise DomainError("There are no undecided pairs with disagreements.")
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
    record_step(user, project, operation_id, OPEN, opened, pairs=len(items))
    readers = Membership.objects.filter(assignments__round_readings__round_item__round=opened)
    notify(matter=OPEN_ROUND, project=project, actor=user, annotators=readers)
    return opened


@transaction.atomic
def close_round(*, user: User, project: Project, operation_id: UUID, number: int) -> ReconciliationRound:
    """End a round: annotators are blind again, adjudication goes on, and the agreement reached is stored.

    Changes that were not submitted are submitted if every word is done, and restored otherwise.
    """
    require(can_manage, user, project)
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if earlier := find_repeat(user, operation_id, CLOSE):
        return round_of(project, earlier)
    closing = project.reconciliation_rounds.filter(number=number).first()
    if closing is None:
        raise DomainError(f"There is no round {number} in this project.")
    if closing.state == ReconciliationRound.State.CLOSED:
        raise NotEditable(f"Round {number} is already closed.")
    items, now = lock_pairs(closing), timezone.now()
    changing = _changing(closing)
    handed_in = [each.assignment.item_id for each in changing if close_reading(user=user, in_round=each, at=now)]
    closing.items.update(is_open=False)
    refresh_agreements([item for item in items if item.pk in set(handed_in)], moved=items)
    _keep_sums(closing, RoundAgreement.Moment.AFTER)
    closing.state = ReconciliationRound.State.CLOSED
    closing.closed_by, closing.closed_at = user, now
    closing.save(update_fields=["state", "closed_by", "closed_at"])
    record_step(user, project, operation_id, CLOSE, closing)
    return closing


@transaction.atomic
def remove_from_round(*, user: User, project: Project, operation_id: UUID, number: int, item_number: int) -> RoundItem:
    """Remove one pair from an open round: its annotators are blind again, and it can be adjudicated.

    Its readings are settled as at the end of a round, and stay in the results of the round.
    """
    require(can_manage, user, project)
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if earlier := find_repeat(user, operation_id, REMOVE):
        return _item_of(round_of(project, earlier), earlier.payload["pair"])
    held = project.reconciliation_rounds.filter(number=number).first()
    if held is None:
        raise DomainError(f"There is no round {number} in this project.")
    own = Assignment.objects.filter(round_readings__round_item__round=held, item__number=item_number)
    list(
        Assignment.objects.filter(pk__in=own.values("pk"))
        .select_for_update(no_key=True, of=("self",))
        .order_by("pk")
        .values_list("pk")
    )
    place: RoundItem | None = (
        held.items.select_for_update(no_key=True, of=("self",)).filter(item__number=item_number).first()
    )
    if place is None:
        raise DomainError(f"Pair {item_number} is not in round {number}.")
    if not place.is_open:
        raise NotEditable(f"Pair {item_number} is no longer in round {number}.")
    item = Item.objects.select_for_update(no_key=True, of=("self",)).get(pk=place.item_id)
    now = timezone.now()
    changed = [close_reading(user=user, in_round=each, at=now) for each in _changing(held).filter(round_item=place)]
    place.refresh_from_db()
    place.is_open, place.removed_at = False, now
    place.save(update_fields=["is_open", "removed_at"])
    refresh_agreements([item] if any(changed) else [], moved=[item])
    outdate_adjudication(item)
    record_step(user, project, operation_id, REMOVE, held, pair=item_number)
    return place


def lock_pairs(held: ReconciliationRound) -> list[Item]:
    """Lock the round's assignments, places and items, in the order of every save, and return the items."""
    own = Assignment.objects.filter(round_readings__round_item__round=held)
    locked = (
        Assignment.objects.filter(pk__in=own.values("pk")).select_for_update(no_key=True, of=("self",)).order_by("pk")
    )
    list(locked.values_list("pk"))
    list(held.items.select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk"))
    items = Item.objects.filter(round_items__round=held).select_for_update(no_key=True, of=("self",))
    return list(items.order_by("pk"))


def _lock_candidates(project: Project, least_share: float) -> list[Item]:
    wanted = list(find_candidates(project, least_share).values_list("item_id", flat=True))
    # Assignments before items, as in every save; what changed while we waited is asked again.
    own = Assignment.objects.filter(item__in=wanted, state=Assignment.State.SUBMITTED)
    list(own.select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk"))
    list(
        Item.objects.filter(pk__in=wanted).select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk")
    )
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


def find_repeat(user: User, operation_id: UUID, kind: str) -> Operation | None:
    """Return the operation that has this id already; refuse an id of another kind of step."""
    earlier = Operation.objects.filter(actor=user, operation_id=operation_id).first()
    if earlier is not None and earlier.kind != kind:
        raise DomainError("This operation ID was already used for a different action. Use a new ID for every action.")
    return earlier


def round_of(project: Project, operation: Operation) -> ReconciliationRound:
    """Return the round that an earlier step was about."""
    found: ReconciliationRound | None = project.reconciliation_rounds.filter(number=operation.payload["round"]).first()
    if found is None or operation.project_id != project.pk:
        raise DomainError("This operation ID was already used for a different action. Use a new ID for every action.")
    return found


def _item_of(held: ReconciliationRound, item_number: int) -> RoundItem:
    found: RoundItem = held.items.get(item__number=item_number)
    return found


def record_step(
    user: User, project: Project, operation_id: UUID, kind: str, about: ReconciliationRound, **more: Any
) -> None:
    """Record a step on a round as a whole."""
    payload = {"round": about.number, **more}
    record_operation(actor=user, project=project, kind=kind, payload=payload, operation_id=operation_id)
