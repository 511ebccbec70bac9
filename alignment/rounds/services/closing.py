"""Closing reconciliation rounds, and removing a pair from one; what annotators left unfinished is settled."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from alignment.agreement.queries.changes import hold_counts
from alignment.agreement.queries.counting import settle_readiness
from alignment.agreement.services.changes import note_changes
from alignment.readings.links import Reading
from alignment.readings.queries.drawn import read_links, untouched_tokens
from alignment.readings.services.changes import apply_change, describe_change, entries_between
from alignment.readings.services.outdating import outdate_adjudication
from alignment.rounds.models import ReconciliationRound, RoundAgreement, RoundItem, RoundReading
from alignment.rounds.services.readings import settle_in_round
from alignment.rounds.services.rounds import find_repeat, keep_sums, lock_pairs, record_step, round_of
from annotation_site.accounts.models import User
from annotation_site.assignments.history import SET
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.submissions import SUBMIT, keep_submission
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable

CLOSE, REMOVE = "round_close", "round_remove"


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
    submitted = [
        in_round.assignment.item_id for in_round in changing if close_reading(user=user, in_round=in_round, at=now)
    ]
    closing.items.update(is_open=False)
    closing.presences.all().delete()
    note_changes([item for item in items if item.pk in set(submitted)])
    hold_counts(project)
    settle_readiness(items)
    keep_sums(closing, RoundAgreement.Moment.AFTER)
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
    # For their locks alone: assignments, then the place in the round, then the item, in the order of every save.
    list(
        Assignment.objects.filter(pk__in=own.values("pk"))
        .select_for_update(no_key=True, of=("self",))
        .order_by("pk")
        .values_list("pk")
    )
    round_item: RoundItem | None = (
        held.items.select_for_update(no_key=True, of=("self",)).filter(item__number=item_number).first()
    )
    if round_item is None:
        raise DomainError(f"Pair {item_number} is not in round {number}.")
    if not round_item.is_open:
        raise NotEditable(f"Pair {item_number} is no longer in round {number}.")
    item = Item.objects.select_for_update(no_key=True, of=("self",)).get(pk=round_item.item_id)
    now = timezone.now()
    changed = [
        close_reading(user=user, in_round=in_round, at=now)
        for in_round in _changing(held).filter(round_item=round_item)
    ]
    round_item.refresh_from_db()
    round_item.is_open, round_item.removed_at = False, now
    round_item.save(update_fields=["is_open", "removed_at"])
    note_changes([item], is_reading=any(changed))
    outdate_adjudication(item)
    record_step(user, project, operation_id, REMOVE, held, pair=item_number)
    return round_item


def _changing(closing: ReconciliationRound) -> QuerySet[RoundReading]:
    return RoundReading.objects.filter(round_item__round=closing, state=RoundReading.State.CHANGING).select_related(
        "assignment__item__sentence_pair",
        "assignment__item__project__alignment",
        "round_item__round",
        "before",
        "after",
    )


def _item_of(held: ReconciliationRound, item_number: int) -> RoundItem:
    round_item: RoundItem = held.items.get(item__number=item_number)
    return round_item


@transaction.atomic
def close_reading(*, user: User, in_round: RoundReading, at: datetime) -> bool:
    """Settle changes that were not submitted when a round is closed: a complete reading is submitted as it is, one with
    untouched words is restored to the last submission. The caller holds the locks, and recounts the pair if this
    returns that a reading was submitted. `at` tells afterwards what was settled so.
    """
    assignment = in_round.assignment
    submitted = in_round.after or in_round.before
    reading = read_links(assignment)
    before = Reading.from_json(submitted.reading)
    if reading == before:
        settle_in_round(in_round, submitted, at)
        return False
    untouched = untouched_tokens(assignment)
    project = assignment.item.project
    number = in_round.round_item.round.number
    is_whole = not (untouched["source"] or untouched["target"])
    if not is_whole:
        change = describe_change(assignment, *entries_between(reading, before))
        apply_change(assignment, change)
        kind, payload = SET, change
        settle_in_round(in_round, submitted, at)
    else:
        submission = keep_submission(assignment, reading.to_json())
        settle_in_round(in_round, submission, at)
        kind, payload = SUBMIT, {"submission": submission.number, "round": number}
    assignment.version += 1
    assignment.save(update_fields=["version"])
    record_operation(
        actor=user,
        project=project,
        assignment=assignment,
        kind=kind,
        payload=payload,
        version=assignment.version,
        at=at,
    )
    return is_whole
