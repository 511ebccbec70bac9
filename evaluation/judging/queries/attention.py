"""The attention items that an annotator is given, and when: some time after what they copy."""

from __future__ import annotations

from random import Random
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Membership
from evaluation.judging.models import JudgementTask, JudgingRound

State = Assignment.State
# Items between an attention item and what it copies, while there is other work: so many, drawn anew for each.
BETWEEN = (5, 20)
# Judged items that one lease looks back at, so that its cost does not grow with the work: more than come between. Those
# that were missed, because another item of the segment came before, are given at the end.
WINDOW = 60


def with_attention(annotators: QuerySet[Membership]) -> QuerySet[Membership]:
    """Annotate whether an open judging round of the annotator's project has attention items."""
    asking = JudgingRound.objects.filter(
        project=OuterRef("project"), state=JudgingRound.State.OPEN, attention_share__gt=0
    )
    return annotators.annotate(has_attention=Exists(asking))


def find_due(annotator: Membership, *, is_last: bool, within: int | None = None) -> Item | None:
    """Return the attention item that the annotator is given now, of a judging round if one is given; with `is_last`,
    because no other work is left.

    It never stands beside what it copies.
    """
    own = annotator.assignments.submitted().order_by("-pk").values_list("item", "item__judgement_task__segment")
    latest = list(own if is_last else own[:WINDOW])
    between: dict[Any, int] = {item: distance for distance, (item, _) in enumerate(latest)}
    waiting = _find_not_given(annotator).filter(repeats__in=list(between)).select_related("item", "judging_round")
    if within is not None:
        waiting = waiting.filter(judging_round=within)
    for copy in sorted(waiting, key=lambda copy: -between[copy.repeats_id]):
        distance = between[copy.repeats_id]
        wanted = 1 if is_last else _draw_distance(copy, annotator)
        if distance >= wanted and (is_last or copy.segment != latest[0][1]):
            return copy.item
    return None


def count_left(annotator: Membership) -> int:
    """Return how many attention items the annotator will still be given, as far as others leave what they copy."""
    own = _find_own(annotator, "repeats__item")
    room = Q(repeats__item__state=Item.State.OPEN, repeats__item__assigned_count__lt=F("repeats__item__required_count"))
    judging = Exists(own.filter(state__in=(State.IN_PROGRESS, State.SUBMITTED)))
    free = room & ~Exists(own.exclude(state=State.RETURNED))
    left = _find_not_given(annotator).filter(judging | free)
    count = left.count()
    if count != 1:
        return count
    # The last one stays out where it would stand beside what it copies.
    latest = annotator.assignments.submitted().order_by("-pk").values_list("item")[:1]
    return 0 if left.filter(repeats__in=latest).exists() and not _has_other_work(annotator) else count


def _find_not_given(annotator: Membership) -> QuerySet[JudgementTask]:
    """Return attention items of open judging rounds that the annotator does not have."""
    held = Assignment.objects.filter(item=OuterRef("item"), annotator=annotator).exclude(state=State.RETURNED)
    open_rounds = {"judging_round__project": annotator.project_id, "judging_round__state": JudgingRound.State.OPEN}
    not_given: QuerySet[JudgementTask] = JudgementTask.objects.attention().filter(~Exists(held), **open_rounds)
    return not_given


def _find_own(annotator: Membership, item: str) -> QuerySet[Assignment]:
    return Assignment.objects.work().filter(annotator=annotator, item=OuterRef(item))


def _has_other_work(annotator: Membership) -> bool:
    if annotator.assignments.in_progress().exists():
        return True
    held = Assignment.objects.filter(item=OuterRef("pk"), annotator=annotator).exclude(state=State.RETURNED)
    free = Item.objects.with_room().filter(~Exists(held), project=annotator.project_id)
    return bool(free.exists())


def _draw_distance(copy: Any, annotator: Membership) -> int:
    """Return how many items come between, which follows from the round's seed: a fixed number would tell."""
    key = f"{copy.judging_round.seed}:{copy.item.number}:{annotator.pk}"
    return Random(key).randint(*BETWEEN)  # noqa: S311 - a distance, not a secret
