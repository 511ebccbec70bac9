"""The values that mt-metrics-eval expects of its own small tables.

Typed from its tests at github.com/google-research/mt-metrics-eval (Apache-2.0), commit 0b82d96: `stats_test.py`,
`tau_optimization_test.py` and `data_test.py`. Its other tests ask for scores of WMT that it downloads, for a variant
that no shared task ranks by (τ-c), or for parts of its code.
"""

from itertools import combinations
from statistics import fmean

import numpy as np
import pytest
from scipy.stats import kendalltau

from evaluation.metrics.correlation.kendall import count_preferences, count_score_pairs, kendall
from evaluation.metrics.correlation.measures import pairwise_accuracy, pearson, williams
from evaluation.metrics.correlation.permutations import Permutations, compare_pearsons, find_clusters
from evaluation.metrics.correlation.ties import TiePairs

NAN = np.nan
# Two systems with three items each, as it stores them: one system after the other.
GOLD, METRIC = np.arange(1.0, 7).reshape(2, 3), np.array([2, 1, 4, 3, 3, 7.0]).reshape(2, 3)


def tau(gold: object, metric: object) -> float:
    found = kendall(count_score_pairs(gold, metric), "tau_b").value
    assert found is not None
    return found


def r(gold: object, metric: object) -> float:
    found = pearson(gold, metric).value
    assert found is not None
    return found


def of_one_group(gold: list[float], metric: list[float]) -> TiePairs:
    """Return the pairs of items that are all compared with each other."""
    return TiePairs.of(np.array(gold, dtype=float)[:, None], np.array(metric, dtype=float)[:, None])


def of_groups(gold: np.ndarray, metric: np.ndarray) -> TiePairs:
    """Return the pairs within each row."""
    return TiePairs.of(gold.T, metric.T)


@pytest.mark.parametrize(("correlate", "values"), [(r, (0.776, 0.760, 1.00)), (tau, (0.552, 0.575, 1.00))])
def test_pearson_and_kendall_over_all_by_system_and_by_item(correlate, values):
    """`CorrelationTest.testPearson` and `testKendall`."""
    by_system = fmean(correlate(*rows) for rows in zip(GOLD, METRIC, strict=True))
    by_item = fmean(correlate(*rows) for rows in zip(GOLD.T, METRIC.T, strict=True))
    found = (correlate(GOLD.ravel(), METRIC.ravel()), by_system, by_item)
    assert found == pytest.approx(values, abs=0.0005)


def test_tau_b():
    """`testKendallVariants`, and the vectors of `testKendallVariants_b_and_c`, on which it equals scipy."""
    assert tau([1, 2, 2, 3, 4], [2, 1, 1.5, 5, 3]) == pytest.approx(0.316227766, abs=1e-9)
    gold, metric = [7, 1, 2, 7, 4, 3, 2], [4, 1, 3, 6, 1, 5, 6]
    assert tau(gold, metric) == pytest.approx(kendalltau(gold, metric, variant="b").statistic, abs=1e-12)


@pytest.mark.parametrize(
    ("gold", "threshold", "value"),
    [([10, 11, 100, 150], 25, 3 / 5), ([10, 11, 100, 150], 1, 2 / 6), ([10, None, 100, 150], 1, 1 / 3)],
)
def test_kendall_of_scores_that_are_far_enough_apart(gold, threshold, value):
    """`testKendallLike`, of both classes: pairs that far apart are preferences."""
    rated = [pair for pair in zip(gold, [2, 1, 4, 3], strict=True) if pair[0] is not None]
    ranked = [sorted(pair) for pair in combinations(rated, 2) if abs(pair[0][0] - pair[1][0]) >= threshold]
    counts = count_preferences([better for _, (_, better) in ranked], [worse for (_, worse), _ in ranked])
    assert kendall(counts, "wmt14").value == pytest.approx(value)


def test_pairwise_agreement():
    """`testAgreement`: 5 of 10."""
    assert pairwise_accuracy([1, 2, 3, 3, 4], [1, 1, 2, 1, 2]).value == 5 / 10


def test_accuracy_with_ties_and_a_threshold():
    """`testKendallVariants` (acc23; 23 is twice that less 1), `testKendallWithTiesOpt`, `testKendallVariants_23`."""
    pairs = of_one_group([1, 2, 2, 3, 4], [2, 1, 1.5, 5, 3])
    assert [pairs.find_accuracy(epsilon) for epsilon in (0, 2)] == pytest.approx([0.6, 0.4])
    assert 2 * pairs.find_accuracy(0) - 1 == pytest.approx(0.2)
    assert pairs.find_accuracy(pairs.calibrate()) == pytest.approx(0.7)
    x, y = [1, 1, 1, 2, 2, 3, 4], [1, 1, 2, 2, 4, 3, 3]
    concordant = 21 - 2 - 3 - 2 - 1
    assert of_one_group(x, y).find_accuracy(0) == pytest.approx((concordant + 1) / 21)
    # Its threshold ties values of the first vector there: 13 pairs, three of them tied in the second, too.
    concordant = 21 - 1 - 10 - 0 - 3
    assert of_one_group(y, x).find_accuracy(1) == pytest.approx((concordant + 3) / 21)


HUMAN_ROWS = [[1, 5, 2, 1, 1], [4, 2, 2, 1, 4], [5, 9, 2, 8, 7], [7, 6, NAN, 3, 2], [NAN] * 5]
METRIC_ROWS = [[0, 5, 2, 3, 2], [NAN, 2, 1, 5, 3], [9, 1, 5, 3, 8], [9, 3, 4, 4, 1], [NAN] * 5]


@pytest.mark.parametrize(
    ("human", "metric", "taus", "best"),
    [
        ([[1, 2, 3, 4]], [[0, 2, 6, 8]], {0: 6 / 6, 2: 4 / 6, 4: 3 / 6, 6: 1 / 6, 8: 0}, 0),
        ([[1, 1, 1, 4]], [[0, 2, 6, 8]], {0: 3 / 6, 2: 3 / 6, 4: 4 / 6, 6: 4 / 6, 8: 3 / 6}, 4),
        (
            HUMAN_ROWS,
            METRIC_ROWS,
            dict(
                enumerate(
                    [
                        0.4666666666666667,
                        0.4916666666666668,
                        0.38333333333333347,
                        0.29166666666666674,
                        0.2666666666666667,
                        0.2,
                        0.15833333333333335,
                        0.15833333333333335,
                        0.1166666666666667,
                    ]
                )
            ),
            1,
        ),
    ],
    ids=["zero_threshold_is_best", "nonzero_threshold_is_best", "regression_example"],
)
def test_thresholds_for_ties(human, metric, taus, best):
    """`TauOptimizationTest`: accuracy at every threshold, and the best one."""
    pairs = of_groups(np.array(human, dtype=float), np.array(metric, dtype=float))
    assert {epsilon: pairs.find_accuracy(epsilon) for epsilon in taus} == pytest.approx(taus)
    assert pairs.calibrate() == best


def test_one_threshold_for_all_groups():
    """`CorrelationFunctionsTest.testKendallWithTiesOpt`: by system and by item, the mean at the threshold found."""
    gold, metric = np.array([[1, 2, 2], [3, 3, 4.0]]), np.array([[2, 1, 1.5], [5, 3, 2]])
    for human, measured in ((gold, metric), (gold.T, metric.T)):
        epsilon = (pairs := of_groups(human, measured)).calibrate()
        rows = zip(human.tolist(), measured.tolist(), strict=True)
        assert pairs.find_accuracy(epsilon) == pytest.approx(
            fmean(of_one_group(*row).find_accuracy(epsilon) for row in rows)
        )


def test_williams():
    """`WilliamsSigDiffTest`, whose p is one-sided: over five systems, and averaged by item."""
    gold, first, second = [1, 2, 3, 4, 5], [1.1, 2, 3.1, 4, 5.1], [1.5, 2, 3.1, 4, 5.5]
    found = r(gold, first), r(gold, second)
    assert found == pytest.approx((0.999, 0.987), abs=0.0005)
    assert one_sided(*found, r(first, second), n=5) == pytest.approx(0.019, abs=0.0005)
    # One score has no gold: of the second item the first measure's correlation is undefined, and left out of the mean.
    found = r([1, 3, 5], [1, 3, 7]), fmean([r([1, 3, 5], [2, 2, 8]), r([4, 6], [6, 8])])
    between = fmean([r([1, 3, 7], [2, 2, 8]), r([2, 3, 3], [1, 6, 8])])
    assert found == pytest.approx((0.982, 0.933), abs=0.0005)
    assert one_sided(*found, between, n=6) == pytest.approx(0.121, abs=0.0005)


def one_sided(first: float, second: float, between: float, n: int) -> float:
    p = williams(first, second, between, n).p
    assert p is not None
    return p / 2


def test_differences_of_pearson_under_permutation():
    """`PermutationSigDiffTest`: its tables, of four systems, have a p above 0 over all items."""
    gold = np.array([1, 2, 3, 4, 5, 5, 7, 8.0]).reshape(4, 2)
    first = np.array([1, 2, 3, 3, 7, 3, 5, 5.0]).reshape(4, 2)
    second = np.array([2, 1, 2, 6, 8, 8, 7, 6.0]).reshape(4, 2)
    better, worse = (
        (first, second) if r(gold.ravel(), first.ravel()) >= r(gold.ravel(), second.ravel()) else (second, first)
    )
    p = compare_pearsons(gold, better, worse, Permutations(1000, seed=1))
    assert p is not None
    assert 0 < p <= 1


@pytest.mark.parametrize(
    ("matrix", "level", "ranks"),
    [
        ([[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]], 0.5, [1, 1, 1, 1]),
        ([[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]], 1.0, [1, 2, 3, 4]),
        ([[0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]], 0.5, [1, 1, 2, 2]),
        ([[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]], 0.5, [1, 2, 2, 3]),
    ],
)
def test_ranks_by_significance(matrix, level, ranks):
    """`DataTest.testAssignRanks`."""
    assert find_clusters(matrix, level) == ranks
