"""Geometry of the plot of a compound's sentences."""

import pytest

from idiomaticity.results.strips import AXIS, LEFT, plot_strip
from idiomaticity.scales.score_scale import ScoreScale

STEP = AXIS / 5


def test_a_sentence_lies_at_its_mean_with_its_annotators_spread() -> None:
    strip = plot_strip([(1, 2.0, {1: 1, 3: 1}), (2, 4.5, {4: 1, 5: 1}), (3, None, {})], 3.0)
    assert strip is not None
    first, second = strip.rows
    assert (first.x, first.sd) == (LEFT + 2 * STEP, pytest.approx(2**0.5))
    assert (first.low, first.high) == (pytest.approx(LEFT + 58.6), pytest.approx(LEFT + 341.4))
    assert second.y > first.y and second.high == LEFT + 5 * STEP  # no further than the scale goes
    assert strip.type_x == LEFT + 3 * STEP


def test_published_means_have_no_spread() -> None:
    strip = plot_strip([(1, 2.0, {}), (2, 1.0, {3: 1})], None)
    assert strip is not None
    assert [(row.low, row.sd) for row in strip.rows] == [(None, None), (None, None)]
    assert strip.type_x is None


def test_one_sentence_needs_no_plot() -> None:
    assert plot_strip([(1, 2.0, {2: 3})], 1.0) is None


def test_an_axis_is_as_wide_for_every_scale() -> None:
    strip = plot_strip([(1, 100.0, {}), (2, 50.0, {})], 0.0, ScoreScale(0, 100))
    assert strip is not None
    assert [row.x for row in strip.rows] == [LEFT + AXIS, LEFT + AXIS / 2]
    assert (strip.type_x, strip.ticks[0], strip.ticks[-1]) == (LEFT, (0, LEFT), (100, LEFT + AXIS))
