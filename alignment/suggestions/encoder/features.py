"""Features by which links are told from other pairs of words: those of similarity, and those of a first guess."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from alignment.suggestions.encoder.similarity import (
    DISTANCE_WEIGHT,
    Matrix,
    estimate_probabilities,
    measure_distance,
    normalise,
    support_neighbours,
)

FLOOR = 1e-6
LIKELY = 18  # the place of the probability among the features of similarity
# Guesses below this are many and add up to little.
COUNTED_FROM = 0.02
KEPT_FROM = 0.1


@dataclass(frozen=True, slots=True)
class WordPairs:
    """The words of two sentences, and the cosine of each word of one with each of the other."""

    source: Sequence[str]
    target: Sequence[str]
    cosine: Matrix


@dataclass(slots=True)
class WordCounts:
    """Numbers of words in the text at hand, and of guesses that two of them translate each other."""

    source: Counter[str] = field(default_factory=Counter)
    target: Counter[str] = field(default_factory=Counter)
    linked: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))

    def add(self, words: WordPairs, guess: Matrix) -> None:
        self.source.update(words.source)
        self.target.update(words.target)
        for i, j in zip(*np.nonzero(guess >= COUNTED_FROM), strict=True):
            self.linked[words.source[i], words.target[j]] += float(guess[i, j])

    def copy(self) -> WordCounts:
        return WordCounts(self.source.copy(), self.target.copy(), self.linked.copy())

    def to_json(self) -> dict[str, Any]:
        linked = [[*words, round(times, 2)] for words, times in self.linked.items() if times >= KEPT_FROM]
        return {"source": self.source, "target": self.target, "linked": linked}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> WordCounts:
        linked = defaultdict(float, {(source, target): times for source, target, times in data["linked"]})
        return cls(Counter(data["source"]), Counter(data["target"]), linked)


def describe_similarity(words: WordPairs) -> Matrix:
    """Return source words × target words × features of their similarity, and of the links that compete and agree."""
    distance = measure_distance(words.cosine.shape)
    similarity = words.cosine - DISTANCE_WEIGHT * distance
    supported = support_neighbours(similarity)
    likely = estimate_probabilities(supported)
    same = _tabulate(words, lambda source, target: float(source == target))
    return np.stack(
        [
            *(np.log(normalise(supported, axis) + FLOOR) for axis in (1, 0)),
            words.cosine,
            distance,
            *(similarity - best_rival(similarity, axis) for axis in (1, 0)),
            *(best_rival(likely, axis) for axis in (1, 0)),
            *neighbours(likely, 1),
            same,
            np.minimum(likely.max(1, keepdims=True), likely.max(0, keepdims=True)),
            likely,
        ],
        axis=-1,
    )


def _tabulate(words: WordPairs, measure: Callable[[str, str], float]) -> Matrix:
    """Return a figure for every source word with every target word, as source words × target words."""
    rows = []
    for source in words.source:
        rows.append([measure(source, target) for target in words.target])
    return np.array(rows)


def describe_guess(words: WordPairs, guess: Matrix, counts: WordCounts) -> Matrix:
    """Return source words × target words × features of a first guess, of those around it, and of how often the two
    words are linked and occur elsewhere in the text.
    """
    # Without what this pair itself has added to the sums.
    linked = np.maximum(_tabulate(words, lambda source, target: counts.linked.get((source, target), 0.0)) - guess, 0)
    source = np.array([[counts.source[word] - 1.0] for word in words.source])
    target = np.array([[counts.target[word] - 1.0 for word in words.target]])
    return np.stack(
        [
            *neighbours(guess, 2),
            guess,
            np.log((guess + 1e-4) / (1 - guess + 1e-4)),
            *(best_rival(guess, axis) for axis in (1, 0)),
            *(guess.sum(axis, keepdims=True) - guess for axis in (1, 0)),
            (linked + 0.5) / (source + 2),
            (linked + 0.5) / (target + 2),
            np.log((linked + 0.1) / np.sqrt((source + 1) * (target + 1))),
            *np.broadcast_arrays(np.log1p(source), np.log1p(target), guess)[:2],
        ],
        axis=-1,
    )


def neighbours(values: Matrix, reach: int) -> Iterator[Matrix]:
    """Yield the values around each cell, 0 outside of the sentences; with a reach of 2 without the corners."""
    rows, columns = values.shape
    padded = np.pad(values, reach)
    steps = range(-reach, reach + 1)
    for down, right in ((down, right) for down in steps for right in steps):
        if (down or right) and abs(down) + abs(right) < 4:
            yield padded[reach + down : reach + down + rows, reach + right : reach + right + columns]


def best_rival(values: Matrix, axis: int) -> Matrix:
    """Return for each cell the largest of the other values along the axis; 0 if there are none."""
    if values.shape[axis] == 1:
        return np.zeros_like(values)
    second, first = np.split(np.take(np.partition(values, [-2, -1], axis), [-2, -1], axis), 2, axis)
    is_first = values == first
    return np.where(is_first, second, first)
