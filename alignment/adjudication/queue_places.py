"""Lists of the adjudicator's queue to which a pair belongs: by two annotators who differ on it, or by target word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from alignment.readings.links import Reading, disagreements
from annotation_site.texts.characters import normalise

ANNOTATORS, WORD = "annotators", "word"
LONGEST_KEY = 120


class Place(NamedTuple):
    """A kind of list, and which one of its kind."""

    kind: str
    key: str


def list_places(
    readings: Mapping[int, Reading],
    source: tuple[Sequence[str], Sequence[int]],
    target: tuple[Sequence[str], Sequence[int]],
) -> list[Place]:
    """Return the lists of a pair from its readings, by membership id, and its sides as tokens and indices of target
    words.

    A pair with disagreements is found under two annotators only where these two differ, and under a target word only
    where a cell in dispute touches it; one on which all agree is found under everything.
    """
    disputed = disagreements(list(readings.values()))
    annotators = [
        Place(ANNOTATORS, annotators_key(first, second))
        for first, second in combinations(sorted(readings), 2)
        if not disputed or readings[first].links != readings[second].links
    ]
    words = dict.fromkeys(_words(source, {cell[0] for cell in disputed}, is_all=not disputed))
    words |= dict.fromkeys(_words(target, {cell[1] for cell in disputed}, is_all=not disputed))
    return [*annotators, *(Place(WORD, word) for word in words)]


def annotators_key(first: int, second: int) -> str:
    """Return the key of two memberships, the same in either order."""
    return f"{min(first, second)}-{max(first, second)}"


def word_key(word: str) -> str:
    """Return the key of a word; spellings that differ in case or in Unicode normalisation share one."""
    return normalise("NFC", word.strip().casefold())[:LONGEST_KEY]


def _words(side: tuple[Sequence[str], Sequence[int]], touched: Iterable[int], *, is_all: bool) -> Iterator[str]:
    tokens, asked = side
    wanted = set(touched)
    yield from (word_key(tokens[index]) for index in asked if is_all or index in wanted)
