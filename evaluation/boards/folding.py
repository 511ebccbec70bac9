"""Systems with several runs as a board counts them: a figure's mean over runs, and which systems are better.

A system is significantly better if the paired bootstrap over segments says so for the means over runs, and, where both
systems have several runs, Welch's test over these says so, too (`measures/pairs/runs.py`): neither other segments nor
other seeds would turn the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from annotation_site.coefficients.percentiles import percentile_interval
from evaluation.measures.pairs.comparisons import LEVEL, Difference, Resampled, compare_resampled, find_better
from evaluation.measures.pairs.runs import OverRuns, compare_means

Interval = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class RunFigure:
    """A figure of one run, with its interval, and with its value in each resample of segments."""

    value: float
    interval: Interval
    resampled: Resampled


@dataclass(frozen=True, slots=True)
class FoldedFigure:
    """A figure of a system: the mean over its runs, with interval and resamples, and the standard deviation of runs."""

    value: float
    deviation: float | None
    interval: Interval
    resampled: Resampled
    runs: Sequence[float]


def fold_runs(runs: Sequence[RunFigure]) -> FoldedFigure:
    """Return the figure of a system from those of its runs, of which there is at least one.

    The resamples of all runs pick the same segments, so that they are averaged one by one. They are left out if a run
    has none.
    """
    values = [run.value for run in runs]
    if len(runs) == 1:
        return FoldedFigure(values[0], None, runs[0].interval, runs[0].resampled, values)
    resampled: list[float | None] = []
    if len({len(run.resampled) for run in runs}) == 1:
        means = np.array([run.resampled for run in runs], dtype=np.float64).mean(axis=0)
        resampled = [None if np.isnan(mean) else mean for mean in means.tolist()]
    interval = percentile_interval(np.array(resampled, dtype=np.float64)) if resampled else None
    return FoldedFigure(float(np.mean(values)), float(np.std(values, ddof=1)), interval, resampled, values)


def find_better_systems(figures: Mapping[str, FoldedFigure], *, lower_is_better: bool) -> set[tuple[str, str]]:
    """Return the pairs whose first system is significantly better, uncorrected for multiple comparisons."""
    values = {name: (figure.value, figure.resampled) for name, figure in figures.items()}
    return {
        (better, worse)
        for better, worse in find_better(values, lower_is_better=lower_is_better)
        if (comparison := compare_means(figures[better].runs, figures[worse].runs)) is None or comparison.p < LEVEL
    }


def can_be_tested(figures: Iterable[FoldedFigure]) -> bool:
    """Return whether there are two or more figures, all with resamples: nobody can say of one without whether it is
    significantly worse.
    """
    tested = list(figures)
    return len(tested) > 1 and all(figure.resampled for figure in tested)


MISSING_OUTPUTS, NO_OUTPUTS = "has missing outputs, which can score better than poor ones", "has no outputs"


@dataclass(frozen=True, slots=True)
class Outputs:
    """The outputs of a system's runs: how many segments have none, in all and at most in one run."""

    missing: int
    most_missing: int

    @classmethod
    def of_runs(cls, missing: Sequence[int]) -> Outputs:
        return cls(sum(missing), max(missing, default=0))

    def explain_no_rank(self, segments: int, *, gains_from_missing: bool) -> str:
        """Return why the system cannot be ranked, or nothing."""
        if segments and self.most_missing >= segments:
            return NO_OUTPUTS
        return MISSING_OUTPUTS if gains_from_missing and self.missing else ""


@dataclass(frozen=True, slots=True)
class SystemPair:
    """Two systems: second minus first, with the tests over runs and over segments, where they are defined."""

    first: str
    second: str
    difference: float
    over_runs: OverRuns | None
    over_segments: Difference | None


def compare_systems(figures: Mapping[str, FoldedFigure]) -> list[SystemPair]:
    """Compare every pair of systems."""
    return [
        SystemPair(
            first,
            second,
            other.value - one.value,
            compare_means(one.runs, other.runs),
            compare_resampled(one.value, other.value, one.resampled, other.resampled),
        )
        for (first, one), (second, other) in combinations(figures.items(), 2)
    ]
