"""Closed rounds that can be opened again, and the acts of closing and reopening."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from evaluation.judging.models import JudgingRound

REOPENED_WITHIN = timedelta(hours=24)
CLOSE, REOPEN = "close_judging_round", "reopen_judging_round"
ACTS = {CLOSE: "Closed", REOPEN: "Reopened"}
TOO_LATE = "This judging round was closed more than 24 hours ago and can no longer be reopened."


def was_closed_lately(found: JudgingRound) -> bool:
    """Return whether the round was closed within the time in which it can be reopened."""
    return found.closed_at is not None and timezone.now() < found.closed_at + REOPENED_WITHIN


def closed_items(found: JudgingRound) -> QuerySet[Item]:
    """Return the items that closing the round withdrew; those that a manager withdrew before stay out."""
    withdrawn: QuerySet[Item] = Item.objects.filter(
        judgement_task__judging_round=found, state=Item.State.WITHDRAWN, withdrawn_from=""
    )
    return withdrawn


def list_acts(found: JudgingRound) -> list[tuple[str, Operation]]:
    """Return when the round was closed and reopened, in order, with the operation of each."""
    acts = Operation.objects.of_project(found.project, *ACTS).filter(payload__judging_round=found.number)
    return [(ACTS[each.kind], each) for each in acts.select_related("actor").order_by("pk")]
