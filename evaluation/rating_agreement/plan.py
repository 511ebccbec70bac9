"""Expected width of alpha's interval with so many ratings of each unit, estimated from the present ratings.

As long as 30 units, and at least half of those rated twice, have r ratings or more, r of each are sampled without
replacement, which are just such ratings as r annotators would have given, and the delete-one jackknife over units gives
alpha's variance v(r), the mean of REPEATS samples. Beyond, v(r) = a + b·(r − 2)/(r(r − 1)) + c/(r(r − 1)), with
a, b, c ≥ 0 by least squares from the v(r) that could be sampled: a is what units differ by, the rest how the mean
disagreement of all pairs of r ratings varies (the variance of a U-statistic, Hoeffding 1948). The width is
2·1.96·√v(r)·√(units sampled from / units planned).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.alpha import MIN_UNITS_FOR_BOOTSTRAP
from annotation_site.coefficients.figure import Level
from annotation_site.coefficients.unit_counts import SEED, UnitCounts, alphas_of, unit_statistics

REPEATS = 20
NORMAL = 1.96
# Ratings of each unit that are foretold.
NUMBERS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30)
# So that the formula rests on as many as there are.
ALWAYS_MEASURED = range(2, 13)
# A sample of more units gives the same result, as widths are scaled to the number planned.
MOST_UNITS = 2_000
TOO_FEW = f"An estimate needs {MIN_UNITS_FOR_BOOTSTRAP} units with two or more ratings."
NEEDS_THREE = f"An estimate for more than two ratings needs {MIN_UNITS_FOR_BOOTSTRAP} units with three ratings."
# Units with more ratings are often those of one list, whose annotators are not like the others.
LEAST_SHARE = 0.5
_Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlannedWidth:
    """The width of alpha's 95 % interval with `ratings` ratings of every unit; `is_sampled` where the data have as
    many, else it is extrapolated. It rests on `units` units, those with so many ratings, or all.
    """

    ratings: int
    width: float
    is_sampled: bool
    units: int


@dataclass(frozen=True, slots=True)
class RatingPlan:
    """Expected interval widths for `units` units, estimated from `rated` units with `mean_ratings` ratings now.

    `reason` explains missing widths; `width_now` is the width of the interval of the present data.
    """

    level: Level
    units: int
    rated: int
    mean_ratings: float
    width_now: float | None
    widths: list[PlannedWidth]
    repeats: int
    seed: int
    reason: str = ""


def plan_ratings(
    counts: UnitCounts,
    level: Level,
    units: int,
    *,
    numbers: Sequence[int] = NUMBERS,
    repeats: int = REPEATS,
    seed: int = SEED,
) -> RatingPlan:
    """Predict widths for `units` units from `counts`, those rated at least twice so far.

    Undefined for fewer than 30 units, or if all values are equal.
    """
    rated = counts.unit_count
    mean = counts.value_count / rated if rated else 0.0
    reason = TOO_FEW if rated < MIN_UNITS_FOR_BOOTSTRAP else counts.alpha(level).reason
    if reason:
        return RatingPlan(level, units, rated, mean, None, [], repeats, seed, reason)
    interval = counts.intervals([level], seed=seed)[level]
    now = None if interval.low is None or interval.high is None else interval.high - interval.low
    measured = sorted({*numbers, *ALWAYS_MEASURED})
    variances = measure_variances(counts, level, measured, repeats=repeats, seed=seed)
    foretold = extrapolate(variances, numbers)
    widths = [
        PlannedWidth(
            ratings,
            2 * NORMAL * float(np.sqrt(variance / units)),
            ratings in variances,
            counts.count_units_with(ratings) if ratings in variances else rated,
        )
        for ratings, variance in foretold.items()
    ]
    reason = "" if len(variances) > 1 else _explain_lack(counts.count_units_with(3), rated)
    return RatingPlan(level, units, rated, mean, now, widths, repeats, seed, reason)


def _explain_lack(of_three: int, rated: int) -> str:
    if of_three < MIN_UNITS_FOR_BOOTSTRAP:
        return NEEDS_THREE
    return f"{of_three:,} of {rated:,} units have three ratings; an estimate for more than two needs half of them."


def measure_variances(
    counts: UnitCounts, level: Level, numbers: Sequence[int], *, repeats: int = REPEATS, seed: int = SEED
) -> dict[int, float]:
    """Return the variance of alpha times the number of units, for each number of ratings that enough units have."""
    random = np.random.default_rng(seed)
    rows = np.repeat(counts.rows, counts.units, axis=0)
    least = max(MIN_UNITS_FOR_BOOTSTRAP, LEAST_SHARE * len(rows))
    variances = {}
    for ratings in numbers:
        enough = rows[rows.sum(axis=1) >= ratings]
        if len(enough) < least:
            continue
        found = []
        for _ in range(repeats):
            chosen = enough
            if len(enough) > MOST_UNITS:
                chosen = enough[random.choice(len(enough), MOST_UNITS, replace=False)]
            found.append(len(chosen) * jackknife_variance(sample_ratings(chosen, ratings, random), counts.scale, level))
        variances[ratings] = float(np.nanmean(found)) if not np.isnan(found).all() else np.nan
    return {ratings: variance for ratings, variance in variances.items() if not np.isnan(variance)}


def sample_ratings(rows: _Integers, ratings: int, random: np.random.Generator) -> _Integers:
    """Sample `ratings` ratings of each unit without replacement; rows are counts of values."""
    units, values = rows.shape
    given = rows.sum(axis=1)
    if (given < ratings).any():
        raise ValueError(f"A unit has fewer than {ratings} ratings.")
    value = np.repeat(np.tile(np.arange(values), units), rows.ravel())
    unit = np.repeat(np.arange(units), given)
    # Each unit's ratings in random order, of which the first are kept.
    order = np.lexsort((random.random(len(unit)), unit))
    place = np.arange(len(unit)) - np.repeat(np.cumsum(given) - given, given)
    kept = order[place < ratings]
    return np.bincount(unit[kept] * values + value[kept], minlength=units * values).reshape(units, values)


def jackknife_variance(rows: _Integers, scale: Sequence[float], level: Level) -> float:
    """Return (n − 1)/n · Σ (α without unit u − their mean)² over n units; NaN if α is undefined without some unit."""
    statistics = unit_statistics(rows)
    without = alphas_of(statistics.sum(axis=0) - statistics, scale, level)
    return float((len(rows) - 1) * np.var(without))


def extrapolate(variances: dict[int, float], numbers: Sequence[int]) -> dict[int, float]:
    """Return the measured variances, and the others by the formula if at least two were measured."""
    from scipy.optimize import nnls  # scipy weighs 100 MB in every process: loaded by those that need it

    if len(variances) < 2:
        return {ratings: variances[ratings] for ratings in numbers if ratings in variances}
    measured = np.array(list(variances), dtype=np.float64)
    # Relative errors are alike, so each row is divided by what it has to give.
    found = np.array(list(variances.values()))
    shares, _ = nnls(_terms(measured) / found[:, None], np.ones(len(found)))
    return {
        ratings: variances.get(ratings, float(_terms(np.array([ratings], dtype=np.float64))[0] @ shares))
        for ratings in numbers
    }


def to_json(plan: RatingPlan) -> dict[str, Any]:
    """Return the plan as the API presents it."""
    widths = [asdict(each) for each in plan.widths]
    return {
        "level": plan.level,
        "units": plan.units,
        "rated": plan.rated,
        "mean_ratings": plan.mean_ratings,
        "width_now": plan.width_now,
        "widths": widths,
        "repeats": plan.repeats,
        "seed": plan.seed,
        "reason": plan.reason,
    }


def _terms(ratings: _Floats) -> _Floats:
    pairs = ratings * (ratings - 1)
    return np.stack([np.ones_like(ratings), (ratings - 2) / pairs, 1 / pairs], axis=1)
