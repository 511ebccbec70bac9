"""The area under the curve against published and independently computed values."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from annotation_site.coefficients.separation import separate

# Hanley and McNeil 1982, table I: 58 normal and 51 abnormal images by rating, 1 definitely normal to 5 abnormal.
NORMAL, ABNORMAL = (33, 6, 6, 11, 2), (3, 2, 2, 11, 33)


def repeat(counts: tuple[int, ...]) -> list[float]:
    return [float(rating) for rating, count in enumerate(counts, start=1) for _ in range(count)]


def test_the_area_is_that_of_the_paper() -> None:
    """Their W is 0.893 (p. 32)."""
    normal, abnormal = repeat(NORMAL), repeat(ABNORMAL)
    sides = [False] * len(normal) + [True] * len(abnormal)
    found = separate(normal + abnormal, sides, range(len(sides)))
    assert found.auc.value == pytest.approx(0.893, abs=0.0005)
    assert (found.positive, found.negative, found.clusters) == (51, 58, 109)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_area_is_mann_whitneys_u_of_scipy_and_the_definition(seed: int) -> None:
    random = np.random.default_rng(seed)
    values, sides = random.integers(0, 6, 60).astype(float), random.random(60) < 0.4
    found = separate(values, sides, range(60)).auc.value
    above, below = values[sides], values[~sides]
    pairs = [(x > y) + (x == y) / 2 for x, y in product(above, below)]
    assert found == pytest.approx(np.mean(pairs), abs=1e-12)
    u = stats.mannwhitneyu(above, below).statistic
    assert found == pytest.approx(u / (len(above) * len(below)), abs=1e-12)


@pytest.mark.parametrize(
    ("values", "sides", "area"),
    [
        ([1, 2, 3, 4], [False, False, True, True], 1.0),
        ([1, 2, 3, 4], [True, True, False, False], 0.0),
        ([2, 2, 2, 2], [True, False, True, False], 0.5),
        # Three of four pairs are in order, and the fourth is a tie.
        ([1, 3, 3, 4], [False, False, True, True], 0.875),
    ],
)
def test_ends_and_ties(values: list[float], sides: list[bool], area: float) -> None:
    assert separate(values, sides, "abcd").auc.value == area


def test_the_interval_draws_whole_clusters() -> None:
    """Drawn again here, by copying every unit of a cluster, with the same generator."""
    random = np.random.default_rng(5)
    clusters = random.integers(0, 12, 80)
    values, sides = random.normal(size=80) + clusters / 6, random.random(80) < 0.5
    found = separate(values, sides, clusters.tolist(), resamples=200, seed=7)
    names = list(dict.fromkeys(clusters.tolist()))
    draws, areas = np.random.default_rng(7), []
    for _ in range(200):
        drawn = [names[place] for place in draws.integers(len(names), size=len(names))]
        own = np.concatenate([np.flatnonzero(clusters == name) for name in drawn])
        areas.append(stats.mannwhitneyu(values[own][sides[own]], values[own][~sides[own]]).statistic)
        areas[-1] /= sides[own].sum() * (~sides[own]).sum()
    assert found.range == pytest.approx(tuple(np.percentile(areas, [2.5, 97.5])))


@pytest.mark.parametrize(
    ("sides", "reason"),
    [
        ([True, True], "There is no idiomatic value to compare."),
        ([False, False], "There is no literal value to compare."),
        ([], "There is no literal and no idiomatic value to compare."),
    ],
)
def test_a_side_without_a_unit_leaves_the_area_undefined(sides: list[bool], reason: str) -> None:
    found = separate([1.0] * len(sides), sides, range(len(sides)), names=("literal", "idiomatic"))
    assert (found.auc.value, found.auc.reason, found.range) == (None, reason, None)


def test_one_cluster_has_an_area_but_no_interval() -> None:
    found = separate([1, 2], [False, True], ["a", "a"])
    assert (found.auc.value, found.range) == (1.0, None)
    assert found.interval.reason == "An interval over compounds needs two of them."


@pytest.mark.parametrize(("with_positive", "has_interval"), [(1, False), (2, False), (6, True)])
def test_a_side_in_few_clusters_has_no_interval(with_positive: int, *, has_interval: bool) -> None:
    """It would be missing from a third of the draws, or from a seventh, and the others all say the same."""
    clusters = [*range(20), *range(with_positive)]
    sides = [False] * 20 + [True] * with_positive
    found = separate(range(20 + with_positive), sides, clusters)
    assert found.auc.value == 1.0
    assert (found.range is not None) is has_interval
    assert has_interval or found.interval.reason == "One of the labels occurs in too few compounds for an interval."


@pytest.mark.parametrize(("values", "clusters"), [([1.0], []), ([float("nan")], ["a"])])
def test_values_that_are_no_numbers_or_do_not_match_are_refused(values: list[float], clusters: list[str]) -> None:
    with pytest.raises(ValueError, match="must"):
        separate(values, [True], clusters)
