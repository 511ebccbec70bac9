"""The search for an annotator's next new item, which locks what it finds (docs/decisions/0004-next-item.md).

That unfinished work, preparation, checks and repeats come before it is decided in `leasing`.
"""

import hashlib
from collections.abc import Callable, Collection, Iterator
from functools import cache, partial
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from annotation_site.assignments.models import Assignment, Item
from annotation_site.prepared import Prepared, among
from annotation_site.projects.models import Membership, Project

State = Assignment.State
# The first and the last number of the items to search; none for all of a project.
Numbers = tuple[Any, ...]

# How many begun items one search looks at before it takes a fresh one: bounds the cost for somebody far ahead.
WINDOW = 64
# From a point of the ring on, and before it.
HALVES = ("gte", "lt")
# So many levels are searched by one statement: nearly every project wants two or three annotators.
LEVELS_AT_ONCE = 3
END_OF_RING = 1.0
LOWEST_PRIORITY = 0.0


def find_search_start(annotator: Membership) -> float:
    """Return where on the ring the annotator's next search starts: a function of seed, annotator and count of searches
    alone, and so the same in every copy of the project.
    """
    text = f"{annotator.project.seed}:{annotator.pseudonym or annotator.pk}:{annotator.search_count}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48


def find_next_item(
    annotator: Membership, avoid: Collection[int] = (), *, numbers: Numbers = (), waits: bool = True
) -> Item | None:
    """Lock and return the item the annotator should get next, or None when nothing is left for them.

    Must run inside a transaction. Rows that another search holds are passed over; only when nothing else is left
    does it wait for them, so that a search which is then undone starves nobody. Items in `avoid` come last of all. One
    that may not wait ends where it would have to.
    """
    for held_back in [avoid, ()] if avoid else [()]:
        for skip_locked in (True, False):
            for candidates in _search(annotator, list(held_back), numbers, skip_locked=skip_locked):
                if candidates:
                    return candidates[0]
            if not waits:
                return None
    return None


def find_among(
    items: QuerySet[Item], annotator: Membership, avoid: Collection[int] = (), *, waits: bool = True
) -> Item | None:
    """Lock and return one of a few items that want an annotator, otherwise as `find_next_item` does.

    Any order is as likely as another, and follows from seed and annotator alone.
    """
    key = f"{annotator.project.seed}:{annotator.pk}"
    free = Item.objects.with_room().filter(pk__in=items).without_held(annotator).values_list("pk", flat=True)
    order = sorted(free, key=lambda pk: (pk in avoid, hashlib.sha256(f"{key}:{pk}".encode()).digest()))
    for skip_locked in (True, False) if waits else (True,):
        for pk in order:
            room = Item.objects.with_room().filter(pk=pk)
            item: Item | None = room.select_for_update(no_key=True, skip_locked=skip_locked, of=("self",)).first()
            if item is not None:
                return item
    return None


def _search(annotator: Membership, avoid: list[int], numbers: Numbers, *, skip_locked: bool) -> Iterator[list[Item]]:
    """Yield what ever wider searches find, in the order of the project's spread."""
    project, spread = annotator.project_id, annotator.project.spread
    begun_first = spread != Project.Spread.EVEN
    levels = sorted(range(annotator.project.annotators_per_item), reverse=begun_first)
    point, is_part = find_search_start(annotator), bool(numbers)
    for window in (WINDOW, None):
        if window and skip_locked and spread != Project.Spread.PRIORITY:
            for start in range(0, len(levels), LEVELS_AT_ONCE):
                find_near = _find_near(tuple(levels[start : start + LEVELS_AT_ONCE]), is_part=is_part)
                yield find_near(project, point, annotator.pk, avoid, *numbers)
            continue
        for level in levels:
            if spread == Project.Spread.PRIORITY:
                find_first = _find_by_priority(window=window, skip_locked=skip_locked, is_part=is_part)
                yield find_first(project, level, annotator.pk, avoid, *numbers)
            for half in HALVES:
                find = _find_on_ring(half, window=window, skip_locked=skip_locked, is_part=is_part)
                yield find(project, level, point, annotator.pk, avoid, *numbers)
    # Single items may want more than the project does; those with fewest come first, so that they fill up evenly.
    find_beyond = _find_beyond(skip_locked=skip_locked, is_part=is_part)
    yield find_beyond(project, len(levels), annotator.pk, avoid, *numbers)


def _list_room(project: Any, numbers: Numbers) -> QuerySet[Item]:
    room: QuerySet[Item] = Item.objects.with_room().filter(project=project)
    return room.filter(number__range=numbers) if numbers else room


@cache
def _find_near(levels: tuple[int, ...], *, is_part: bool = False) -> Prepared[Item]:
    """Return the first searches at these levels in one statement, for most end with one of them."""

    def build(project: Any, point: Any, annotator: Any, avoid: Any, *numbers: Any) -> list[QuerySet[Item]]:
        return [
            _list_on_ring(project, level, point, annotator, avoid, numbers, half=half, window=WINDOW, skip_locked=True)
            for level in levels
            for half in HALVES
        ]

    return _prepare(build, is_part=is_part)


@cache
def _find_on_ring(half: str, *, window: int | None, skip_locked: bool, is_part: bool = False) -> Prepared[Item]:
    build = partial(_list_on_ring, half=half, window=window, skip_locked=skip_locked)
    if is_part:
        return Prepared(
            lambda project, level, point, annotator, avoid, first, last: build(
                project, level, point, annotator, avoid, (first, last)
            )
        )
    return Prepared(lambda project, level, point, annotator, avoid: build(project, level, point, annotator, avoid, ()))


def _list_on_ring(
    project: Any,
    level: Any,
    point: Any,
    annotator: Any,
    avoid: Any,
    numbers: Numbers,
    *,
    half: str,
    window: int | None,
    skip_locked: bool,
) -> QuerySet[Item]:
    """Return the first free item from a point of the ring on, or before it."""
    room = (
        _list_room(project, numbers)
        .filter(assigned_count=level, **{f"ring_place__{half}": point})
        .order_by("ring_place")
    )
    if window is not None and skip_locked:
        # By its last place, so that the search reads in order and ends with the first free item.
        last = room.values("ring_place")[window - 1 : window]
        room = room.filter(ring_place__lte=Coalesce(last, END_OF_RING))
    elif window is not None:
        # A row that it waits for is looked at again, and may have gone to another level meanwhile.
        room = Item.objects.with_room().filter(pk__in=room.values("pk")[:window]).order_by("ring_place")
    return _lock_first_free(room, annotator, avoid, skip_locked=skip_locked)


@cache
def _find_by_priority(*, window: int | None, skip_locked: bool, is_part: bool = False) -> Prepared[Item]:
    """Return the search for the free item of highest priority; those without one are left to the ring."""

    def build(project: Any, level: Any, annotator: Any, avoid: Any, *numbers: Any) -> QuerySet[Item]:
        room = _list_room(project, numbers).filter(assigned_count=level, priority__isnull=False)
        room = room.order_by("-priority", "ring_place")
        if window is not None and skip_locked:
            # By the last priority within the window, as on the ring; its equals are looked at, too.
            last = room.values("priority")[window - 1 : window]
            room = room.filter(priority__gte=Coalesce(last, LOWEST_PRIORITY))
        elif window is not None:
            keys = room.values("pk")[:window]
            room = Item.objects.with_room().filter(pk__in=keys).order_by("-priority", "ring_place")
        return _lock_first_free(room, annotator, avoid, skip_locked=skip_locked)

    return _prepare(build, is_part=is_part)


@cache
def _find_beyond(*, skip_locked: bool, is_part: bool = False) -> Prepared[Item]:
    """Return the search for a free item that has so many annotators or more."""

    def build(project: Any, least: Any, annotator: Any, avoid: Any, *numbers: Any) -> QuerySet[Item]:
        room = _list_room(project, numbers).filter(assigned_count__gte=least)
        room = room.order_by("assigned_count", "ring_place")
        return _lock_first_free(room, annotator, avoid, skip_locked=skip_locked)

    return _prepare(build, is_part=is_part)


def _prepare(build: Callable[..., Any], *, is_part: bool) -> Prepared[Item]:
    """Return a search of four parameters, and of two more where it is among some numbers."""
    if is_part:
        return Prepared(lambda one, two, three, four, first, last: build(one, two, three, four, first, last))
    return Prepared(lambda one, two, three, four: build(one, two, three, four))


def _lock_first_free(room: Any, annotator: Any, avoid: Any, *, skip_locked: bool) -> QuerySet[Item]:
    free = room.without_held(annotator).exclude(pk__in=among(avoid))
    return free.select_for_update(no_key=True, skip_locked=skip_locked, of=("self",))[:1]
