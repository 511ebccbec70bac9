"""The order in which a judge finishes open judging rounds: the chosen one first, then by number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Membership
from evaluation.judging.models import JudgementTask, JudgingRound, JudgingRoundChoice


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
        document_rounds=ArraySubquery(rounds.filter(by_document=True).order_by("number").values("pk")),
    )


def order_rounds(annotator: Any) -> list[int]:
    """Return the open rounds in the annotator's order; none if there is but one, or if they come mixed."""
    if annotator.mixes_rounds or len(annotator.open_rounds) < 2:
        return []
    return sorted(annotator.open_rounds, key=lambda pk: pk != annotator.chosen_round)


def list_numbers(annotator: Any) -> Sequence[tuple[int, ...]]:
    """Return the first and last number of the items of each round in the annotator's order, for the search, and before
    those of a round the next item of the document that the annotator has begun in it.
    """
    rounds = order_rounds(annotator)
    begun, following = find_next_in_document(annotator)
    if not rounds:
        return [*following, ()]
    numbers = {
        judging_round.pk: (judging_round.first_number, judging_round.last_number)
        for judging_round in JudgingRound.objects.filter(pk__in=rounds)
        if judging_round.first_number is not None and judging_round.last_number is not None
    }
    # Rounds that an earlier version opened have no numbers: they come with everything that is left.
    parts: list[tuple[int, ...]] = []
    for pk in rounds:
        parts += following if pk == begun else []
        parts += [numbers[pk]] if pk in numbers else []
    return [*parts, ()] if len(numbers) < len(rounds) else parts


def find_next_in_document(annotator: Any) -> tuple[int | None, list[tuple[int, int]]]:
    """Return the round of the annotator's latest segment of a document, and the next item of this document that is left
    for them, if there is one. Repeats and attention items do not begin a document.
    """
    if not annotator.document_rounds:
        return None, []
    fields = ("judging_round", "document", "segment", "position")
    own = annotator.assignments.filter(item__judgement_task__repeats=None).order_by("-pk")
    latest = own.values_list(*(f"item__judgement_task__{field}" for field in fields)).first()
    if latest is None or latest[0] not in annotator.document_rounds or not latest[1]:
        return None, []
    judging_round, document, segment, position = latest
    tasks = JudgementTask.objects.filter(judging_round=judging_round, document=document, repeats=None)
    following = tasks.filter(Q(segment__gt=segment) | Q(segment=segment, position__gt=position))
    left = Item.objects.with_room().filter(judgement_task__in=following).without_held(annotator)
    number = (
        left.order_by("judgement_task__segment", "judgement_task__position").values_list("number", flat=True).first()
    )
    return judging_round, [] if number is None else [(number, number)]


def items_of_taken_documents(annotator: Any) -> list[int]:
    """Return items of documents that as many other annotators have begun as the round wants, while one of them is still
    in its midst, so that these finish them: the annotator gets them only when nothing else is left.

    Asks of the documents alone in which somebody is, however many the rounds have.
    """
    documents = _find_documents_of_others(annotator) if annotator.document_rounds else set()
    if not documents:
        return []
    tasks = JudgementTask.objects.filter(_match_documents(documents), repeats=None)
    begun = tasks.values("judging_round", "document").annotate(
        judges=Count("item__assignments__annotator", distinct=True),
        own=Count("item__assignments", filter=Q(item__assignments__annotator=annotator.pk)),
    )
    enough = begun.filter(judges__gte=F("judging_round__required_count"), own=0)
    taken = set(enough.values_list("judging_round", "document"))
    if not taken:
        return []
    left = Item.objects.with_room().filter(judgement_task__in=tasks.filter(_match_documents(taken)))
    return list(left.values_list("pk", flat=True))


def _find_documents_of_others(annotator: Any) -> set[tuple[int, str]]:
    """Return round and name of each document whose end another annotator has not reached."""
    own = Assignment.objects.filter(annotator=OuterRef("pk"), item__judgement_task__repeats=None).order_by("-pk")
    others = Membership.objects.filter(project=annotator.project_id).exclude(pk=annotator.pk)
    latest = others.annotate(latest=Subquery(own.values("item__judgement_task")[:1])).values("latest")
    unfinished = JudgementTask.objects.filter(document_position__lt=F("document_length"), pk__in=latest)
    return set(unfinished.filter(judging_round__in=annotator.document_rounds).values_list("judging_round", "document"))


def _match_documents(documents: Collection[tuple[int, str]]) -> Q:
    return reduce(or_, (Q(judging_round=judging_round, document=name) for judging_round, name in sorted(documents)))


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
