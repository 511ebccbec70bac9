"""Closed rounds: what becomes of their items, which can be opened again, and the acts of closing and reopening."""

from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from evaluation.judging.models import JudgementTask, JudgingRound

REOPENED_WITHIN = timedelta(hours=24)
CLOSE, REOPEN = "close_judging_round", "reopen_judging_round"
ACTS = {CLOSE: "Closed", REOPEN: "Reopened"}
# So many judgements, submitted or begun, can differ, and so be adjudicated without those that are missing.
COMPARABLE = 2
TOO_LATE = "This judging round was closed more than 24 hours ago and can no longer be reopened."


def was_closed_lately(judging_round: JudgingRound) -> bool:
    """Return whether the round was closed within the time in which it can be reopened."""
    return judging_round.closed_at is not None and timezone.now() < judging_round.closed_at + REOPENED_WITHIN


def name_closed_state(item: Item) -> str:
    """Return the state of an item without all its judgements once its round is closed."""
    return Item.State.ANNOTATED if item.assigned_count >= COMPARABLE else Item.State.WITHDRAWN


def closed_items(judging_round: JudgingRound) -> QuerySet[Item]:
    """Return the items that were closed without all their judgements and not decided since; those that a manager
    withdrew before stay out, and so do attention items.
    """
    withdrawn = Q(state=Item.State.WITHDRAWN, withdrawn_from="")
    incomplete = Q(state=Item.State.ANNOTATED, submitted_count__lt=F("required_count"))
    tasks = JudgementTask.objects.counted().filter(judging_round=judging_round)
    ended: QuerySet[Item] = Item.objects.filter(withdrawn | incomplete, pk__in=tasks.values("item"))
    return ended


def list_acts(judging_round: JudgingRound) -> list[tuple[str, Operation]]:
    """Return when the round was closed and reopened, in order, with the operation of each."""
    acts = Operation.objects.of_project(judging_round.project, *ACTS).filter(
        payload__judging_round=judging_round.number
    )
    return [(ACTS[operation.kind], operation) for operation in acts.select_related("actor").order_by("pk")]
