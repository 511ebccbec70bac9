"""Bias and precision of raters who give grades: an additive model fitted by EM.

    x_ij = q_i + b_j + e_ij,   q_i ~ N(μ, τ²),   e_ij ~ N(0, v_j)

x_ij is rater j's grade of unit i, q_i the unit's own value, b_j the rater's bias (Σ_j n_j b_j = 0) and v_j the variance
of what is left, whose inverse is the precision. The model of subjects in Li & Bampis 2017, "Recover Subjective Quality
Scores from Noisy Measurements", with the units' values integrated out. A rater's variance is drawn towards that of all
by `pseudo` grades, without which a rater of a few units, all near the others, would have infinite precision. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.alpha import Labels, encode

PSEUDO, ITERATIONS, TOLERANCE = 5.0, 500, 1e-9
_SMALLEST = 1e-6
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RaterPrecision:
    """Bias and standard deviation of each rater, in the order of their first grade, and these values of the units with
    their mean and standard deviation."""

    bias: _Floats
    sd: _Floats
    mean: float
    unit_sd: float
    values: _Floats


def estimate_precision(
    units: Labels,
    raters: Labels,
    grades: npt.ArrayLike,
    *,
    pseudo: float = PSEUDO,
    iterations: int = ITERATIONS,
    tolerance: float = TOLERANCE,
) -> RaterPrecision:
    """Return bias and precision from long form, one entry for each grade; raise ValueError without grades.

    Stops when no bias and no variance changes by more than `tolerance`.
    """
    unit, rater, x = encode(units), encode(raters), np.asarray(grades, dtype=np.float64)
    if not len(x):
        raise ValueError("There are no grades.")
    given = np.bincount(rater).astype(np.float64)
    bias, variance = np.zeros(len(given)), np.full(len(given), max(float(x.var()), _SMALLEST))
    mean, spread = float(x.mean()), max(float(x.var()), _SMALLEST)
    for _ in range(iterations):
        precision = 1 / variance[rater]
        weight = 1 / spread + np.bincount(unit, precision)
        value = (mean / spread + np.bincount(unit, precision * (x - bias[rater]))) / weight
        uncertainty = 1 / weight
        new_bias = np.bincount(rater, x - value[unit]) / given
        # Only differences of biases are known: what they share belongs to the units.
        shared = float((given * new_bias).sum() / given.sum())
        new_bias -= shared
        mean = float(value.mean()) + shared
        spread = max(float((((value + shared) - mean) ** 2 + uncertainty).mean()), _SMALLEST)
        squares = np.bincount(rater, (x - new_bias[rater] - shared - value[unit]) ** 2 + uncertainty[unit])
        overall = squares.sum() / given.sum()
        new_variance = np.maximum((squares + pseudo * overall) / (given + pseudo), _SMALLEST)
        change = max(np.abs(new_bias - bias).max(), np.abs(new_variance - variance).max())
        bias, variance = new_bias, new_variance
        if change < tolerance:
            break
    return RaterPrecision(bias, np.sqrt(variance), mean, float(np.sqrt(spread)), value + shared)
