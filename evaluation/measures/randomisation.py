"""Two systems by every figure of a measure: paired approximate randomisation over their segments, chunk by chunk.

    p = (c + 1) / (B + 1),  c = trials whose difference is at least as great, either way, as the observed one

In each trial every segment's outputs are swapped between the two systems, or not, with even chances. What a segment
gives to a figure is a row of statistics that add up, so that a trial is a sum: of all chunks, in any order, the same.
The chances of a chunk are drawn by numpy's PCG64 from the seed and the number of its first segment.
Source: Riezler & Maxwell 2005; for BLEU, chrF and TER as in sacrebleu (Post 2018), which does not count equal
differences as as great.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.measures.counting import Value, score_expression
from evaluation.measures.names import APT, BY_EXPRESSION, LITTER, MWE, MWE_ALIGNED, TESLA_COMPOUNDS
from evaluation.metrics.averages import mean_rates
from evaluation.metrics.resampling import Floats, Rate
from evaluation.metrics.significance import Comparison
from evaluation.metrics.surface import SURFACE_NAMES, SurfaceMeasure

# Two ways of adding the same segments may differ in their last bits; equal to that is as great.
_TOLERANCE = 1e-12
Labels = Sequence[Sequence[str]]
# What the segments of a chunk give: segments × statistics, or the numbers that a mean is over.
MakeTable = Callable[[Labels, Sequence[Value]], Floats]
ListNumbers = Callable[[Labels, Sequence[Value]], Sequence[Sequence[float | None]]]
# An expression's score from what was counted of it.
Read = Callable[[Value], float]


@dataclass(frozen=True, slots=True)
class FigureSums:
    """How a figure comes from sums: a table of statistics for a chunk, and sums to the figure."""

    statistics: int
    make_table: MakeTable
    rate: Rate
    needs_labels: bool = False


class Randomisation:
    """The trials of every figure of a measure, from chunks that come in any order. ValueError without a trial."""

    def __init__(self, figures: Mapping[str, FigureSums], *, resamples: int, seed: int) -> None:
        if resamples < 1:
            raise ValueError("A randomisation test needs at least one trial.")
        self._figures, self._resamples, self._seed = figures, resamples, seed
        width = sum(figure.statistics for figure in figures.values())
        self._moved = np.zeros((resamples, width))
        self._first, self._second = np.zeros(width), np.zeros(width)

    def add(self, number: int, labels: Labels, first: Sequence[Value], second: Sequence[Value]) -> None:
        """What both systems' segments of a chunk gave, and their expressions; `number` is that of its first segment."""
        if len(first) != len(second):
            raise ValueError(f"The two systems have {len(first)} and {len(second)} segments; a pair needs the same.")
        one, other = (
            np.hstack([figure.make_table(labels, values) for figure in self._figures.values()])
            for values in (first, second)
        )
        self._first += one.sum(axis=0)
        self._second += other.sum(axis=0)
        swaps = draw_swaps_of_chunk(number, len(first), resamples=self._resamples, seed=self._seed)
        self._moved += swaps @ (other - one)

    def compare(self) -> dict[str, Comparison]:
        """Of each figure second minus first, and p; both None where it is undefined for a system."""
        found, start = {}, 0
        for name, figure in self._figures.items():
            found[name] = self._compare(slice(start, start + figure.statistics), figure.rate)
            start += figure.statistics
        return found

    def _compare(self, part: slice, rate: Rate) -> Comparison:
        first, second, moved = self._first[part], self._second[part], self._moved[:, part]
        observed = float((rate(second[None]) - rate(first[None]))[0, 0])
        if np.isnan(observed):
            return Comparison(None, None, self._resamples, self._seed)
        drawn = (rate(second - moved) - rate(first + moved))[:, 0]
        drawn = drawn[~np.isnan(drawn)]
        extreme = int(np.sum(np.abs(drawn) >= abs(observed) - _TOLERANCE))
        return Comparison(observed, (extreme + 1) / (len(drawn) + 1), len(drawn), self._seed)


def draw_swaps_of_chunk(number: int, segments: int, *, resamples: int, seed: int) -> Floats:
    """Trials × segments of a chunk, 1 where the two systems' outputs are swapped."""
    generator = np.random.default_rng([seed, number])
    drawn = np.frombuffer(generator.bytes(resamples * -(-segments // 8)), dtype=np.uint8).reshape(resamples, -1)
    return np.unpackbits(drawn, axis=1, count=segments).astype(np.float64)


def find_figures(measure: str, label_counts: Mapping[str, int]) -> dict[str, FigureSums]:
    """Of each figure of a measure what it is summed up from.

    `label_counts` says how many expressions of each label a macro average rests on. Which of them have a value does not
    depend on the system, so that the average is a sum with weights. Without counts there are no macro averages.
    """
    if measure in SURFACE_NAMES:
        return {"score": _surface_figure(SurfaceMeasure(measure))}
    if measure in BY_EXPRESSION:
        weights = {label: 1 / (count * len(label_counts)) for label, count in label_counts.items()}
        figures = _expression_figures(measure, weights)
        return figures if weights else {name: each for name, each in figures.items() if not each.needs_labels}
    figures = {"score": _mean(lambda labels, values: [[_number(value)] for value in values])}
    if measure == TESLA_COMPOUNDS:
        figures["with_compounds"] = _mean(lambda labels, values: [[_compound_score(value)] for value in values])
    return figures


def _surface_figure(surface: SurfaceMeasure) -> FigureSums:
    width = surface.count(["x"], [["x"]]).shape[1]
    nothing = [0.0] * width

    def make_table(labels: Labels, values: Sequence[Value]) -> Floats:
        return np.array([nothing if value is None else value for value in values], dtype=np.float64)

    return FigureSums(width, make_table, surface.rate)


def _expression_figures(measure: str, weights: Mapping[str, float]) -> dict[str, FigureSums]:
    if measure in (MWE, MWE_ALIGNED):
        read = _reader(measure)
        return {"paper": _mean(_means_of(read)), "code": _mean(_each(read)), "macro": _macro(read, weights)}
    first = _reader(measure)
    if measure == LITTER:
        return {"macro": _macro(first, weights), "micro": _mean(_each(first))}
    assert measure == APT

    def second(entry: Value) -> float:
        return float(entry[1])

    return {
        "unigram": _macro(first, weights),
        "chrf": _macro(second, weights),
        "unigram_micro": _mean(_each(first)),
        "chrf_micro": _mean(_each(second)),
    }


def _reader(measure: str) -> Read:
    return lambda entry: score_expression(measure, entry)


def _mean(list_numbers: ListNumbers) -> FigureSums:
    """A mean over the numbers that all segments give."""

    def make_table(labels: Labels, values: Sequence[Value]) -> Floats:
        table = np.zeros((len(values), 2))
        for row, numbers in zip(table, list_numbers(labels, values), strict=True):
            defined = [number for number in numbers if number is not None]
            row[:] = sum(defined), len(defined)
        return table

    return FigureSums(2, make_table, mean_rates)


def _macro(read: Read, weights: Mapping[str, float]) -> FigureSums:
    """A mean over labels of the mean of a label's expressions."""

    def make_table(labels: Labels, values: Sequence[Value]) -> Floats:
        table = np.zeros((len(values), 1))
        for row, names, entries in zip(table, labels, values, strict=True):
            named = zip(names, entries, strict=True)
            row[0] = sum(weights[name] * read(entry) for name, entry in named if entry is not None)
        return table

    return FigureSums(1, make_table, lambda sums: sums, needs_labels=True)


def _each(read: Read) -> ListNumbers:
    return lambda labels, values: [[None if entry is None else read(entry) for entry in entries] for entries in values]


def _means_of(read: Read) -> ListNumbers:
    """The mean over a segment's expressions."""

    def list_numbers(labels: Labels, values: Sequence[Value]) -> list[list[float | None]]:
        rows = [[read(entry) for entry in entries if entry is not None] for entries in values]
        return [[sum(row) / len(row)] if row else [] for row in rows]

    return list_numbers


def _number(value: Value) -> float | None:
    """Of a measure of whole segments: TESLA's mean stands first, one computed elsewhere is the number itself."""
    return value[0] if isinstance(value, list) else value


def _compound_score(value: Value) -> float | None:
    return value[0] if value is not None and value[2] else None
