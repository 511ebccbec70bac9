"""Krippendorff's alpha of ratings in long form, and its interval."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure, Interval, Level
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.languages.marks import gettext_noop

MIN_UNITS_FOR_BOOTSTRAP = 30
_Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.int64]
Labels = Sequence[Any] | npt.NDArray[Any]


def krippendorff_alpha(units: Labels, annotators: Labels, values: Labels, level: Level) -> Figure:
    """Return α = 1 − D_o/D_e from long form: three sequences of length N, one entry per rating that was given.

    A missing rating has no entry; units with one rating are left out. Values are numbers, for the nominal level
    anything sortable. Raise ValueError for two ratings of one unit by one annotator, for values that are not finite,
    and for negative ones at the ratio level. Runs in O(N log N), ratio in O(N + V²) for V distinct values. Source:
    Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.
    """
    return Ratings.from_long_form(units, annotators, values, level).plain_alpha


def alpha_interval(
    units: Labels,
    annotators: Labels,
    values: Labels,
    level: Level,
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> Interval:
    """Return a 95 % interval of krippendorff_alpha: percentile bootstrap over units (Zapf et al. 2016), and below 30
    units the jackknife over units with a normal quantile, cut at 1, for which `resamples` is the number of units.
    """
    ratings = Ratings.from_long_form(units, annotators, values, level)
    if ratings.units < MIN_UNITS_FOR_BOOTSTRAP:
        return _jackknife(ratings)
    generator = np.random.default_rng(seed)
    estimates = []
    for _ in range(resamples):
        sampled = generator.integers(0, ratings.units, ratings.units)
        figure = ratings.alpha(np.bincount(sampled, minlength=ratings.units))
        if figure.value is not None:
            estimates.append(figure.value)
    interval = percentile_interval(estimates)
    if interval is None:
        return Interval(None, None, "bootstrap", resamples, seed, "Alpha is undefined in every resample.")
    return Interval(*interval, "bootstrap", resamples, seed)


def _jackknife(ratings: Ratings) -> Interval:
    whole = np.ones(ratings.units, dtype=np.int64)
    point = ratings.alpha(whole).value
    without = []
    for unit in range(ratings.units):
        weights = whole.copy()
        weights[unit] = 0
        without.append(ratings.alpha(weights).value)
    estimates = [estimate for estimate in without if estimate is not None]
    if point is None or len(estimates) < max(2, ratings.units):
        reason = "There are too few units with different values for an interval."
        return Interval(None, None, "jackknife", ratings.units, None, reason)
    spread = np.sqrt((ratings.units - 1) * np.var(estimates))
    return Interval(
        float(point - 1.96 * spread), min(1.0, float(point + 1.96 * spread)), "jackknife", ratings.units, None
    )


@dataclass(frozen=True)
class Ratings:
    """Ratings of pairable units as codes: entry i gives value_of[i], an index into the sorted `scale`, to unit
    unit_of[i]; `sizes` are ratings per unit. Weighting units instead of copying them makes resampling cheap."""

    level: Level
    unit_of: _Integers
    value_of: _Integers
    sizes: _Integers
    scale: _Floats
    annotators: int

    @property
    def units(self) -> int:
        return len(self.sizes)

    @property
    def values(self) -> int:
        return len(self.unit_of)

    @classmethod
    def from_long_form(cls, units: Labels, annotators: Labels, values: Labels, level: Level) -> Self:
        """Return the pairable units among these ratings. Raise ValueError as krippendorff_alpha does."""
        if not len(units) == len(annotators) == len(values):
            raise ValueError("Units, annotators and values must have the same length.")
        unit_of, rater_of = encode(units), encode(annotators)
        _refuse_repeats(unit_of, rater_of)
        if level == "nominal":
            value_of = encode(values)
            scale = np.arange(value_of.max(initial=-1) + 1, dtype=np.float64)
        else:
            numbers = np.asarray(values, dtype=np.float64)
            scale = np.unique(numbers)
            _refuse_values(scale, level)
            value_of = np.searchsorted(scale, numbers)
        sizes = np.bincount(unit_of)
        # The same rule: `unit_counts.UnitCounts.from_table` and `.unit_statistics`, `agreement.nominal_alpha`.
        kept = sizes >= 2
        pairable = kept[unit_of]
        unit_of, sizes = (np.cumsum(kept) - 1)[unit_of[pairable]], sizes[kept]
        raters = int(np.count_nonzero(np.bincount(rater_of[pairable])))
        return cls(level, unit_of, value_of[pairable], sizes, scale, raters)

    @property
    def plain_alpha(self) -> Figure:
        """Return α with every unit counted once."""
        return self.alpha(np.ones(self.units, dtype=np.int64))

    def alpha(self, weights: _Integers) -> Figure:
        """Return α with unit u counted weights[u] times; weights has one entry per pairable unit."""
        counts: _Floats = np.bincount(self.value_of, weights[self.unit_of], len(self.scale)).astype(np.float64)
        total = counts.sum()
        if total < 2:
            return Figure(None, gettext_noop("No units were rated by two annotators."))
        if np.count_nonzero(counts) == 1:
            return Figure(None, gettext_noop("All values are equal, so chance agreement is 1."))
        if self.level == "ordinal":
            ranks = np.cumsum(counts) - counts / 2
            within, between = self._sum_squares(ranks), _spread(counts, ranks)
        else:
            within, between = self._within, self._between(counts)
        observed = float((weights * within / (self.sizes - 1)).sum()) / total
        return Figure(float(1 - observed / (between / (total * (total - 1)))))

    @functools.cached_property
    def _within(self) -> _Floats:
        """Σ δ² over the ordered pairs of values of each unit, where δ does not depend on the other units."""
        if self.level == "interval":
            return self._sum_squares(self.scale - self.scale.mean())  # centred: no cancellation
        if self.level == "nominal":
            cells, alike = np.unique(self.unit_of * len(self.scale) + self.value_of, return_counts=True)
            same = np.bincount(cells // len(self.scale), alike.astype(np.float64) ** 2, self.units)
            return self.sizes.astype(np.float64) ** 2 - same
        order = np.argsort(self.unit_of, kind="stable")
        groups = np.split(self.scale[self.value_of[order]], np.cumsum(self.sizes)[:-1])
        return np.array([sum(_ratio_differences(c, group).sum() for c in group) for group in groups])

    def _sum_squares(self, position: _Floats) -> _Floats:
        """Return 2(m·Σx² − (Σx)²) per unit. At the ordinal level x is a middle rank: Σ_{g=c..k} n_g − (n_c + n_k)/2 is
        the difference of the middle ranks of c and k.
        """
        given = position[self.value_of]
        sums = np.bincount(self.unit_of, given, self.units)
        squares = np.bincount(self.unit_of, given**2, self.units)
        return np.asarray(2 * (self.sizes * squares - sums**2))

    def _between(self, counts: _Floats) -> float:
        """Return Σ δ² over the ordered pairs of all values."""
        if self.level == "interval":
            return _spread(counts, self.scale)
        if self.level == "nominal":
            return float(counts.sum() ** 2 - (counts**2).sum())
        rows = zip(self.scale, counts, strict=True)
        return float(sum(n * (_ratio_differences(value, self.scale) * counts).sum() for value, n in rows))


def _spread(counts: _Floats, position: _Floats) -> float:
    """Return 2(N·Σx² − (Σx)²) over all values."""
    centred = position - np.average(position, weights=counts)
    return float(2 * counts.sum() * (counts * centred**2).sum())


def _ratio_differences(value: float, others: _Floats) -> _Floats:
    sums = value + others
    return np.divide(value - others, sums, out=np.zeros_like(others), where=sums != 0) ** 2


def encode(labels: Labels) -> _Integers:
    """Return codes in the order of each label's first occurrence; arrays are encoded without a loop."""
    if isinstance(labels, np.ndarray):
        if labels.dtype == np.int64 and _are_codes(labels):
            return labels
        _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
        rank = np.empty(len(first), dtype=np.int64)
        rank[np.argsort(first)] = np.arange(len(first))
        return np.asarray(rank[inverse])
    codes: dict[Any, int] = {}
    return np.fromiter((codes.setdefault(label, len(codes)) for label in labels), np.int64, len(labels))


def _are_codes(numbers: _Integers) -> bool:
    highest = np.maximum.accumulate(np.concatenate(([-1], numbers)))
    return bool(numbers.min(initial=0) == 0 and (np.diff(highest) <= 1).all())


def _refuse_repeats(unit_of: _Integers, rater_of: _Integers) -> None:
    pairs = np.sort(unit_of * (rater_of.max(initial=0) + 1) + rater_of)
    if (pairs[1:] == pairs[:-1]).any():
        raise ValueError("An annotator has rated a unit twice.")


def _refuse_values(scale: _Floats, level: Level) -> None:
    if not np.isfinite(scale).all():
        raise ValueError("Values must be finite numbers.")
    if level == "ratio" and (scale < 0).any():
        raise ValueError("The ratio level needs values of 0 or more.")
