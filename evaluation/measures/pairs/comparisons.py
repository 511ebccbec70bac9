"""Two systems by one figure: the paired bootstrap over the same resamples of segments.

    p = (c + 1) / (B + 1),  c = resamples whose difference is as far from the observed one as that is from 0

The resamples are those of the figures' intervals (`sums.py`), so nothing is sampled again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from annotation_site.coefficients.percentiles import percentile_interval

LEVEL = 0.05
# With fewer segments, resamples vary too little, so that p is too small.
FEW_SEGMENTS = 30
TOO_FEW = f"Intervals and p-values are unreliable with fewer than {FEW_SEGMENTS} segments."
TOO_FEW_PAIRS = TOO_FEW.replace("segments", "sentence pairs")
_TOLERANCE = 1e-12
Resampled = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Difference:
    """Second minus first, with a 95 % interval and p over `resamples`; p is None where these are too alike for it."""

    value: float
    interval: tuple[float, float] | None
    p: float | None
    resamples: int


def compare_resampled(
    first: float, second: float, first_resampled: Resampled, second_resampled: Resampled
) -> Difference | None:
    """Return the difference, or None if the resamples are not pairs, as in scores computed before they were stored."""
    if not first_resampled or len(first_resampled) != len(second_resampled):
        return None
    sampled = np.array(second_resampled, dtype=np.float64) - np.array(first_resampled, dtype=np.float64)
    sampled = sampled[~np.isnan(sampled)]
    observed = second - first
    extreme = int(np.sum(np.abs(sampled - observed) >= abs(observed) - _TOLERANCE))
    return Difference(observed, percentile_interval(sampled), (extreme + 1) / (len(sampled) + 1), len(sampled))


def note_on_number(segments: int) -> str:
    """Return the sentence that stands beside figures of so few segments, or nothing."""
    return TOO_FEW if segments < FEW_SEGMENTS else ""


System = TypeVar("System", bound=Hashable)


def find_better(
    figures: Mapping[System, tuple[float, Resampled]], *, lower_is_better: bool
) -> set[tuple[System, System]]:
    """Return the pairs whose first system is better with p < 0.05, uncorrected for multiple comparisons."""
    pairs = set()
    for better, (value, resampled) in figures.items():
        for worse, (other, other_resampled) in figures.items():
            if (value < other) if lower_is_better else (value > other):
                difference = compare_resampled(other, value, other_resampled, resampled)
                if difference is not None and difference.p is not None and difference.p < LEVEL:
                    pairs.add((better, worse))
    return pairs


def rank(systems: Iterable[System], better: Collection[tuple[System, System]]) -> dict[System, int]:
    """Return each system's rank: 1 + the number of systems that are significantly better."""
    beaten = Counter(worse for _, worse in better)
    return {system: 1 + beaten[system] for system in systems}


def find_equals(systems: Sequence[System], better: Collection[tuple[System, System]]) -> list[tuple[int, int]]:
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
