"""Couples of two answers to one question, and their agreement in many resamples of items. Pure.

A couple of values a and b is a unit of two ratings, for which Krippendorff's alpha needs no table of coincidences:

    α = 1 − (N − 1)·Σ (a − b)² / (N·Σ n_v·(v − v̄)²)        N = 2 × couples, v over all their values

At the ordinal level the values' middle ranks take the place of the values (they differ from resample to resample).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Indexes = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Couples:
    """The item of each couple, and the indexes of its two values in the sorted `scale` of all values."""

    items: Indexes
    first: Indexes
    second: Indexes
    scale: Floats

    @classmethod
    def from_values(cls, items: Iterable[int], couples: Iterable[tuple[float, float]]) -> Self:
        """Return couples of values, each with the index of its item."""
        values = np.array(list(couples), dtype=np.float64).reshape(-1, 2)
        scale, ranks = np.unique(values, return_inverse=True)
        first, second = ranks.reshape(-1, 2).T
        return cls(np.array(list(items), dtype=np.intp), first, second, scale)

    def alphas(self, weights: Floats) -> Floats:
        """Return alpha at the ordinal and at the interval level, resamples × 2; NaN where it is undefined."""
        return np.array([self._alphas(row[self.items]) for row in weights]).reshape(-1, 2)

    def chance(self, weights: Floats) -> Floats:
        """Return the share of equal couples, Fleiss kappa and nominal alpha, resamples × 3; NaN where undefined."""
        return np.array([self._chance(row[self.items]) for row in weights]).reshape(-1, 3)

    def _count(self, weights: Floats) -> Floats:
        """Return how often each value occurs in the couples."""
        size = len(self.scale)
        counts = np.bincount(self.first, weights, size) + np.bincount(self.second, weights, size)
        return np.asarray(counts, dtype=np.float64)

    def _alphas(self, weights: Floats) -> tuple[float, float]:
        counts = self._count(weights)
        if np.count_nonzero(counts) < 2:
            return np.nan, np.nan
        ranks = np.cumsum(counts) - counts / 2
        return self._alpha(ranks, counts, weights), self._alpha(self.scale, counts, weights)

    def _alpha(self, values: Floats, counts: Floats, weights: Floats) -> float:
        total = counts.sum()
        observed = weights @ (values[self.first] - values[self.second]) ** 2
        centre = counts @ values / total
        return float(1 - (total - 1) * observed / (total * (counts @ (values - centre) ** 2)))

    def _chance(self, weights: Floats) -> tuple[float, float, float]:
        counts, couples = self._count(weights), weights.sum()
        if not couples:
            return np.nan, np.nan, np.nan
        equal = float(weights @ (self.first == self.second) / couples)
        if np.count_nonzero(counts) < 2:
            return equal, np.nan, np.nan
        total = counts.sum()
        by_chance = ((counts / total) ** 2).sum()
        kappa = (equal - by_chance) / (1 - by_chance)
        alpha = 1 - (total - 1) * (1 - equal) * total / (total**2 - (counts**2).sum())
        return equal, float(kappa), float(alpha)
