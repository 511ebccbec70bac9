"""Sums of segment values, figures from them, and bootstrap resamples; chunks are added in their order.

The same seed samples the same segments for every system, and which segments have a value does not depend on the system,
so the figures of two systems in one resample are a pair (`pairs/comparisons.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import Floats
from evaluation.metrics.averages import LabelTallies, Observation, Tally, bootstrap_mean, macro_table, micro_table

if TYPE_CHECKING:
    from evaluation.measures.base import Figure, Measure, Value

Labels = Sequence[Sequence[str]]
Result = dict[str, Any]
_WHOLE = ("",)


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Number of resamples of segments, and the seed with which they are sampled."""

    resamples: int = 1000
    seed: int = 12345

    @property
    def signed(self) -> Mapping[str, object]:
        return {"bs": self.resamples, "seed": self.seed}


STANDARD = Bootstrap()


class Sums(ABC):
    """Sums of one system's values by one measure; `n` counts entries, `left_out` those without a value."""

    n: int
    left_out: int

    @abstractmethod
    def add(self, labels: Labels, values: Sequence[Value]) -> None:
        """Add the next segments' values, with the labels of their expressions."""

    @abstractmethod
    def value(self, figure: str) -> float | None:
        """Return a figure, None if it is undefined."""

    @abstractmethod
    def resample(self, figure: str, bootstrap: Bootstrap) -> Floats | None:
        """Return the figure in each resample of segments, None if it is undefined."""

    def interval(self, figure: str, bootstrap: Bootstrap) -> tuple[float, float] | None:
        """Return the 95 % percentile interval."""
        sampled = self.resample(figure, bootstrap)
        return None if sampled is None else percentile_interval(sampled)

    def rows(self, figure: str | None = None) -> list[Result]:
        """Return the mean and number of each label, for the first figure by default."""
        return []


@dataclass(slots=True)
class _Read:
    """Sums of the numbers that one function reads from entries."""

    tallies: LabelTallies = field(default_factory=LabelTallies)
    observations: list[Observation] = field(default_factory=list)
    segments: Tally = field(default_factory=Tally)
    segment_means: list[Observation] = field(default_factory=list)


class MeanSums(Sums):
    """Sums of means, exact in whatever order chunks are added."""

    def __init__(self, measure: Measure[Any]) -> None:
        self.n = self.left_out = 0
        self._measure = measure
        self._figures: dict[str, Figure] = {figure.name: figure for figure in measure.figures}
        self._reads = {figure.read: _Read() for figure in measure.figures}
        self._number = 0

    def add(self, labels: Labels, values: Sequence[Value]) -> None:
        measure = self._measure
        for names, value in zip(labels, values, strict=True):
            pairs = zip(names if measure.by_expression else _WHOLE, measure.entries(value), strict=True)
            present = [(name, entry) for name, entry in pairs if entry is not None]
            self.n += len(present)
            self.left_out += (len(names) if measure.by_expression else 1) - len(present)
            for read, sums in self._reads.items():
                self._put(sums, [(name, number) for name, entry in present if (number := read(entry)) is not None])
            self._number += 1

    def _put(self, sums: _Read, numbers: list[tuple[str, float]]) -> None:
        if not numbers:
            return
        for name, number in numbers:
            sums.tallies.put(name, number)
            sums.observations.append((self._number, name, number))
        mean = sum(number for _, number in numbers) / len(numbers)
        sums.segments.put(mean)
        sums.segment_means.append((self._number, "", mean))

    def value(self, figure: str) -> float | None:
        chosen = self._figures[figure]
        sums = self._reads[chosen.read]
        if chosen.over == "segments":
            return sums.segments.mean
        return sums.tallies.macro if chosen.over == "labels" else sums.tallies.micro.mean

    def resample(self, figure: str, bootstrap: Bootstrap) -> Floats | None:
        chosen = self._figures[figure]
        sums, is_macro = self._reads[chosen.read], chosen.over == "labels"
        observations = sums.segment_means if chosen.over == "segments" else sums.observations
        if not observations:
            return None
        table = macro_table(observations) if is_macro else micro_table(observations)
        return bootstrap_mean(table, is_macro=is_macro, resamples=bootstrap.resamples, seed=bootstrap.seed)

    def rows(self, figure: str | None = None) -> list[Result]:
        if not self._measure.by_expression:
            return []
        return self._reads[self._figures[figure or self._measure.figures[0].name].read].tallies.rows()

    @property
    def segments(self) -> int:
        """Number of segments with a value."""
        return next(iter(self._reads.values())).segments.count


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures by name, `resampled` with each figure in every resample, rows by label, and the number left out."""

    figures: dict[str, Result]
    resampled: dict[str, list[float | None]]
    reasons: dict[str, str]
    rows: list[Result]
    n: int
    left_out: int

    def to_json(self) -> Result:
        """Return the figures as a score stores them, with the reason for each undefined one."""
        counts = {"n": self.n, "left_out": self.left_out}
        return {"figures": self.figures, "reasons": self.reasons, **counts, "rows": self.rows}


def list_resampled(sampled: Floats) -> list[float | None]:
    """Return a figure in every resample as a score stores it."""
    return [None if np.isnan(value) else value for value in sampled.tolist()]


def summarise(measure: Measure[Any], sums: Sums, bootstrap: Bootstrap = STANDARD) -> Summary:
    """Return every figure with its interval and its value in each resample."""
    figures: dict[str, Result] = {}
    resampled: dict[str, list[float | None]] = {}
    reasons: dict[str, str] = {}
    for figure in measure.figures:
        value, sampled = sums.value(figure.name), sums.resample(figure.name, bootstrap)
        interval = None if sampled is None else percentile_interval(sampled)
        figures[figure.name] = {"value": value, "interval": interval}
        resampled[figure.name] = [] if sampled is None else list_resampled(sampled)
        if value is None:
            reasons[figure.name] = measure.explain_undefined(figure.name, sums)
    return Summary(figures, resampled, reasons, sums.rows(), sums.n, sums.left_out)
