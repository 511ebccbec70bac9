"""Pairs of translations of one segment, ranked or tied by people and by a measure: accuracy with calibrated ties.

    acc_eq = mean over segments of (C + T_hm) / pairs      C: both rank alike, T_hm: both see a tie

A measure sees a tie where its two scores differ by no more than ε. Of all differences, and 0, the ε with the highest
accuracy is taken; of several, the smallest.

Source: Deutsch, Foster & Freitag 2023 (Ties Matter); equal to `KendallWithTiesOpt` of mt-metrics-eval over items.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.resampling import Floats

# Sums of the same weights in another order may differ in their last bits.
_TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class TiePairs:
    """Every two systems with scores in a segment, pairs × segments: the measure's difference, whether people see a tie,
    whether both rank alike, and the pair's share of the mean, 0 without scores.
    """

    gaps: Floats
    are_tied: npt.NDArray[np.bool_]
    are_alike: npt.NDArray[np.bool_]
    weights: Floats

    @classmethod
    def of(cls, human: Floats, metric: Floats) -> Self:
        """Return the pairs of two tables, systems × segments, with NaN where there is no score."""
        first, second = np.triu_indices(len(human), 1)
        people, measured = human[first] - human[second], metric[first] - metric[second]
        there = ~np.isnan(people + measured)
        numbers = there.sum(axis=0)
        weights = there / np.maximum(numbers, 1) / max(1, int((numbers > 0).sum()))
        people, measured = (np.where(there, table, 0.0) for table in (people, measured))
        return cls(np.abs(measured), people == 0, people * measured > 0, weights)

    def __bool__(self) -> bool:
        return bool(self.weights.any())

    def agree(self, epsilon: float) -> npt.NDArray[np.bool_]:
        """Return the pairs on which people and measure agree, if differences up to `epsilon` are ties."""
        return np.where(self.gaps <= epsilon, self.are_tied, self.are_alike)

    def find_accuracy(self, epsilon: float) -> float:
        there = self.weights > 0
        numbers = there.sum(axis=0)
        right = (there & self.agree(epsilon)).sum(axis=0)
        return float(np.mean(right[numbers > 0] / numbers[numbers > 0]))

    def calibrate(self) -> float:
        """Return the ε with the highest accuracy."""
        there = self.weights > 0
        gaps = self.gaps[there]
        order = np.argsort(gaps)
        gained = self.weights[there] * (self.are_tied[there].astype(float) - self.are_alike[there])
        # Accuracies beyond the one without any tie, after the pairs up to each threshold became ties.
        sums = np.concatenate([[0.0], np.cumsum(gained[order])])
        thresholds = np.unique(np.concatenate([[0.0], gaps]))
        accuracies = sums[np.searchsorted(gaps[order], thresholds, side="right")]
        return float(thresholds[np.argmax(accuracies >= accuracies.max() - _TOLERANCE)])
