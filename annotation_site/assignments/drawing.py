"""The item an annotator is given next: drawn by seed, annotator and count of draws, under row locks."""

import hashlib
from collections.abc import Collection, Iterator

from django.db.models import Exists, OuterRef, QuerySet

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Membership, Project

# How many begun items one draw looks at before it takes a fresh one: bounds the cost for somebody far ahead.
WINDOW = 64


def draw_point(annotator: Membership) -> float:
    """Where on the ring the annotator's next draw starts: a function of seed, annotator and count of draws alone."""
    text = f"{annotator.project.seed}:{annotator.pk}:{annotator.draw_count}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48


def draw_item(annotator: Membership, avoid: Collection[int] = ()) -> Item | None:
    """Lock and return the item the annotator should get next, or None when nothing is left for them.

    Must run inside a transaction. Rows that another draw holds are passed over; only when nothing else is left
    does it wait for them, so that a draw which is then undone starves nobody. Items in `avoid` come last of all.
    """
    for held_back in [avoid, ()] if avoid else [()]:
        for skip_locked in (True, False):
            for candidates in _candidates(annotator, held_back, skip_locked=skip_locked):
                if item := candidates.first():
                    return item
    return None


def _candidates(annotator: Membership, avoid: Collection[int], *, skip_locked: bool) -> Iterator[QuerySet[Item]]:
    """Yield ever wider searches, in the order of the project's spread."""
    begun_first = annotator.project.spread == Project.Spread.OVERLAP
    levels = sorted(range(annotator.project.annotators_per_item), reverse=begun_first)
    point = draw_point(annotator)
    halves = ({"ring_place__gte": point}, {"ring_place__lt": point})
    for window in (WINDOW, None):
        for level in levels:
            for half in halves:
                room = Item.objects.with_room().filter(project=annotator.project, assigned_count=level, **half)
                room = room.order_by("ring_place")
                if window is not None:
                    room = Item.objects.with_room().filter(pk__in=room.values("pk")[:window]).order_by("ring_place")
                free = room.exclude(Exists(_held_by(annotator)))
                if avoid:
                    free = free.exclude(pk__in=avoid)
                yield free.select_for_update(no_key=True, skip_locked=skip_locked, of=("self",))
    # Single items may want more than the project does; those with fewest come first, so that they fill up evenly.
    beyond = Item.objects.with_room().filter(project=annotator.project, assigned_count__gte=len(levels))
    free = beyond.exclude(Exists(_held_by(annotator))).exclude(pk__in=avoid).order_by("assigned_count", "ring_place")
    yield free.select_for_update(no_key=True, skip_locked=skip_locked, of=("self",))


def _held_by(annotator: Membership) -> QuerySet[Assignment]:
    # A returned assignment may come back to its annotator: with two annotators there is nobody else to take it.
    return Assignment.objects.filter(item=OuterRef("pk"), annotator=annotator).exclude(state=Assignment.State.RETURNED)
