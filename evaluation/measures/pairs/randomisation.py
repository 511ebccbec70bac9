"""Two systems by every figure of a measure: paired approximate randomisation over their segments, chunk by chunk.

    p = (c + 1) / (B + 1),  c = trials whose difference is at least as great, either way, as the observed one

In each trial, every segment's outputs are swapped between the two systems, or not, with equal probability. A segment
contributes to a figure a row of statistics that add up, so a trial is a sum that does not depend on the order of
chunks. The swaps of a chunk are sampled by numpy's PCG64 from the seed and the number of its first segment.

Source: Riezler & Maxwell 2005; for BLEU, chrF and TER as in sacrebleu (Post 2018), which does not count equal
differences as at least as great.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from annotation_site.coefficients.resampling import Floats, Rate
from evaluation.metrics.averages import mean_rates
from evaluation.metrics.significance import Comparison

# Sums of the same segments in another order may differ in their last bits; such differences count as equal.
_TOLERANCE = 1e-12
Labels = Sequence[Sequence[str]]
# Statistics of a chunk: segments × statistics.
MakeTable = Callable[[Labels, Sequence[Any]], Floats]
# A value's entries, and the number that a figure reads of one.
Entries = Callable[[Any], Sequence[Any]]
Read = Callable[[Any], float | None]


@dataclass(frozen=True, slots=True)
class FigureSums:
    """A figure as a function of sums: a table of statistics for a chunk, and a function from sums to the figure."""

    statistics: int
    make_table: MakeTable
    rate: Rate


class Randomisation:
    """Trials of every figure of a measure, from chunks in any order. Raise ValueError without a trial."""

    def __init__(self, figures: Mapping[str, FigureSums], *, resamples: int, seed: int) -> None:
        if resamples < 1:
            raise ValueError("A randomisation test needs at least one trial.")
        self._figures, self._resamples, self._seed = figures, resamples, seed
        width = sum(figure.statistics for figure in figures.values())
        self._moved = np.zeros((resamples, width))
        self._first, self._second = np.zeros(width), np.zeros(width)

    def add(self, number: int, labels: Labels, first: Sequence[Any], second: Sequence[Any]) -> None:
        """Add a chunk of both systems' values and their labels; `number` is the number of its first segment."""
        if len(first) != len(second):
            raise ValueError(f"The two systems have {len(first)} and {len(second)} segments; a pair needs the same.")
        one, other = self._make_table(labels, first), self._make_table(labels, second)
        self._first += one.sum(axis=0)
        self._second += other.sum(axis=0)
        swaps = sample_swaps_of_chunk(number, len(first), resamples=self._resamples, seed=self._seed)
        self._moved += swaps @ (other - one)

    def _make_table(self, labels: Labels, values: Sequence[Any]) -> Floats:
        """Return an array of segments × statistics, those of all figures side by side."""
        return np.hstack([figure.make_table(labels, values) for figure in self._figures.values()])

    def compare(self) -> dict[str, Comparison]:
        """Return second minus first and p for each figure, both None if it is undefined for a system."""
        comparisons, start = {}, 0
        for name, figure in self._figures.items():
            comparisons[name] = self._compare(slice(start, start + figure.statistics), figure.rate)
            start += figure.statistics
        return comparisons

    def _compare(self, part: slice, rate: Rate) -> Comparison:
        first, second, moved = self._first[part], self._second[part], self._moved[:, part]
        observed = float((rate(second[None]) - rate(first[None]))[0, 0])
        if np.isnan(observed):
            return Comparison(None, None, self._resamples, self._seed)
        sampled = (rate(second - moved) - rate(first + moved))[:, 0]
        sampled = sampled[~np.isnan(sampled)]
        extreme = int(np.sum(np.abs(sampled) >= abs(observed) - _TOLERANCE))
        return Comparison(observed, (extreme + 1) / (len(sampled) + 1), len(sampled), self._seed)


def sample_swaps_of_chunk(number: int, segments: int, *, resamples: int, seed: int) -> Floats:
    """Return an array of trials × segments, 1 where the two systems' outputs are swapped."""
    generator = np.random.default_rng([seed, number])
    sampled = np.frombuffer(generator.bytes(resamples * -(-segments // 8)), dtype=np.uint8).reshape(resamples, -1)
    return np.unpackbits(sampled, axis=1, count=segments).astype(np.float64)


def mean_sums(entries: Entries, read: Read, *, of_segments: bool = False) -> FigureSums:
    """Return the sums of a mean over all entries, or over the means of segments."""

    def make_table(labels: Labels, values: Sequence[Any]) -> Floats:
        table = np.zeros((len(values), 2))
        for row, value in zip(table, values, strict=True):
            read_numbers = [read(entry) for entry in entries(value) if entry is not None]
            numbers = [number for number in read_numbers if number is not None]
            if of_segments and numbers:
                numbers = [sum(numbers) / len(numbers)]
            row[:] = sum(numbers), len(numbers)
        return table

    return FigureSums(2, make_table, mean_rates)


def macro_sums(entries: Entries, read: Read, weights: Mapping[str, float]) -> FigureSums:
    """Return the sums of a mean over labels of each label's mean."""

    def make_table(labels: Labels, values: Sequence[Any]) -> Floats:
        table = np.zeros((len(values), 1))
        for row, names, value in zip(table, labels, values, strict=True):
            named = zip(names, entries(value), strict=True)
            row[0] = sum(weights[name] * (read(entry) or 0.0) for name, entry in named if entry is not None)
        return table

    return FigureSums(1, make_table, lambda sums: sums)
