"""Measures computed elsewhere, such as COMET. A value is the segment's score, or null if it has none."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from evaluation.measures.base import Figure, Measure, Value
from evaluation.measures.sums import Bootstrap, Labels, Sums
from evaluation.metrics.averages import bootstrap_mean
from evaluation.metrics.resampling import Floats
from evaluation.metrics.signature import write_signature

LONGEST_NAME = 40
# Prefixes of its key in the database: a higher, or a lower, score is better.
_UP, _DOWN = "external-up:", "external-down:"


class ExternalSums(Sums):
    """Scores of all segments. Resamples contain unscored ones too, so that those of two systems are pairs."""

    def __init__(self) -> None:
        self.n = self.left_out = 0
        self._scores: list[float | None] = []

    def add(self, labels: Labels, values: Sequence[Value]) -> None:
        self._scores += values
        self.n += sum(value is not None for value in values)
        self.left_out = len(self._scores) - self.n

    def value(self, figure: str) -> float | None:
        total = 0.0
        for score in self._scores:
            total += score or 0.0
        return total / self.n if self.n else None

    def resample(self, figure: str, bootstrap: Bootstrap) -> Floats:
        table = np.array([(0.0, 0.0) if score is None else (score, 1.0) for score in self._scores])
        return bootstrap_mean(table, is_macro=False, resamples=bootstrap.resamples, seed=bootstrap.seed)


class ExternalMeasure(Measure[None]):
    """A measure computed elsewhere, named by its key in the database."""

    reason = "No segment has a score."

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = self.help = name.partition(":")[2]
        self.lower_is_better = name.startswith(_DOWN)
        self.figures = (Figure("score", self.title),)

    def start(self) -> ExternalSums:
        return ExternalSums()

    def write_signature(
        self, told: Mapping[str, object], *, name: str, version: str, reference_counts: Collection[int]
    ) -> str:
        """Return a signature with version "unknown": ours says nothing about figures computed elsewhere."""
        return write_signature(self.title, "unknown", **told)


def external_name(title: str, *, lower_is_better: bool) -> str:
    """Return the measure's key in the database: its title behind a prefix that says whether higher is better."""
    return f"{_DOWN if lower_is_better else _UP}{title}"


def is_external(name: str) -> bool:
    return name.startswith((_UP, _DOWN))
