"""Krippendorff's alpha of many ratings, from how often each value was given to each unit.

Pure numbers. Memory is that of the different rows of counts, of which ten ratings on a scale of six make 3,003 at most,
however many units there are; no matrix of units and annotators is ever made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.alpha import MIN_UNITS_FOR_BOOTSTRAP, Labels, encode
from annotation_site.coefficients.figure import LEVELS, Figure, Interval, Level
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.languages.marks import gettext_noop

RESAMPLES = 1000
SEED = 12345
UNRATED = gettext_noop("No units were rated by two annotators.")
ALL_EQUAL = gettext_noop("All values are equal, so chance agreement is 1.")
UNDEFINED_RESAMPLES = "Alpha is undefined in every resample."
TOO_FEW = "There are too few units with different values for an interval."
# Cells of one block of resamples, or of statistics: tens of MB however many kinds of units, or values, there are.
_BLOCK = 2_000_000
_Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class UnitCounts:
    """Units with two or more ratings, as rows of counts: `rows` (kinds × values) holds the distinct ones, `units` the
    number of units of each kind, `scale` the sorted values of the columns.
    """

    scale: tuple[float, ...]
    rows: _Integers
    units: _Integers

    @classmethod
    def from_table(cls, scale: Sequence[float], counts: npt.ArrayLike) -> Self:
        """Return the counts of a table of units × values; units with fewer than two ratings are left out. Raise
        ValueError for negative counts.
        """
        table = np.asarray(counts, dtype=np.int64).reshape(-1, len(scale))
        if (table < 0).any():
            raise ValueError("Counts must be 0 or more.")
        return cls(tuple(scale), *_group(table[table.sum(axis=1) >= 2]))

    @classmethod
    def add_up(cls, parts: Iterable[Self]) -> Self:
        """Return the units of all parts together. Raise ValueError if their scales differ or there is none."""
        listed = list(parts)
        if len({part.scale for part in listed}) != 1:
            raise ValueError("Units add up only where their values are the same.")
        rows = np.concatenate([part.rows for part in listed])
        return cls(listed[0].scale, *_group(rows, np.concatenate([part.units for part in listed])))

    @property
    def unit_count(self) -> int:
        """The number of units with two or more ratings."""
        return int(self.units.sum())

    def count_units_with(self, ratings: int) -> int:
        """Return the number of units with so many ratings or more."""
        return int(self.units[self.rows.sum(axis=1) >= ratings].sum())

    @property
    def value_count(self) -> int:
        """The number of ratings of these units."""
        return int((self.rows.sum(axis=1) * self.units).sum())

    @cached_property
    def sums(self) -> _Floats:
        """The sum of `unit_statistics` over all units."""
        return weigh_statistics(self.units, self.rows)

    def alpha(self, level: Level) -> Figure:
        """Return α = 1 − D_o/D_e, exactly as `krippendorff_alpha` gives it for the same ratings."""
        return alpha_of(self.sums, self.scale, level)

    def intervals(
        self,
        levels: Sequence[Level] = LEVELS,
        *,
        resamples: int = RESAMPLES,
        seed: int = SEED,
        report: Callable[[int, int], None] = lambda done, total: None,
    ) -> Mapping[Level, Interval]:
        """Return 95 % intervals, all from the same resamples: percentile bootstrap over units (Zapf et al. 2016).

        Equal units are sampled at once: their number in a resample of n units is multinomial, n over the kinds' shares,
        which is the same as sampling each unit separately. Below 30 units the jackknife over units with a normal
        quantile, cut at 1. `report` is called with the resamples done and wanted.
        """
        if self.unit_count < MIN_UNITS_FOR_BOOTSTRAP:
            return {level: self._jackknife(level) for level in levels}
        estimates: dict[Level, list[_Floats]] = {level: [] for level in levels}
        generator = np.random.default_rng(seed)
        shares = self.units / self.units.sum()
        at_once = max(1, _BLOCK // len(self.units))
        for start in range(0, resamples, at_once):
            sampled = generator.multinomial(self.unit_count, shares, size=min(at_once, resamples - start))
            sums = weigh_statistics(sampled.astype(np.float64), self.rows)
            for level in levels:
                estimates[level].append(alphas_of(sums, self.scale, level))
            report(min(start + at_once, resamples), resamples)
        return {level: _percentiles(np.concatenate(estimates[level]), resamples, seed) for level in levels}

    def _jackknife(self, level: Level) -> Interval:
        point, units = self.alpha(level).value, self.unit_count
        kept = self.units - np.eye(len(self.units))
        estimates = np.repeat(alphas_of(weigh_statistics(kept, self.rows), self.scale, level), self.units)
        if point is None or units < 2 or np.isnan(estimates).any():
            return Interval(None, None, "jackknife", units, None, TOO_FEW)
        spread = float(np.sqrt((units - 1) * np.var(estimates)))
        return Interval(point - 1.96 * spread, min(1.0, point + 1.96 * spread), "jackknife", units, None)


def count_units(units: Labels, values: Sequence[float] | npt.NDArray[Any], scale: Sequence[float]) -> UnitCounts:
    """Return counts of ratings in long form, one entry of units and values each; values must be on the sorted scale."""
    if not len(units):
        return UnitCounts.from_table(scale, np.zeros((0, len(scale))))
    unit_of = encode(units)
    given = np.asarray(values, dtype=np.float64)
    index = np.searchsorted(scale, given)
    if (index >= len(scale)).any() or (np.asarray(scale)[index] != given).any():
        raise ValueError("There is a value that is not on the scale.")
    cells = np.bincount(unit_of * len(scale) + index, minlength=(unit_of.max() + 1) * len(scale))
    return UnitCounts.from_table(scale, cells)


def unit_statistics(rows: npt.ArrayLike) -> _Floats:
    """Return the statistics of units that alpha needs and that add up: kinds × (V + V(V−1)/2) for V values.

    First n_c, the number of times each value was given, then the coincidences o_ck = n_c·n_k / (m − 1) for c < k in the
    order of `numpy.triu_indices`; all 0 if a unit has fewer than two ratings.
    """
    counts = np.asarray(rows, dtype=np.float64)
    ratings = counts.sum(axis=1)
    counts = counts * (ratings >= 2)[:, None]
    low, high = np.triu_indices(counts.shape[1], 1)
    coincidences = counts[:, low] * counts[:, high] / np.maximum(ratings - 1, 1)[:, None]
    return np.concatenate([counts, coincidences], axis=1)


def sum_statistics(rows: _Integers) -> _Floats:
    """Return the sum of `unit_statistics` over all rows; equal rows are multiplied instead of recomputed."""
    kinds, inverse = find_kinds(rows)
    return weigh_statistics(np.bincount(inverse, minlength=len(kinds)), kinds)


def weigh_statistics(weights: npt.NDArray[Any], rows: _Integers) -> _Floats:
    """Return `weights @ unit_statistics(rows)`, made of a block of rows at a time: those of 101 values are wide."""
    values = rows.shape[1]
    at_once = max(1, _BLOCK // (values + values * (values - 1) // 2))
    starts = range(0, max(len(rows), 1), at_once)
    blocks = [slice(start, start + at_once) for start in starts]
    return np.asarray(sum(weights[..., block] @ unit_statistics(rows[block]) for block in blocks))


def alphas_of(sums: _Floats, scale: Sequence[float], level: Level) -> _Floats:
    """Return α = 1 − (N − 1)·Σ o_ck·δ²_ck / Σ n_c·n_k·δ²_ck over c < k for rows of summed `unit_statistics`; NaN,
    between these functions only, where it is undefined.
    """
    counts, coincidences = sums[:, : len(scale)], sums[:, len(scale) :]
    low, high = np.triu_indices(len(scale), 1)
    differences = _squared_differences(counts, np.asarray(scale, dtype=np.float64), level, low, high)
    observed = (coincidences * differences).sum(axis=1)
    expected = (counts[:, low] * counts[:, high] * differences).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        alphas = 1 - (counts.sum(axis=1) - 1) * observed / expected
    alphas[(counts > 0).sum(axis=1) < 2] = np.nan
    return np.asarray(alphas)


def alpha_of(sums: _Floats, scale: Sequence[float], level: Level) -> Figure:
    """Return one row of summed `unit_statistics` as a figure, or the reason why there is none."""
    given = int((sums[: len(scale)] > 0).sum())
    if given < 2:
        return Figure(None, UNRATED if given == 0 else ALL_EQUAL)
    return Figure(float(alphas_of(sums[None, :], scale, level)[0]))


def _squared_differences(counts: _Floats, values: _Floats, level: Level, low: Any, high: Any) -> Any:
    """Return δ² of every two values; at the ordinal level, where it depends on the counts, one row per row
    of counts.
    """
    if level == "nominal":
        return np.ones(len(low))
    if level == "interval":
        return (values[low] - values[high]) ** 2
    if level == "ratio":
        if (values < 0).any():
            raise ValueError("The ratio level needs values of 0 or more.")
        return ((values[low] - values[high]) / (values[low] + values[high])) ** 2
    # Σ_{g=c..k} n_g − (n_c + n_k)/2 is the difference of the middle ranks of c and k.
    ranks = np.cumsum(counts, axis=1) - counts / 2
    return (ranks[:, low] - ranks[:, high]) ** 2


def find_kinds(rows: _Integers) -> tuple[_Integers, _Integers]:
    """Return the distinct rows of counts, and the index among them of each row."""
    if not len(rows):
        return rows, np.zeros(0, dtype=np.int64)
    base, columns = int(rows.max()) + 1, rows.shape[1]
    if base**columns >= 2**62:
        kinds, inverse = np.unique(rows, axis=0, return_inverse=True)
        return kinds, inverse.reshape(-1)
    # As numbers in the base of their largest count rows sort ten times as fast.
    numbers = rows @ base ** np.arange(columns, dtype=np.int64)
    _, first, inverse = np.unique(numbers, return_index=True, return_inverse=True)
    return rows[first], inverse


def _group(rows: _Integers, units: _Integers | None = None) -> tuple[_Integers, _Integers]:
    """Return the distinct rows, and the number of units of each."""
    kinds, inverse = find_kinds(rows)
    return kinds, np.bincount(inverse, units, len(kinds)).astype(np.int64)


def _percentiles(estimates: _Floats, resamples: int, seed: int) -> Interval:
    interval = percentile_interval(estimates)
    if interval is None:
        return Interval(None, None, "bootstrap", resamples, seed, UNDEFINED_RESAMPLES)
    return Interval(*interval, "bootstrap", resamples, seed)
