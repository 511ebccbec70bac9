"""Comparisons of two systems from the same segments."""

import numpy as np
import pytest
from scipy import stats

from evaluation.metrics.averages import macro_rates, macro_table, mean_rates
from evaluation.metrics.significance import find_signed_rank_p, paired_bootstrap


def table(values):
    return np.array([[value, 1.0] for value in values])


def test_equal_systems_do_not_differ():
    same = table(np.random.default_rng(1).random(50))
    found = paired_bootstrap(same, same.copy(), mean_rates, resamples=99, seed=4)
    assert (found.difference, found.p) == (0.0, 1.0)


def test_no_p_is_below_one_over_the_draws_and_the_seed_decides():
    bad = np.random.default_rng(1).random(200)
    found = paired_bootstrap(table(bad), table(bad + 0.5), mean_rates, resamples=99, seed=4)
    assert (found.difference, found.p) == (pytest.approx(0.5), 0.01)
    noise = table(np.random.default_rng(2).random(200))
    assert paired_bootstrap(table(bad), noise, mean_rates, resamples=99, seed=4) == paired_bootstrap(
        table(bad), noise, mean_rates, resamples=99, seed=4
    )


def test_bootstrap_interval_holds_the_difference():
    generator = np.random.default_rng(3)
    first = generator.random(300)
    found = paired_bootstrap(
        table(first), table(first + generator.normal(0.1, 0.3, 300)), mean_rates, resamples=500, seed=1
    )
    assert found.interval[0] < found.difference < found.interval[1]


def test_a_rate_that_is_undefined_has_no_p():
    nothing = np.zeros((5, 2))
    assert paired_bootstrap(nothing, nothing, mean_rates, resamples=9, seed=1).p is None


def test_a_pair_needs_the_same_segments():
    with pytest.raises(ValueError, match="3 and 2 segments"):
        paired_bootstrap(np.ones((3, 2)), np.ones((2, 2)), mean_rates, resamples=9, seed=1)


def test_macro_averages_are_compared_from_sparse_tables():
    chance = np.random.default_rng(5)
    labels = chance.choice(list("abcd"), 80)
    first, second = chance.random(80), chance.random(80) + 0.4
    tables = [
        macro_table(
            [(place, str(label), value) for place, (label, value) in enumerate(zip(labels, values, strict=True))]
        )
        for values in (first, second)
    ]
    found = paired_bootstrap(*tables, macro_rates, resamples=99, seed=4)
    expected = np.mean([second[labels == label].mean() - first[labels == label].mean() for label in "abcd"])
    assert found.difference == pytest.approx(expected)
    assert found.p == 0.01
    assert found == paired_bootstrap(*(each.toarray() for each in tables), macro_rates, resamples=99, seed=4)


@pytest.mark.parametrize("count", [1, 2, 5, 9, 13, 14, 30])
@pytest.mark.parametrize("alternative", ["less", "greater"])
def test_the_signed_rank_test_is_scipys_with_ties_without_and_with_zeros(count: int, alternative: str) -> None:
    chance = np.random.default_rng(count)
    for differences in (
        chance.integers(-4, 6, count).astype(float),
        chance.integers(0, 2, count) - 0.2,
        chance.normal(0.3, 1, count),
    ):
        if differences.any():
            expected = stats.wilcoxon(differences, alternative=alternative).pvalue
            assert find_signed_rank_p(differences, alternative) == pytest.approx(expected, abs=1e-12)


def test_differences_of_zero_alone_have_no_p() -> None:
    with pytest.raises(ValueError, match="other than 0"):
        find_signed_rank_p([0, 0], "less")
