"""Averages that add up bit for bit, and their bootstrap."""

import random

import numpy as np
import pytest

from evaluation.metrics.averages import LabelTallies, bootstrap_mean, macro_table, micro_table


def test_sums_are_equal_in_whatever_order_they_are_added():
    chance = random.Random(5)
    values = [(chance.choice("abc"), chance.random() ** 9) for _ in range(3000)]
    totals = []
    for _ in range(3):
        chance.shuffle(values)
        totals.append(LabelTallies())
        for label, value in values:
            totals[-1].put(label, value)
    assert totals[0] == totals[1] == totals[2]
    assert totals[0].micro.mean == pytest.approx(np.mean([value for _, value in values]), abs=1e-15)


def test_macro_counts_every_label_the_same():
    tallies = LabelTallies()
    for label, value in (("often", 1.0), ("often", 1.0), ("often", 0.0), ("once", 0.0)):
        tallies.put(label, value)
    assert tallies.micro.mean == pytest.approx(0.5)
    assert tallies.macro == pytest.approx(1 / 3)


@pytest.mark.parametrize("is_macro", [False, True])
def test_bootstrap_is_that_of_sampling_segments(is_macro):
    observations = [(1, "a", 1.0), (1, "b", 0.0), (2, "a", 0.5), (3, "c", 0.25), (3, "c", 0.75)]
    table = macro_table(observations) if is_macro else micro_table(observations)
    sampled = bootstrap_mean(table, is_macro=is_macro, resamples=40, seed=3)
    generator = np.random.default_rng(3)
    for value in sampled:
        tallies = LabelTallies()
        for segment in generator.integers(0, 3, 3):
            for number, label, score in observations:
                if number == segment + 1:
                    tallies.put(label, score)
        assert value == pytest.approx(tallies.macro if is_macro else tallies.micro.mean)
