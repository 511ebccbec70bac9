"""Answers to what was asked twice, compared."""

from itertools import starmap
from random import Random
from statistics import fmean

import pytest

from idiomaticity.screening.repeat_consistency import compare_repeats


def test_identical_answers_and_the_distance_of_scores() -> None:
    found = compare_repeats([((5, 0, 3), (5, 2, 4)), ((1, None, -1), (1, None, -1)), ((None, None, 4), (2, None, -1))])
    # head 5 5, modifier 0 2, whole 3 4; head 1 1, twice “cannot judge”; 4 and “cannot judge”.
    assert (found.answers, found.scores) == (6, 4)
    assert found.identical.value == pytest.approx(3 / 6)
    assert found.difference.value == pytest.approx((0 + 2 + 1 + 0) / 4)


def test_nothing_asked_twice_has_no_figures() -> None:
    found = compare_repeats([((None, None, 4), (None, None, None))])
    assert found.to_json() == {
        "repeated_answers": 0,
        "repeats_identical_share": None,
        "repeats_mean_difference": None,
    }
    assert found.identical.reason == "Nothing was asked twice yet."
    only = compare_repeats([((None, None, -1), (None, None, 3))])
    assert (only.answers, only.identical.value, only.difference.reason) == (
        1,
        0.0,
        "No item has a score both times.",
    )


def test_many_answers_against_plain_python() -> None:
    generator = Random(3)
    pairs = [(generator.randint(0, 5), generator.randint(0, 5)) for _ in range(200)]
    found = compare_repeats([((None, None, one), (None, None, two)) for one, two in pairs])
    assert found.identical.value == pytest.approx(fmean(one == two for one, two in pairs))
    assert found.difference.value == pytest.approx(fmean(starmap(lambda one, two: abs(one - two), pairs)))
