"""Decisions of a judging round, as figures, files and correlations read them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import QuerySet

from annotation_site.assignments.models import Item
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.judging.figures.adjudicated import Decided
from evaluation.judging.figures.answers import Unit
from evaluation.judging.models import JudgingRound
from evaluation.metrics.error_spans.schemes import ErrorSpan


def has_decisions(judging_round: JudgingRound) -> bool:
    """Return whether an item of the judging round is decided."""
    return _find_decided(judging_round).exists()


def list_decided(
    judging_round: JudgingRound, *, items: Collection[int] | None = None
) -> Iterator[tuple[int, list[float], list[list[dict[str, Any]]]]]:
    """Yield each decided item, or each of these, with answers and spans; drafts and withdrawn items do not count."""
    decided = _find_decided(judging_round).order_by("item_id")
    decided = decided if items is None else decided.filter(item__in=items)
    yield from decided.values_list("item", "answers", "spans").iterator()


def read_decisions(judging_round: JudgingRound, *, items: Collection[int] | None = None) -> dict[Unit, Decided]:
    """Return what was decided about each task, or each of these, and output."""
    found: dict[Unit, Decided] = {}
    for item, answers, spans in list_decided(judging_round, items=items):
        for place, value in enumerate(answers):
            marked = [ErrorSpan.from_json(span) for span in spans[place]] if spans else []
            found[item, place] = Decided(float(value), marked)
    return found


def _find_decided(judging_round: JudgingRound) -> QuerySet[JudgementAdjudication]:
    return JudgementAdjudication.objects.filter(
        item__judgement_task__judging_round=judging_round, item__state=Item.State.ADJUDICATED
    )
