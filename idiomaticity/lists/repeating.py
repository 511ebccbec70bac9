"""Items of a list that its participants are asked a second time: which these are, and when each comes. Pure.

The first time falls into the first half of the list, the second into the other, spread evenly over it. So each of n
repeats comes after n other ratings at least, and none directly after its original.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def count_most_repeats(length: int) -> int:
    """Return how many items of a list can be asked twice."""
    return length // 2


def choose_repeats(lists: Sequence[Sequence[int]], *, count: int, seed: int) -> set[int]:
    """Return the items that are asked twice: so many of each list, fewer where it is too short."""
    generator = Random(f"{seed}:repeats")  # noqa: S311 - an order, not a secret
    return {
        item for items in lists for item in generator.sample(sorted(items), min(count, count_most_repeats(len(items))))
    }


def must_come_first(waiting: int, begun: int, length: int) -> bool:
    """Return whether the next rating is one that will be repeated: the first half has no room for another."""
    return 0 < waiting >= _first_half(length) - begun


def count_due(begun: int, length: int, count: int) -> int:
    """Return how many of `count` repeats come before the next rating, when so many of the list's are begun."""
    first = _first_half(length)
    return max(0, begun - first) * count // (length - first) if length > first else 0


def _first_half(length: int) -> int:
    return length - length // 2
