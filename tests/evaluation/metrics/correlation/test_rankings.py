"""Measures ranked by how they follow people, against the definitions, and against figures of mt-metrics-eval."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from evaluation.metrics.correlation.judgements import HumanScore
from evaluation.metrics.correlation.measures import pairwise_accuracy, soft_pairwise_accuracy
from evaluation.metrics.correlation.permutations import (
    Permutations,
    compare_accuracies,
    compare_pearsons,
    compare_soft_accuracies,
    compare_verdicts,
    find_clusters,
)
from evaluation.metrics.correlation.rankings import PairwiseAccuracy, SegmentPearson, Tables, TieAccuracy, rank
from evaluation.metrics.correlation.ties import TiePairs

NONE = np.nan
# Four systems by two segments; those of the tests of mt-metrics-eval.
GOLD = np.array([[1.0, 2], [3, 4], [5, 5], [7, 8]])
FIRST = np.array([[1.0, 2], [3, 3], [7, 3], [5, 5]])
SECOND = np.array([[2.0, 1], [2, 6], [8, 8], [7, 6]])
ALL = Permutations(1000, seed=1)


def by_segment(*rows: list[float]) -> np.ndarray:
    return np.array(rows, dtype=float).T


@pytest.mark.parametrize(
    ("human", "metric", "epsilon", "accuracy"),
    [
        ([1, 2, 3, 4], [0, 2, 6, 8], 0, 1),
        ([1, 1, 1, 4], [0, 2, 6, 8], 4, 4 / 6),
        ([1, 2, 2, 3, 4], [2, 1, 1.5, 5, 3], 0.5, 0.7),
        ([1, 1, 1], [1, 2, 3], 2, 1),
        ([1, 2, 3], [1, 1, 1], 0, 0),
    ],
)
def test_ties_are_calibrated_as_in_mt_metrics_eval(human, metric, epsilon, accuracy):
    pairs = TiePairs.of(by_segment(human), by_segment(metric))
    assert pairs.calibrate() == epsilon
    assert pairs.find_accuracy(epsilon) == accuracy


def test_ties_over_segments_with_gaps_are_those_of_mt_metrics_eval():
    """The example of its test of tau optimisation, with its accuracies for every threshold."""
    metric = by_segment([0, 5, 2, 3, 2], [NONE, 2, 1, 5, 3], [9, 1, 5, 3, 8], [9, 3, 4, 4, 1], [NONE] * 5)
    human = by_segment([1, 5, 2, 1, 1], [4, 2, 2, 1, 4], [5, 9, 2, 8, 7], [7, 6, NONE, 3, 2], [NONE] * 5)
    pairs = TiePairs.of(human, metric)
    expected = [7 / 15, 59 / 120, 23 / 60, 7 / 24, 4 / 15, 1 / 5, 19 / 120, 19 / 120, 7 / 60]
    assert [pairs.find_accuracy(epsilon) for epsilon in range(9)] == pytest.approx(expected)
    assert pairs.calibrate() == 1


@pytest.mark.parametrize("seed", range(4))
def test_calibration_finds_the_best_of_all_thresholds(seed):
    chance = np.random.default_rng(seed)
    human = chance.integers(0, 4, (5, 8)).astype(float)
    metric = human + chance.normal(0, 1, human.shape).round(1)
    metric[chance.random(metric.shape) < 0.1] = NONE

    def rate(epsilon: float) -> float:
        rates = []
        for people, scores in zip(human.T, metric.T, strict=True):
            there = [place for place in range(5) if not np.isnan(scores[place])]
            right = []
            for one, other in combinations(there, 2):
                gap = scores[one] - scores[other]
                seen = 0 if abs(gap) <= epsilon else np.sign(gap)
                right.append(seen == np.sign(people[one] - people[other]))
            rates += [np.mean(right)] if right else []
        return float(np.mean(rates))

    gaps = {0.0, *(abs(float(one - other)) for row in metric.T for one, other in combinations(row, 2))}
    rates = {gap: rate(gap) for gap in sorted(gaps) if not np.isnan(gap)}
    pairs = TiePairs.of(human, metric)
    assert rates[pairs.calibrate()] == pytest.approx(max(rates.values()))
    assert pairs.find_accuracy(pairs.calibrate()) == pytest.approx(max(rates.values()))


def test_pairwise_accuracy_counts_a_tie_as_right_only_where_both_see_it():
    # Kocmi et al. 2021, and `Agreement` of mt-metrics-eval: 5 of 10 pairs in its test.
    assert pairwise_accuracy([1, 2, 3, 3, 4], [1, 1, 2, 1, 2]).value == 0.5
    assert pairwise_accuracy([1, 2], [2, 1]).value == 0
    assert pairwise_accuracy([1, 1], [2, 2]).value == 1
    assert pairwise_accuracy([1], [1]).reason == "Pairwise accuracy needs at least two systems."


def test_soft_pairwise_accuracy_is_that_of_mt_metrics_eval_for_its_seed():
    """Computed by its `pce` from these tables, whose permutations never tie with the observed difference."""
    chance = np.random.default_rng(7)
    human = chance.integers(0, 6, (5, 30)) + np.arange(5)[:, None] * 0.5
    good = human + chance.normal(0, 2, human.shape)
    bad = chance.normal(0, 1, human.shape)
    assert soft_pairwise_accuracy(good, bad, resamples=1000, seed=4).value == pytest.approx(0.6777, abs=1e-9)


def permute(human, better, worse, follow, masks):
    """Return p by the definition, permutation by permutation."""
    better, worse = (stats.zscore(each, axis=None) for each in (better, worse))
    observed = follow(human, better) - follow(human, worse)
    leads = [
        follow(human, np.where(mask, worse, better)) - follow(human, np.where(mask, better, worse)) for mask in masks
    ]
    return np.mean(np.array(leads) >= observed - 1e-12)


def cells():
    return [np.array(mask).reshape(4, 2) for mask in product((False, True), repeat=8)]


def pearson_of(human, scores):
    return stats.pearsonr(human.ravel(), scores.ravel()).statistic


def test_permutations_of_scores_are_all_taken_where_they_are_few():
    for better, worse in ((FIRST, SECOND), (SECOND, FIRST)):
        found = compare_pearsons(GOLD, better, worse, ALL)
        assert found == permute(GOLD, better, worse, pearson_of, cells())
    assert compare_pearsons(GOLD, FIRST, SECOND, ALL) == 126 / 256
    # Sampled, it is near.
    assert compare_pearsons(GOLD, FIRST, SECOND, Permutations(255, seed=1)) == pytest.approx(126 / 256, abs=0.1)


def test_permutations_of_inputs_swap_the_systems_of_a_segment_together():
    masks = [np.tile(mask, (4, 1)) for mask in product((False, True), repeat=2)]
    found = compare_pearsons(GOLD, SECOND, FIRST, Permutations(1000, 1, "inputs"))
    assert found == permute(GOLD, SECOND, FIRST, pearson_of, masks) == 0.75


def test_a_score_that_one_lacks_counts_for_neither():
    gaps = FIRST.copy()
    gaps[0, 0] = NONE
    found = compare_pearsons(GOLD, SECOND, gaps, ALL)
    rest = [each.ravel()[1:] for each in (GOLD, SECOND, FIRST)]
    masks = [np.array(mask) for mask in product((False, True), repeat=7)]
    assert found == permute(*rest, pearson_of, masks)
    assert compare_pearsons(GOLD, np.ones_like(GOLD), FIRST, ALL) is None


def accuracy_of(human, scores):
    pairs = list(combinations(range(len(human)), 2))
    return np.mean([np.sign(human[a] - human[b]) == np.sign(scores[a] - scores[b]) for a, b in pairs])


def test_accuracies_of_systems_are_compared_by_swapping_systems():
    human, first, second = (each.ravel() for each in (GOLD, FIRST, SECOND))
    masks = [np.array(mask) for mask in product((False, True), repeat=8)]
    found = compare_accuracies(human, second, first, ALL)
    assert found == permute(human, second, first, accuracy_of, masks) == 216 / 256


def test_soft_accuracies_are_compared_by_swapping_scores():
    def soft(human, scores):
        return soft_pairwise_accuracy(human, scores, resamples=1000, seed=1).value

    # Three systems by three segments: 512 permutations; p ends early, at or after the first hundred.
    human, first, second = GOLD[:3], FIRST[:3], SECOND[:3]
    human, first, second = (np.hstack([each, each[:, :1] ** 2]) for each in (human, first, second))
    masks = [np.array(mask).reshape(3, 3) for mask in product((False, True), repeat=9)]
    expected = permute(human, first, second, soft, masks)
    assert compare_soft_accuracies(human, first, second, ALL) == pytest.approx(expected, abs=1e-9)


def test_verdicts_on_pairs_are_swapped_where_thresholds_differ():
    chance = np.random.default_rng(5)
    better, worse = (chance.integers(0, 2, (3, 3)) / 9 for _ in range(2))
    leads = []
    for signs in product((1, -1), repeat=9):
        leads.append(np.sum((better - worse) * np.array(signs).reshape(3, 3)))
    expected = np.mean(np.array(leads) >= (better - worse).sum() - 1e-12)
    assert compare_verdicts(better, worse, ALL) == expected
    assert compare_verdicts(better, better, ALL) == 1


@pytest.mark.parametrize(
    ("p_values", "clusters"),
    [
        ([], []),
        ([[NONE]], [1]),
        ([[NONE, 0.2, 0.04], [NONE, NONE, 0.3], [NONE] * 3], [1, 1, 2]),
        # The third is led by the first, so the fourth is compared with the third alone.
        (
            [[NONE, 0.2, 0.05, 0.01], [NONE, NONE, 0.3, 0.01], [NONE, NONE, NONE, 0.4], [NONE] * 4],
            [1, 1, 2, 2],
        ),
        ([[NONE, 0.01, 0.5], [NONE, NONE, 0.01], [NONE] * 3], [1, 2, 3]),
    ],
)
def test_clusters_are_those_of_mt_metrics_eval(p_values, clusters):
    assert find_clusters(p_values) == clusters


def test_measures_are_ranked_with_clusters_and_reasons():
    chance = np.random.default_rng(3)
    items = [(system, str(segment)) for system in "ABCDEF" for segment in range(40)]
    good = {item: float(chance.integers(0, 5) + "ABCDEF".index(item[0])) for item in items}
    people = [HumanScore(segment, system, "anna", score) for (system, segment), score in good.items()]
    metrics = {
        "near": {item: score + chance.normal(0, 0.5) for item, score in good.items()},
        "noise": {item: float(chance.normal()) for item in items},
        "blank": {},
    }
    tables = Tables(people, metrics)
    for figure in (SegmentPearson(lambda *_: tables, ALL), TieAccuracy(lambda *_: tables, ALL)):
        found = rank(figure, list(metrics)).to_json()
        assert [(row["name"], row["cluster"]) for row in found["measures"]] == [("near", 1), ("noise", 2)]
        assert found["tests"][0]["p"] < 0.01 and set(found["left_out"]) == {"blank"}
    assert found["measures"][0]["epsilon"] > 0
    # Of equal measures the first by name leads, in the same cluster.
    twins = {"b": dict.fromkeys("ABC", 1.0), "a": dict.fromkeys("ABC", 1.0)}
    found = rank(PairwiseAccuracy({"A": 1.0, "B": 2.0, "C": 3.0}, twins, ALL), list(twins)).to_json()
    assert [(row["name"], row["cluster"]) for row in found["measures"]] == [("a", 1), ("b", 1)]
    assert found["tests"] == [{"measures": ["a", "b"], "p": 1.0}]
