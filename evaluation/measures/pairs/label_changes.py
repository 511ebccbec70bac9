"""Expressions that gain or lose from one system to another, with intervals over their segments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.coefficients.percentiles import percentile_interval
from evaluation.measures.base import Measure, Value
from evaluation.metrics.averages import Observation, bootstrap_mean, micro_table

# With fewer segments an interval would say nothing about the variation.
FEWEST_SEGMENTS = 5


@dataclass(frozen=True, slots=True)
class LabelChange:
    """A label's mean of both systems, and the second's minus the first's."""

    label: str
    n: int
    first: float
    second: float

    @property
    def difference(self) -> float:
        return self.second - self.first


def list_changes(first: Sequence[Mapping[str, Any]], second: Sequence[Mapping[str, Any]]) -> list[LabelChange]:
    """Return the labels that have a mean in both systems, largest gain first."""
    others = {row["label"]: row for row in second if row["score"] is not None}
    changes = [
        LabelChange(row["label"], row["n"], row["score"], others[row["label"]]["score"])
        for row in first
        if row["score"] is not None and row["label"] in others
    ]
    return sorted(changes, key=lambda change: (-change.difference, change.label))


class LabelIntervals:
    """95 % intervals of the differences of some labels, over segments sampled with replacement. Values are added by
    chunk.
    """

    def __init__(self, measure: Measure[Any], wanted: Sequence[str]) -> None:
        self._measure = measure
        self._observations: dict[str, list[Observation]] = {label: [] for label in wanted}

    def add(
        self, number: int, labels: Sequence[Sequence[str]], first: Sequence[Value], second: Sequence[Value]
    ) -> None:
        """Add a chunk of both systems' values; `number` is the number of its first segment."""
        for segment_number, (names, ones, others) in enumerate(zip(labels, first, second, strict=True), number):
            for name, one, other in zip(names, ones, others, strict=True):
                if name in self._observations and one is not None and other is not None:
                    change = self._measure.score_entry(other) - self._measure.score_entry(one)
                    self._observations[name].append((segment_number, "", change))

    def find(self, *, resamples: int, seed: int) -> dict[str, tuple[float, float] | None]:
        """Return the interval of each label, None if too few segments have it."""
        intervals = {}
        for label, observations in self._observations.items():
            table = micro_table(observations)
            intervals[label] = (
                percentile_interval(bootstrap_mean(table, is_macro=False, resamples=resamples, seed=seed))
                if len(table) >= FEWEST_SEGMENTS
                else None
            )
        return intervals
