"""Figures and clusters beside those that functions of mt-metrics-eval gave for the same tables.

Its `Agreement`, `KendallWithTiesOpt` (every pair), `compute_one_minus_pce` (seed 4), `PermutationSigDiff` (Pearson,
2,000 permutations) and `AssignRanks` ran in an environment of their own, with numpy 2.4.6 and scipy 1.17.1: typed from
its sources, since no package index has the code.
"""

import numpy as np
import pytest

from evaluation.metrics.correlation.measures import pairwise_accuracy, pearson, soft_pairwise_accuracy
from evaluation.metrics.correlation.permutations import Permutations, compare_pearsons, find_clusters
from evaluation.metrics.correlation.ties import TiePairs

Table = np.ndarray
# By seed and measure: pairwise accuracy, acc_eq, soft pairwise accuracy, Pearson over systems and over segments.
FIGURES = {
    0: {
        "close": (0.872727273, 0.741616162, 0.909472727, 0.958322090, 0.820725136),
        "middling": (0.854545455, 0.586060606, 0.829927273, 0.844931926, 0.440407961),
        "coarse": (0.727272727, 0.556969697, 0.819927273, 0.843800753, 0.546642725),
        "noise": (0.709090909, 0.440404040, 0.709345455, 0.507593514, -0.031593360),
    },
    2: {
        "close": (0.927272727, 0.728484848, 0.931236364, 0.967508389, 0.803373839),
        "middling": (0.781818182, 0.590303030, 0.798163636, 0.839380862, 0.471813838),
        "coarse": (0.781818182, 0.538181818, 0.789709091, 0.797869801, 0.503965333),
        "noise": (0.309090909, 0.433333333, 0.476472727, -0.478817703, 0.012867397),
    },
}
ORDER = ["close", "coarse", "middling", "noise"]
CLUSTERS = {0: [1, 2, 3, 4], 2: [1, 2, 2, 3]}


def make_tables(seed: int) -> tuple[Table, dict[str, Table]]:
    """Return scores of people and of four measures, systems × segments."""
    chance = np.random.default_rng(seed)
    size = int(chance.integers(5, 13)), int(chance.integers(40, 120))
    human = np.round(chance.integers(-6, 1, size) + chance.normal(0, 0.7, size[0])[:, None])
    return human, {
        "close": human + chance.normal(0, 1.5, size),
        "middling": human + chance.normal(0, 4, size),
        "coarse": np.round(human / 3 + chance.normal(0, 1, size)),
        "noise": chance.normal(0, 1, size),
    }


@pytest.mark.parametrize("seed", FIGURES)
def test_figures_are_its_own(seed):
    human, metrics = make_tables(seed)
    for name, table in metrics.items():
        pairs = TiePairs.of(human, table)
        accuracy, calibrated, soft, over_systems, over_segments = FIGURES[seed][name]
        means = human.mean(axis=1), table.mean(axis=1)
        assert pairwise_accuracy(*means).value == pytest.approx(accuracy, abs=1e-9)
        assert pairs.find_accuracy(pairs.calibrate()) == pytest.approx(calibrated, abs=1e-9)
        # Permuted differences equal to the observed one count half, as it does not.
        assert soft_pairwise_accuracy(human, table, resamples=1000, seed=4).value == pytest.approx(soft, abs=0.003)
        assert pearson(*means).value == pytest.approx(over_systems, abs=1e-9)
        assert pearson(human.ravel(), table.ravel()).value == pytest.approx(over_segments, abs=1e-9)


@pytest.mark.parametrize("seed", CLUSTERS)
def test_clusters_are_its_own(seed):
    human, metrics = make_tables(seed)
    p_values = np.full((4, 4), np.nan)
    for row, better in enumerate(ORDER):
        for column, worse in enumerate(ORDER[row + 1 :], row + 1):
            p_values[row, column] = compare_pearsons(human, metrics[better], metrics[worse], Permutations(500, seed=1))
    assert find_clusters(p_values) == CLUSTERS[seed]
