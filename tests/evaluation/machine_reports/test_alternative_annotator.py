"""The alternative annotator test, against scipy's tests and corrections computed from the paper's description."""

import random

import numpy as np
import pytest
from scipy import stats

from evaluation.machine_reports.alternative_annotator import TOO_FEW, reject_by_yekutieli, run_alternative_test


def make_scores(annotators: int, instances: int, machine: float, people: float) -> dict[str, list[tuple[float, float]]]:
    """Return scores of 0 or 1: how often the machine and each annotator agree with those who remain."""
    chance = random.Random(3)
    return {
        chr(65 + place): [(float(chance.random() < machine), float(chance.random() < people)) for _ in range(instances)]
        for place in range(annotators)
    }


@pytest.mark.parametrize(("instances", "machine", "people"), [(40, 0.9, 0.7), (60, 0.6, 0.9), (200, 0.8, 0.8)])
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.2])
def test_the_t_test_is_that_of_scipy(instances: int, machine: float, people: float, epsilon: float):
    scores = make_scores(5, instances, machine, people)
    found = run_alternative_test(scores, epsilon=epsilon)
    p_values = []
    for row, (name, each) in zip(found.annotators, scores.items(), strict=True):
        wins = [1 if own >= other else 0 for own, other in each]
        losses = [1 if other >= own else 0 for own, other in each]
        differences = [loss - win for win, loss in zip(wins, losses, strict=True)]
        expected = stats.ttest_1samp(differences, epsilon, alternative="less").pvalue
        assert (row.annotator, row.instances, row.method) == (name, instances, "t")
        assert row.p == pytest.approx(expected, abs=1e-12)
        assert row.advantage == pytest.approx(np.mean(wins))
        assert row.annotator_advantage == pytest.approx(np.mean(losses))
        p_values.append(expected)
    rejected = stats.false_discovery_control(p_values, method="by") <= 0.05
    assert [row.is_rejected for row in found.annotators] == list(rejected)
    assert found.winning_rate.value == pytest.approx(np.mean(rejected))
    assert found.advantage.value == pytest.approx(np.mean([row.advantage for row in found.annotators]))
    assert found.passes == (np.mean(rejected) >= 0.5)


def test_below_thirty_instances_it_is_wilcoxons_with_ties_by_the_normal_distribution():
    scores = make_scores(3, 25, 0.9, 0.5)
    for row, each in zip(run_alternative_test(scores, epsilon=0.1).annotators, scores.values(), strict=True):
        shifted = np.array([(other >= own) - (own >= other) * 1 for own, other in each], dtype=float) - 0.1
        ranks = stats.rankdata(np.abs(shifted))
        n, positive = len(shifted), ranks[shifted > 0].sum()
        _, ties = np.unique(np.abs(shifted).round(9), return_counts=True)
        variance = n * (n + 1) * (2 * n + 1) / 24 - (ties**3 - ties).sum() / 48
        z = (positive - n * (n + 1) / 4) / np.sqrt(variance)
        assert row.method == "Wilcoxon"
        assert row.p == pytest.approx(stats.norm.cdf(z), rel=0.05)


@pytest.mark.parametrize("seed", range(20))
def test_the_procedure_rejects_what_the_corrected_values_reject(seed: int):
    p_values = np.random.default_rng(seed).random(8) ** 4
    expected = stats.false_discovery_control(p_values, method="by") <= 0.05
    assert reject_by_yekutieli(list(p_values)) == list(expected)


def test_a_machine_that_always_agrees_more_wins_against_everybody_and_one_that_never_does_against_nobody():
    better = run_alternative_test({name: [(1.0, 0.0)] * 40 for name in "ABC"})
    worse = run_alternative_test({name: [(0.0, 1.0)] * 40 for name in "ABC"})
    assert (better.winning_rate.value, better.advantage.value, better.passes) == (1.0, 1.0, True)
    assert (worse.winning_rate.value, worse.advantage.value, worse.passes) == (0.0, 0.0, False)


def test_two_annotators_are_no_test():
    found = run_alternative_test(make_scores(2, 40, 0.9, 0.7))
    assert (found.winning_rate.value, found.winning_rate.reason, found.passes) == (None, TOO_FEW, False)
    assert len(found.annotators) == 2
