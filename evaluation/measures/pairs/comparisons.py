"""Two systems by one figure: the paired bootstrap over the same resamples of segments.

    p = (c + 1) / (B + 1),  c = resamples whose difference is as far from the observed one as that is from 0

The draws are those of the figures' intervals (`sums.py`), so nothing is drawn again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.resampling import percentile_interval

LEVEL = 0.05
# With fewer segments, resamples vary too little, so that p is too small.
FEW_SEGMENTS = 30
_TOLERANCE = 1e-12
Draws = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Difference:
    """Second minus first, with a 95 % interval and p over `resamples`."""

    value: float
    interval: tuple[float, float] | None
    p: float
    resamples: int


def compare_draws(first: float, second: float, first_draws: Draws, second_draws: Draws) -> Difference | None:
    """Return the difference, or None if the resamples are not pairs, as in scores computed before they were stored."""
    if not first_draws or len(first_draws) != len(second_draws):
        return None
    drawn = np.array(second_draws, dtype=np.float64) - np.array(first_draws, dtype=np.float64)
    drawn = drawn[~np.isnan(drawn)]
    observed = second - first
    extreme = int(np.sum(np.abs(drawn - observed) >= abs(observed) - _TOLERANCE))
    return Difference(observed, percentile_interval(drawn), (extreme + 1) / (len(drawn) + 1), len(drawn))


Figures = Mapping[int, tuple[float, Draws]]


def find_better(figures: Figures, *, lower_is_better: bool) -> set[tuple[int, int]]:
    """Return the pairs whose first system is better with p < 0.05, uncorrected for multiple comparisons."""
    pairs = set()
    for better, (value, draws) in figures.items():
        for worse, (other, other_draws) in figures.items():
            if (value < other) if lower_is_better else (value > other):
                found = compare_draws(other, value, other_draws, draws)
                if found is not None and found.p < LEVEL:
                    pairs.add((better, worse))
    return pairs


def rank(systems: Iterable[int], better: Collection[tuple[int, int]]) -> dict[int, int]:
    """Return each system's rank: 1 + the number of systems that are significantly better."""
    beaten = Counter(worse for _, worse in better)
    return {system: 1 + beaten[system] for system in systems}


def find_equals(systems: Sequence[int], better: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the first and last place of each maximal run of systems in which none is significantly better than
    another.
    """
    runs: list[tuple[int, int]] = []
    for start in range(len(systems)):
        end = start
        while end + 1 < len(systems) and not any(
            (one, systems[end + 1]) in better or (systems[end + 1], one) in better for one in systems[start : end + 1]
        ):
            end += 1
        if end > start and not (runs and runs[-1][1] >= end):
            runs.append((start, end))
    return runs
