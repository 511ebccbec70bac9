"""The order in which a judge finishes open judging rounds: the chosen one first, then by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, QuerySet, Subquery

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Membership
from evaluation.judging.models import JudgingRound, JudgingRoundChoice


@dataclass(frozen=True, slots=True)
class OpenRound:
    """An open round as its judge sees it, with the number of items that are left for them."""

    number: int
    name: str
    left: int
    is_next: bool


def with_open_rounds(annotators: QuerySet[Membership]) -> QuerySet[Membership]:
    """Annotate the open judging rounds of the annotator's project, the chosen one, and whether they come mixed."""
    rounds = JudgingRound.objects.filter(project=OuterRef("project"), state=JudgingRound.State.OPEN)
    chosen = JudgingRoundChoice.objects.filter(annotator=OuterRef("pk"))
    return annotators.annotate(
        open_rounds=ArraySubquery(rounds.order_by("number").values("pk")),
        chosen_round=Subquery(chosen.values("judging_round")),
        mixes_rounds=F("project__evaluation__mixes_rounds"),
    )


def order_rounds(annotator: Any) -> list[int]:
    """Return the open rounds in the annotator's order; none if there is but one, or if they come mixed."""
    if annotator.mixes_rounds or len(annotator.open_rounds) < 2:
        return []
    return sorted(annotator.open_rounds, key=lambda pk: pk != annotator.chosen_round)


def list_numbers(annotator: Any) -> Sequence[tuple[int, ...]]:
    """Return the first and last number of the items of each round in the annotator's order, for the search."""
    rounds = order_rounds(annotator)
    if not rounds:
        return [()]
    numbers = {
        judging_round.pk: (judging_round.first_number, judging_round.last_number)
        for judging_round in JudgingRound.objects.filter(pk__in=rounds)
        if judging_round.first_number is not None and judging_round.last_number is not None
    }
    # Rounds that an earlier version opened have no numbers: they come with everything that is left.
    return [*(numbers[pk] for pk in rounds if pk in numbers), *([()] if len(numbers) < len(rounds) else [])]


def find_latest_round(annotator: Membership) -> int | None:
    """Return the round of the annotator's latest assignment."""
    latest = annotator.assignments.order_by("-pk").values_list("item__judgement_task__judging_round", flat=True)
    return latest.first()


def has_room(annotator: Membership, judging_round: int) -> bool:
    """Return whether the round has an item left for the annotator."""
    return _list_left(annotator, judging_round).exists()


def list_open_rounds(annotator: Membership) -> list[OpenRound]:
    """Return the open rounds in the annotator's order, if there are several that do not come mixed."""
    terms = with_open_rounds(Membership.objects.filter(pk=annotator.pk)).get()
    order = order_rounds(terms)
    rounds = {judging_round.pk: judging_round for judging_round in JudgingRound.objects.filter(pk__in=order)}
    listed = [(rounds[pk], _list_left(annotator, pk).count()) for pk in order]
    first = next((judging_round.pk for judging_round, left in listed if left), None)
    return [
        OpenRound(judging_round.number, judging_round.name, left, judging_round.pk == first)
        for judging_round, left in listed
    ]


def _list_left(annotator: Membership, judging_round: int) -> QuerySet[Item]:
    return Item.objects.with_room().filter(judgement_task__judging_round=judging_round).without_held(annotator)
