"""Several runs of a system, trained from different seeds: mean, deviation, and two systems compared over their runs.

    d = mean of the second's runs − mean of the first's
    t = d / √(s₁²/n₁ + s₂²/n₂),   s² = variance of a system's runs (ddof = 1)        (Welch 1947)

Two questions are asked apart, since each keeps fixed what the other samples:

- Would other seeds turn the order, on these segments? Welch's t test over run means: runs are the units. It does not
  take the variances for equal, as systems differ in how much they vary. Permuting three runs with three others has 20
  outcomes, none of them significant, so that a randomisation over whole runs says nothing where seeds are few.
- Would other segments turn it, with these runs? Paired approximate randomisation over segments, where the means over a
  system's runs are swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotation_site.coefficients.resampling import Floats
from evaluation.measures.pairs.randomisation import Randomisation, mean_sums

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class SystemRuns:
    """A system with the scores of its runs: runs × segments."""

    name: str
    runs: Sequence[str]
    scores: Floats

    @property
    def run_means(self) -> Floats:
        return np.asarray(self.scores.mean(axis=1))

    @property
    def mean(self) -> float:
        return float(self.run_means.mean())

    @property
    def deviation(self) -> float | None:
        """Return the standard deviation of the runs' means, None for a single run."""
        return float(self.run_means.std(ddof=1)) if len(self.runs) > 1 else None


@dataclass(frozen=True, slots=True)
class OverRuns:
    """Welch's test over the means of runs: p, degrees of freedom, and the 95 % interval of second minus first."""

    p: float
    degrees: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class RunsComparison:
    """Second minus first, with both tests; that over runs is None where it is undefined."""

    difference: float
    over_runs: OverRuns | None
    over_segments: float


def compare_means(first: Sequence[float], second: Sequence[float]) -> OverRuns | None:
    """Compare two systems by the means of their runs.

    Return None, as Welch's test is undefined, if a system has one run, or if no run of either differs from its others.
    """
    if min(len(first), len(second)) < 2:
        return None
    parts = [float(np.var(scores, ddof=1)) / len(scores) for scores in (first, second)]
    if not (variance := sum(parts)):
        return None
    from scipy.special import stdtr, stdtrit  # scipy weighs 100 MB in every process: loaded by those that need it

    degrees = variance**2 / sum(
        part**2 / (len(scores) - 1) for part, scores in zip(parts, (first, second), strict=True)
    )
    difference, error = float(np.mean(second) - np.mean(first)), variance**0.5
    reach = float(stdtrit(degrees, (1 + LEVEL) / 2)) * error
    p = 2 * float(stdtr(degrees, -abs(difference) / error))
    return OverRuns(p, degrees, (difference - reach, difference + reach))


def compare_runs(first: SystemRuns, second: SystemRuns, *, resamples: int, seed: int) -> RunsComparison:
    """Compare two systems on the same segments."""
    trials = Randomisation({"score": mean_sums(lambda score: (score,), float)}, resamples=resamples, seed=seed)
    labels: list[Sequence[str]] = [()] * first.scores.shape[1]
    trials.add(1, labels, first.scores.mean(axis=0).tolist(), second.scores.mean(axis=0).tolist())
    over_segments = trials.compare()["score"].p
    assert over_segments is not None
    over_runs = compare_means(first.run_means.tolist(), second.run_means.tolist())
    return RunsComparison(second.mean - first.mean, over_runs, over_segments)
