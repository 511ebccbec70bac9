"""Opening reconciliation rounds, and the parts that closing and reopening share with it."""

from typing import Any
from uuid import UUID

from django.db import transaction

from alignment.agreement.queries.changes import hold_counts
from alignment.agreement.queries.counting import settle_readiness
from alignment.coefficients.agr import COUNT_NAMES
from alignment.readings.queries.submissions import latest_submissions
from alignment.rounds.models import ReconciliationRound, RoundAgreement, RoundChance, RoundItem, RoundReading
from alignment.rounds.queries.pending_tasks import OPEN_ROUND
from alignment.rounds.queries.rounds import find_candidates
from alignment.rounds.queries.sums import sum_items_now, sum_now
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.notices.services import notify
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable

OPEN = "round_open"
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
    hold_counts(project)
    settle_readiness(items)
    keep_sums(opened, RoundAgreement.Moment.BEFORE)
    record_step(user, project, operation_id, OPEN, opened, pairs=len(items))
    readers = Membership.objects.filter(assignments__round_readings__round_item__round=opened)
    notify(task=OPEN_ROUND, project=project, actor=user, annotators=readers)
    return opened


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
    round_items = RoundItem.objects.bulk_create(
        [RoundItem(round=opened, item=item) for item in items], batch_size=BATCH
    )
    by_item = {round_item.item_id: round_item for round_item in round_items}
    RoundReading.objects.bulk_create(
        [
            RoundReading(
                round_item=by_item[submission.assignment.item_id], assignment=submission.assignment, before=submission
            )
            for submission in latest_submissions(items)
        ],
        batch_size=BATCH,
    )


def keep_sums(kept: ReconciliationRound, moment: RoundAgreement.Moment) -> None:
    """Store the agreement of all annotator pairs at this moment of the round."""
    agreements, chances = [], []
    for scope in RoundAgreement.Scope:
        for row in sum_now(kept, scope, "first", "second"):
            counts = {name: row[f"sum_{name}"] for name in COUNT_NAMES}
            people = {"first_id": row["first"], "second_id": row["second"]}
            agreements.append(
                RoundAgreement(round=kept, moment=moment, scope=scope, pairs=row["n"], **people, **counts)
            )
        for row in sum_items_now(kept, scope):
            chances.append(RoundChance(round=kept, moment=moment, scope=scope, **row))
    RoundAgreement.objects.bulk_create(agreements)
    RoundChance.objects.bulk_create(chances)


def find_repeat(user: User, operation_id: UUID, kind: str) -> Operation | None:
    """Return the operation that has this id already; refuse an id of another kind of step."""
    earlier = Operation.objects.filter(actor=user, operation_id=operation_id).first()
    if earlier is not None and earlier.kind != kind:
        raise DomainError("This operation ID was already used for a different action. Use a new ID for every action.")
    return earlier


def round_of(project: Project, operation: Operation) -> ReconciliationRound:
    """Return the round that an earlier step was about."""
    held: ReconciliationRound | None = project.reconciliation_rounds.filter(number=operation.payload["round"]).first()
    if held is None or operation.project_id != project.pk:
        raise DomainError("This operation ID was already used for a different action. Use a new ID for every action.")
    return held


def record_step(
    user: User, project: Project, operation_id: UUID, kind: str, about: ReconciliationRound, **more: Any
) -> None:
    """Record a step on a round as a whole."""
    payload = {"round": about.number, **more}
    record_operation(actor=user, project=project, kind=kind, payload=payload, operation_id=operation_id)
