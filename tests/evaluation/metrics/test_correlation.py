from itertools import product

import numpy as np
import pytest
from scipy import stats

from annotation_site.coefficients.resampling import sample_swaps
from evaluation.metrics.correlation.measures import (
    paired_p_values,
    pearson,
    pearson_interval,
    soft_pairwise_accuracy,
    spearman,
    spearman_interval,
    williams,
)

GENERATOR = np.random.default_rng(8)
PEOPLE = GENERATOR.integers(1, 6, 120).astype(float)
MEASURE = PEOPLE / 5 + GENERATOR.normal(0, 0.3, 120)


def test_correlations_are_those_of_scipy():
    assert pearson(PEOPLE, MEASURE).value == pytest.approx(stats.pearsonr(PEOPLE, MEASURE).statistic)
    assert spearman(PEOPLE, MEASURE).value == pytest.approx(stats.spearmanr(PEOPLE, MEASURE).statistic)


@pytest.mark.parametrize("function", [pearson, spearman])
def test_undefined_correlations_say_why(function):
    assert function([1, 1, 1], [1, 2, 3]).reason == "One of the two has the same score for all items."
    assert function([0.1] * 3, [1, 2, 3]).value is None
    assert function([1], [1]).reason == "A correlation needs at least two items."


@pytest.mark.parametrize(("function", "interval"), [(pearson, pearson_interval), (spearman, spearman_interval)])
def test_intervals_are_those_of_the_resamples(function, interval):
    generator = np.random.default_rng(6)
    sampled = []
    for _ in range(200):
        rows = generator.integers(0, 120, 120)
        sampled.append(function(PEOPLE[rows], MEASURE[rows]).value)
    assert interval(PEOPLE, MEASURE, resamples=200, seed=6) == pytest.approx(tuple(np.percentile(sampled, [2.5, 97.5])))


def test_interval_of_large_numbers_keeps_its_digits():
    shifted = pearson_interval(PEOPLE + 1e8, MEASURE, resamples=50, seed=6)
    assert shifted == pytest.approx(pearson_interval(PEOPLE, MEASURE, resamples=50, seed=6), abs=1e-6)


def test_a_constant_measure_has_no_interval():
    assert pearson_interval([0.1, 0.1, 0.1], [1, 2, 3], resamples=20, seed=1) is None


def test_williams_of_a_published_example():
    """Steiger 1980, case A, as the R package psych prints it for n = 103 and .4, .5, .1."""
    found = williams(0.4, 0.5, 0.1, 103)
    assert (round(found.t, 2), round(found.p, 2)) == (-0.89, 0.37)
    assert williams(0.5, 0.4, 0.1, 103).t == pytest.approx(-found.t)


def test_williams_needs_items_and_two_measures():
    assert "at least four items" in williams(0.4, 0.5, 0.1, 3).reason
    assert williams(0.4, 0.4, 1.0, 50).t is None


def test_p_of_pairs_approaches_the_exact_test():
    scores = np.array([[3.0, 4.0, 2.0, 5.0, 4.0], [2.0, 4.0, 1.0, 3.0, 5.0]])
    gains = scores[0] - scores[1]
    sums = np.array([gains @ signs for signs in product((1, -1), repeat=5)])
    exact = np.mean((sums > gains.sum()) + 0.5 * (sums == gains.sum()))
    found = paired_p_values(scores, sample_swaps(5, resamples=20_000, seed=3))
    assert found.tolist() == [pytest.approx(exact, abs=0.015)]


def test_soft_pairwise_accuracy_of_a_faithful_and_of_an_opposed_measure():
    people = np.array([GENERATOR.normal(mean, 0.5, 80) for mean in (1, 2, 3)])
    assert soft_pairwise_accuracy(people, people * 7, resamples=200, seed=1).value == pytest.approx(1.0)
    opposed = soft_pairwise_accuracy(people, -people, resamples=200, seed=1).value
    assert opposed < 0.02
    blind = soft_pairwise_accuracy(people, np.ones_like(people), resamples=200, seed=1).value
    assert blind == pytest.approx(0.5, abs=0.02)
    assert soft_pairwise_accuracy(people[:1], people[:1], seed=1).value is None


def test_soft_pairwise_accuracy_does_not_hang_on_the_order_of_systems():
    people = np.array([GENERATOR.normal(mean, 2, 30) for mean in (1, 2, 2.2, 3)]).round()
    measure = people + GENERATOR.normal(0, 2, people.shape)
    value = soft_pairwise_accuracy(people, measure, resamples=100, seed=1).value
    turned = soft_pairwise_accuracy(people[[2, 0, 3, 1]], measure[[2, 0, 3, 1]], resamples=100, seed=1).value
    assert value == pytest.approx(turned)
