"""Searches by share as quotas: every block has its share exactly, at places that follow from a key alone.

A coin thrown for each pair gave 13 controls among 26 pairs at 25 %, and no attention item to one worker in fourteen
at 15 %. In a block of 100 as it is divided here, every four in a row have one place in each quarter, every twenty one
in each twentieth, and all of them one in each hundredth; within that, any order is as likely as another.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from random import Random

# 4 × 5 × 5: shares are whole per cents, most of them quarters or twentieths.
DIVISION = (4, 5, 5)
BLOCK = prod(DIVISION)


def place_on_ring(seed: int, number: int) -> float:
    """Return the place, from 0 to 1, of the project's item with this number, which begins at 1."""
    block, position = divmod(number - 1, BLOCK)
    return _list_places(seed, block)[position]


@lru_cache(maxsize=256)
def _list_places(seed: int, block: int) -> tuple[float, ...]:
    """Return the places of a block: each rank once, and any place within it. To seed a generator for every item took
    half of the time that an import computes.
    """
    within = Random(f"{seed}:places {block}")  # noqa: S311 - an order, not a secret
    return tuple((rank + within.random()) / BLOCK for rank in _list_ranks(f"{seed}:block {block}", DIVISION))


def falls_in_share(key: str, search: int, share: int) -> bool:
    """Return whether this search, counted from 0, is one of the `share` per cent."""
    block, position = divmod(search, BLOCK)
    return _list_ranks(f"{key}:{block}", DIVISION)[position] < share


def count_in_list(key: str, place: int, length: int, count: int) -> int:
    """Return how many of the `count` chosen places of a list of `length` come up to this one, counted from 0."""
    return sum(rank < count for rank in _list_ranks(f"{key}:list", (length,))[: place + 1])


@lru_cache(maxsize=256)
def _list_ranks(key: str, division: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(_spread(Random(key), division))  # noqa: S311 - an order, not a secret


def _spread(generator: Random, division: tuple[int, ...]) -> list[int]:
    """Return the ranks of a block in random order, such that each run of `division[0]` has one in each of as many
    equal parts, and those of one part are spread likewise over it by the rest of the division.
    """
    if not division:
        return [0]
    parts, rest = division[0], division[1:]
    size = prod(rest)
    within = [_spread(generator, rest) for _ in range(parts)]
    return [part * size + within[part][run] for run in range(size) for part in draw_order(generator, parts)]


def draw_order(generator: Random, number: int) -> list[int]:
    """Return the numbers below this one in random order, those that `sample` of a few would give in half its time."""
    left, order = list(range(number)), []
    for size in range(number, 0, -1):
        bits = size.bit_length()
        while (place := generator.getrandbits(bits)) >= size:
            pass
        order.append(left[place])
        left[place] = left[size - 1]
    return order


@dataclass(frozen=True, slots=True)
class CheckQuota:
    """The share of an annotator's searches (%) that gives a silent check, reproducible from the project's seed."""

    seed: int
    annotator: int
    share: int
    searched: int

    @property
    def key(self) -> str:
        return f"check:{self.seed}:{self.annotator}"

    def is_due(self, ahead: int = 0, given: int = 0) -> bool:
        """Return whether the annotator's search after `ahead` more, which gave `given` checks, gives a check."""
        return falls_in_share(self.key, self.searched + ahead, self.share)


@dataclass(frozen=True, slots=True)
class ListQuota(CheckQuota):
    """A fixed number of silent checks in a list of known length, of which some items are begun and some were checks.

    What is skipped takes no place in the list. A check that could not come at its place comes at the next.
    """

    length: int
    count: int
    begun: int
    begun_checks: int

    def is_due(self, ahead: int = 0, given: int = 0) -> bool:
        due = count_in_list(self.key, self.begun + ahead, self.length, self.count)
        return due > self.begun_checks + given
