"""The attention items that an annotator is given, and when: some time after what they copy."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from random import Random
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Membership
from evaluation.judging.models import JudgementTask, JudgingRound

State, Purpose = Assignment.State, Assignment.Purpose
# Items between an attention item and what it copies, while there is other work: so many, drawn anew for each.
BETWEEN = (5, 20)
# Waiting attention items that one lease looks at, oldest first.
WINDOW = 50


def with_attention(annotators: QuerySet[Membership]) -> QuerySet[Membership]:
    """Annotate whether an open judging round of the annotator's project has attention items."""
    asking = JudgingRound.objects.filter(
        project=OuterRef("project"), state=JudgingRound.State.OPEN, attention_share__gt=0
    )
    return annotators.annotate(has_attention=Exists(asking))


def find_due(annotator: Membership, *, is_last: bool) -> Item | None:
    """Return the attention item that the annotator is given now; with `is_last`, because no other work is left.

    It never stands beside what it copies.
    """
    waiting = _list_waiting(annotator)
    if not waiting:
        return None
    given = annotator.assignments.exclude(state=State.RETURNED).filter(pk__gte=waiting[0].given_as).order_by("pk")
    keys = list(given.values_list("pk", "item__judgement_task__segment"))
    order = [pk for pk, _ in keys]
    for copy in waiting:
        between = len(order) - bisect_right(order, copy.given_as)
        is_due = between >= 1 if is_last else between >= _draw_distance(copy, annotator) and copy.segment != keys[-1][1]
        if is_due:
            found: Item = copy.item
            return found
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
    latest = annotator.assignments.exclude(state=State.RETURNED).order_by("-pk").first()
    is_beside = latest is not None and latest.state == State.SUBMITTED and left.filter(repeats=latest.item_id).exists()
    return 0 if is_beside and not _has_other_work(annotator) else count


def _list_waiting(annotator: Membership) -> Sequence[Any]:
    """Return attention items that copy what the annotator has judged, in the order in which they judged that."""
    own = _find_own(annotator, "repeats__item").filter(state=State.SUBMITTED)
    waiting = _find_not_given(annotator).annotate(given_as=own.values("pk")[:1]).filter(given_as__isnull=False)
    return list(waiting.select_related("item", "judging_round").order_by("given_as")[:WINDOW])


def _find_not_given(annotator: Membership) -> QuerySet[JudgementTask]:
    """Return attention items of open judging rounds that the annotator does not have."""
    held = Assignment.objects.filter(item=OuterRef("item"), annotator=annotator).exclude(state=State.RETURNED)
    open_rounds = {"judging_round__project": annotator.project_id, "judging_round__state": JudgingRound.State.OPEN}
    found: QuerySet[JudgementTask] = JudgementTask.objects.attention().filter(~Exists(held), **open_rounds)
    return found


def _find_own(annotator: Membership, item: str) -> QuerySet[Assignment]:
    return Assignment.objects.work().filter(annotator=annotator, item=OuterRef(item))


def _has_other_work(annotator: Membership) -> bool:
    held = Assignment.objects.filter(item=OuterRef("pk"), annotator=annotator).exclude(state=State.RETURNED)
    free = Item.objects.with_room().filter(~Exists(held), project=annotator.project_id)
    return bool(free.exists())


def _draw_distance(copy: Any, annotator: Membership) -> int:
    """Return how many items come between, which follows from the round's seed: a fixed number would tell."""
    key = f"{copy.judging_round.seed}:{copy.item.number}:{annotator.pk}"
    return Random(key).randint(*BETWEEN)  # noqa: S311 - a distance, not a secret
