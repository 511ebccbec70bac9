"""People's scores, joined with a measure's."""

import numpy as np
import pytest
from scipy import stats

from evaluation.metrics.correlation.judgements import (
    HumanScore,
    average_items,
    average_systems,
    compare_annotators,
    compare_metrics,
    compare_softly,
    correlate_segments,
    correlate_systems,
)

CHANCE = np.random.default_rng(12)
SYSTEMS, SEGMENTS, ANNOTATORS = "ABCDE", [str(number) for number in range(20)], ("anna", "bert", "cleo")
JUDGEMENTS = [
    HumanScore(segment, system, annotator, float(np.clip(round(1 + place + CHANCE.normal(0, 1)), 1, 5)))
    for annotator in ANNOTATORS
    for place, system in enumerate(SYSTEMS)
    for segment in SEGMENTS
]
METRIC = {item: score / 5 + CHANCE.normal(0, 0.2) for item, score in average_items(JUDGEMENTS).items()}


def cube():
    values = {(each.annotator, each.system, each.segment): each.score for each in JUDGEMENTS}
    return np.array([[[values[a, s, g] for g in SEGMENTS] for s in SYSTEMS] for a in ANNOTATORS])


def test_system_scores_are_means_over_annotators_and_sentences():
    assert average_systems(JUDGEMENTS) == pytest.approx(dict(zip(SYSTEMS, cube().mean(axis=(0, 2)), strict=True)))
    means = [np.mean([METRIC[system, segment] for segment in SEGMENTS]) for system in SYSTEMS]
    expected = stats.pearsonr(cube().mean(axis=(0, 2)), means).statistic
    assert correlate_systems(JUDGEMENTS, METRIC).value == pytest.approx(expected)


def test_annotators_are_compared_by_their_system_means():
    figures = compare_annotators(JUDGEMENTS)
    means = cube().mean(axis=2)
    assert figures["anna", "cleo"].value == pytest.approx(stats.pearsonr(means[0], means[2]).statistic)
    assert len(figures) == 3


def test_segment_level_is_over_items_and_kendall_within_segments():
    found = correlate_segments(JUDGEMENTS, METRIC, resamples=100, seed=1)
    people = cube().mean(axis=0)
    measured = np.array([[METRIC[system, segment] for segment in SEGMENTS] for system in SYSTEMS])
    assert found.figures["pearson"].value == pytest.approx(stats.pearsonr(people.ravel(), measured.ravel()).statistic)
    concordant = discordant = 0
    for segment in range(len(SEGMENTS)):
        for first in range(5):
            for second in range(first):
                sign = (people[first, segment] - people[second, segment]) * (
                    measured[first, segment] - measured[second, segment]
                )
                concordant, discordant = concordant + (sign > 0), discordant + (sign < 0)
    assert found.figures["wmt13"].value == pytest.approx((concordant - discordant) / (concordant + discordant))
    for name, figure in found.figures.items():
        low, high = found.intervals[name]
        assert low < figure.value < high, name


def test_items_without_a_score_are_missing_and_not_shifted():
    some = {item: score for item, score in METRIC.items() if item != ("A", "3")}
    found = correlate_segments(JUDGEMENTS, some)
    assert (found.items, found.missing) == (99, 1)
    assert compare_softly(JUDGEMENTS, some, resamples=50, seed=1).value is not None


def test_nothing_in_common_is_undefined():
    assert correlate_segments(JUDGEMENTS, {}, resamples=10, seed=1).figures["pearson"].value is None
    assert correlate_systems(JUDGEMENTS, {}).value is None
    assert compare_softly(JUDGEMENTS, {}, resamples=10, seed=1).value is None
    assert compare_metrics(JUDGEMENTS, METRIC, {}).t is None


def test_a_measure_that_follows_better_has_a_greater_correlation():
    noise = {item: CHANCE.normal() for item in METRIC}
    found = compare_metrics(JUDGEMENTS, METRIC, noise)
    assert found.t > 0
    assert found.p < 0.001
    assert compare_metrics(JUDGEMENTS, METRIC, METRIC).t is None
