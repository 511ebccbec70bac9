"""Measures ranked by how well they follow people, in clusters of significance.

A figure ranks the measures that have a value; a permutation test compares every two of them over the items that people
and both measures score (`permutations`), and clusters follow (`find_clusters`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Literal

import numpy as np

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.resampling import Floats
from evaluation.metrics.correlation.judgements import HumanScore, Scores, average_items
from evaluation.metrics.correlation.measures import pairwise_accuracy, pearson, soft_pairwise_accuracy
from evaluation.metrics.correlation.permutations import (
    Permutations,
    compare_accuracies,
    compare_pearsons,
    compare_soft_accuracies,
    compare_verdicts,
    find_clusters,
)
from evaluation.metrics.correlation.ties import TiePairs

_NO_PAIRS = "No two systems have scores by both people and the measure in one segment."


class Tables:
    """Scores as tables systems × segments of the items that people judged, NaN where there is none."""

    def __init__(self, judgements: Sequence[HumanScore], metrics: Mapping[str, Scores]) -> None:
        self._people, self._metrics = average_items(judgements), metrics
        systems, segments = {system for system, _ in self._people}, {segment for _, segment in self._people}
        self._systems = {name: index for index, name in enumerate(sorted(systems))}
        self._segments = {name: index for index, name in enumerate(sorted(segments))}

    @cached_property
    def human(self) -> Floats:
        return self._fill(self._people)

    def __getitem__(self, measure: str) -> Floats:
        return self._fill(self._metrics[measure])

    def _fill(self, scores: Scores) -> Floats:
        table = np.full((len(self._systems), len(self._segments)), np.nan)
        for system, segment in self._people:
            if (score := scores.get((system, segment))) is not None:
                table[self._systems[system], self._segments[segment]] = score
        return table

    def find_complete(self, *measures: str) -> list[Floats]:
        """Return the tables of people and these measures without the segments in which one lacks a score."""
        tables = [self.human, *(self[name] for name in measures)]
        complete = ~np.isnan(sum(tables)).any(axis=0)
        return [table[:, complete] for table in tables]


# The tables in which these measures can be compared.
FindTables = Callable[..., Tables]


class RankedFigure(ABC):
    """A figure by which measures are ranked; `thresholds` has the ε of a measure whose ties are calibrated."""

    name: ClassVar[str]
    level: ClassVar[Literal["system", "segment"]]

    def __init__(self, permutations: Permutations) -> None:
        self.permutations = permutations
        self.thresholds: dict[str, float] = {}

    @abstractmethod
    def find(self, measure: str) -> Figure:
        """Return the measure's value."""

    @abstractmethod
    def compare(self, better: str, worse: str) -> float | None:
        """Return the one-sided p of the first following people better; None if that is undefined."""


class PairwiseAccuracy(RankedFigure):
    """Systems ranked alike, by people's and measures' scores of systems."""

    name, level = "pairwise_accuracy", "system"

    def __init__(
        self, people: Mapping[str, float], measured: Mapping[str, Mapping[str, float]], permutations: Permutations
    ) -> None:
        super().__init__(permutations)
        self._people, self._measured = people, measured

    def _line_up(self, *measures: str) -> list[Floats]:
        tables = [self._people, *(self._measured[name] for name in measures)]
        common = set.intersection(*(set(table) for table in tables))
        lined_up = []
        for table in tables:
            lined_up.append(np.array([table[name] for name in sorted(common)]))
        return lined_up

    def find(self, measure: str) -> Figure:
        return pairwise_accuracy(*self._line_up(measure))

    def compare(self, better: str, worse: str) -> float | None:
        human, first, second = self._line_up(better, worse)
        return compare_accuracies(human, first, second, self.permutations) if len(human) > 1 else None


class SystemPearson(PairwiseAccuracy):
    """Pearson over systems."""

    name = "pearson"

    def find(self, measure: str) -> Figure:
        return pearson(*self._line_up(measure))

    def compare(self, better: str, worse: str) -> float | None:
        human, first, second = (scores[:, None] for scores in self._line_up(better, worse))
        return compare_pearsons(human, first, second, replace(self.permutations, permute="both"))


class TableFigure(RankedFigure):
    """A figure from tables of segments' scores."""

    def __init__(self, find_tables: FindTables, permutations: Permutations) -> None:
        super().__init__(permutations)
        self.find_tables = find_tables


class SoftPairwiseAccuracy(TableFigure):
    """Systems compared by p-values, over the segments in which all have scores."""

    name, level = "soft_pairwise_accuracy", "system"

    def __init__(
        self, find_tables: FindTables, permutations: Permutations, on_block: Callable[[], object] | None = None
    ) -> None:
        super().__init__(find_tables, permutations)
        self._on_block = on_block

    def find(self, measure: str) -> Figure:
        human, measured = self.find_tables(measure).find_complete(measure)
        return soft_pairwise_accuracy(human, measured, resamples=self.permutations.number, seed=self.permutations.seed)

    def compare(self, better: str, worse: str) -> float | None:
        human, first, second = self.find_tables(better, worse).find_complete(better, worse)
        if len(human) < 2 or not human.shape[1]:
            return None
        return compare_soft_accuracies(human, first, second, self.permutations, self._on_block)


class SegmentPearson(TableFigure):
    """Pearson over all items."""

    name, level = "pearson", "segment"

    def find(self, measure: str) -> Figure:
        tables = self.find_tables(measure)
        human, measured = tables.human, tables[measure]
        there = ~np.isnan(human + measured)
        return pearson(human[there], measured[there])

    def compare(self, better: str, worse: str) -> float | None:
        tables = self.find_tables(better, worse)
        return compare_pearsons(tables.human, tables[better], tables[worse], self.permutations)


class TieAccuracy(TableFigure):
    """Accuracy with calibrated ties."""

    name, level = "acc_eq", "segment"

    def find(self, measure: str) -> Figure:
        tables = self.find_tables(measure)
        pairs = TiePairs.of(tables.human, tables[measure])
        if not pairs:
            return Figure(None, _NO_PAIRS)
        self.thresholds[measure] = pairs.calibrate()
        return Figure(pairs.find_accuracy(self.thresholds[measure]))

    def compare(self, better: str, worse: str) -> float | None:
        tables = self.find_tables(better, worse)
        epsilons = [TiePairs.of(tables.human, tables[name]).calibrate() for name in (better, worse)]
        common = np.where(np.isnan(tables[better] + tables[worse]), np.nan, tables.human)
        pairs = [TiePairs.of(common, tables[name]) for name in (better, worse)]
        if not pairs[0]:
            return None
        first, second = (
            pairs_of_measure.weights * pairs_of_measure.agree(epsilon)
            for pairs_of_measure, epsilon in zip(pairs, epsilons, strict=True)
        )
        return compare_verdicts(first, second, self.permutations)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The measures by decreasing value with the cluster of each, p of each leading a later one (None where undefined),
    and the reasons of those without a value.
    """

    figure: RankedFigure
    values: Mapping[str, float]
    clusters: Sequence[int]
    p_values: Mapping[tuple[str, str], float | None]
    left_out: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return the ranking as results and the command write it."""
        measures = []
        for (name, value), cluster in zip(self.values.items(), self.clusters, strict=True):
            row = {"name": name, "value": value, "cluster": cluster}
            if name in self.figure.thresholds:
                row["epsilon"] = self.figure.thresholds[name]
            measures.append(row)
        return {
            "figure": self.figure.name,
            "level": self.figure.level,
            "measures": measures,
            "tests": [{"measures": list(pair), "p": p} for pair, p in self.p_values.items()],
            "left_out": dict(self.left_out),
        }


def rank(figure: RankedFigure, measures: Sequence[str], on_pair: Callable[[], object] | None = None) -> Ranking:
    """Rank the measures; of equal ones, the first by name. `on_pair` is called after each comparison."""
    figures = {name: figure.find(name) for name in measures}
    values = {name: found_figure.value for name, found_figure in figures.items() if found_figure.value is not None}
    order = sorted(values, key=lambda name: (-values[name], name))
    p_values: dict[tuple[str, str], float | None] = {}
    matrix = np.full((len(order), len(order)), np.nan)
    for one, other in combinations(range(len(order)), 2):
        p = p_values[order[one], order[other]] = figure.compare(order[one], order[other])
        matrix[one, other] = np.nan if p is None else p
        if on_pair:
            on_pair()
    reasons = {name: found_figure.reason for name, found_figure in figures.items() if found_figure.value is None}
    return Ranking(figure, {name: values[name] for name in order}, find_clusters(matrix), p_values, reasons)
