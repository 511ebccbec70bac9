"""Bias and precision of raters: against the likelihood maximised by scipy, and where both are known."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import multivariate_normal

from annotation_site.coefficients.rater_precision import estimate_precision

RATERS = 4


def make_grades(seed: int, units: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return units, raters and grades, of which one rater in four skipped each unit."""
    generator = np.random.default_rng(seed)
    unit, rater = np.divmod(np.arange(units * RATERS), RATERS)
    kept = (unit + rater) % RATERS != 0
    unit, rater = unit[kept], rater[kept]
    bias, sd = np.array([-0.8, -0.1, 0.3, 0.6]), np.array([0.3, 0.6, 0.9, 1.2])
    values = generator.normal(2.5, 1.2, units)
    return unit, rater, values[unit] + bias[rater] + generator.normal(0, 1, len(unit)) * sd[rater]


def test_the_likelihood_has_its_maximum_there() -> None:
    """Without pseudo grades the estimate is that of maximum likelihood; units are integrated out by scipy."""
    unit, rater, grades = make_grades(3, 25)

    def minus_likelihood(parameters: np.ndarray) -> float:
        mean, spread = parameters[0], np.exp(parameters[1])
        bias, variance = parameters[2 : 2 + RATERS], np.exp(parameters[2 + RATERS :])
        total = 0.0
        for each in np.unique(unit):
            own = unit == each
            covariance = spread + np.diag(variance[rater[own]])
            total -= multivariate_normal.logpdf(grades[own], mean + bias[rater[own]], covariance)
        # Only differences of biases are known.
        return float(total + (np.bincount(rater) @ bias) ** 2)

    best = minimize(minus_likelihood, np.zeros(2 + 2 * RATERS), method="BFGS", options={"gtol": 1e-7}).x
    found = estimate_precision(unit, rater, grades, pseudo=0, iterations=20_000, tolerance=1e-12)
    order = list(dict.fromkeys(rater))
    assert found.bias == pytest.approx(best[2 : 2 + RATERS][order], abs=1e-3)
    assert found.sd**2 == pytest.approx(np.exp(best[2 + RATERS :])[order], rel=1e-2)
    assert (found.mean, found.unit_sd**2) == pytest.approx((best[0], np.exp(best[1])), rel=1e-2)


def test_bias_and_precision_are_found_where_they_are_known() -> None:
    unit, rater, grades = make_grades(5, 2_000)
    found = estimate_precision(unit, rater, grades)
    order = list(dict.fromkeys(rater))
    assert found.bias == pytest.approx(np.array([-0.8, -0.1, 0.3, 0.6])[order], abs=0.08)
    assert found.sd == pytest.approx(np.array([0.3, 0.6, 0.9, 1.2])[order], abs=0.08)


def test_a_rater_of_one_unit_has_no_infinite_precision() -> None:
    found = estimate_precision([0, 0, 1, 1, 2, 2], ["a", "b", "a", "b", "a", "c"], [1, 2, 4, 4, 3, 3])
    assert (found.sd > 0.05).all()
    assert np.isfinite(found.bias).all()
    with pytest.raises(ValueError, match="no grades"):
        estimate_precision([], [], [])
