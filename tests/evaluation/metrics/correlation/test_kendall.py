"""Kendall's τ from counts."""

import random

import pytest
from scipy import stats

from evaluation.metrics.correlation.kendall import (
    VARIANTS,
    PairCounts,
    count_flips,
    count_preferences,
    count_score_pairs,
    kendall,
    kendall_intervals,
)


def test_variants_by_hand():
    counts = PairCounts(concordant=6, discordant=2, metric_ties=2, human_ties=5)
    expected = {"wmt13": 4 / 8, "wmt14": 4 / 10, "tau_b": 4 / (10 * 13) ** 0.5}
    assert {name: kendall(counts, name).value for name in VARIANTS} == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(5))
def test_tau_b_is_that_of_scipy(seed):
    chance = random.Random(seed)
    human = [chance.randint(1, 5) for _ in range(60)]
    metric = [score + chance.randint(-2, 2) for score in human]
    assert kendall(count_score_pairs(human, metric), "tau_b").value == pytest.approx(
        stats.kendalltau(human, metric).statistic
    )


def test_counts_of_every_pair():
    counts = count_score_pairs([1, 2, 2, 3, 3], [1, 1, 2, 0, 0])
    assert counts == PairCounts(concordant=1, discordant=6, metric_ties=1, human_ties=1)


def test_preferences_have_no_human_ties():
    counts = count_preferences([0.5, 0.2, 0.3, 0.9], [0.4, 0.3, 0.3, 0.1])
    assert counts == PairCounts(concordant=2, discordant=1, metric_ties=1)


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_ranked_is_undefined(name):
    figure = kendall(PairCounts(), name)
    assert figure.value is None
    assert figure.reason == "No pairs of items are ranked by both human judgement and the measure."


def test_intervals_sample_groups():
    groups = [PairCounts(concordant=3)] * 5 + [PairCounts(discordant=3)] * 5
    low, high = kendall_intervals(groups, resamples=400, seed=2)["wmt13"]
    assert -0.8 < low < -0.3 < 0.3 < high < 0.8
    assert kendall_intervals([PairCounts()], resamples=10, seed=2)["wmt13"] is None


def test_flips_count_ties_as_wrong():
    before = [(2, 1), (1, 2), (1, 1), (2, 1)]
    after = [(1, 2), (2, 1), (2, 1), (1, 1)]
    flips = count_flips(before, after)
    assert (flips.lost, flips.won, flips.gain) == (2, 2, 0)
