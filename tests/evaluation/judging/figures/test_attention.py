"""An attention item is passed by each method as it should be, and the tests over an annotator's pairs."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from evaluation.judging.figures.attention import AttentionPair, check_attention, find_p
from evaluation.judging.methods import CANNOT_JUDGE, METHODS
from evaluation.metrics.error_spans.schemes import ErrorSpan

INSIDE = ErrorSpan("target", 4, 6, "Error", "minor")
BESIDE = ErrorSpan("target", 0, 4, "Error", "minor")
IN_SOURCE = ErrorSpan("source", 4, 6, "Omission", "major")
PRAISE = ErrorSpan("target", 4, 6, "Good idiom", "neutral")


def pair(original: float, degraded: float, *spans: ErrorSpan) -> AttentionPair:
    return AttentionPair(1, 1, original, degraded, 4, 9, spans)


@pytest.mark.parametrize(
    ("method", "passing", "failing"),
    [
        ("score", [pair(5, 1), pair(3, 2)], [pair(3, 3), pair(1, 5)]),
        ("percent", [pair(51, 50)], [pair(50, 50), pair(0, 1)]),
        ("esa", [pair(80, 20)], [pair(20, 20, INSIDE)]),
        ("preference", [pair(1, 1)], [pair(2, 2), pair(3, 3)]),
        ("mqm", [pair(0, 1, INSIDE), pair(9, 1, INSIDE, BESIDE)], [pair(0, 1, BESIDE), pair(0, 5, IN_SOURCE)]),
        ("expression", [pair(0, 5, INSIDE)], [pair(0, 0, PRAISE), pair(0, 0)]),
    ],
)
def test_passing_is_to_notice_the_stretch(
    method: str, passing: list[AttentionPair], failing: list[AttentionPair]
) -> None:
    assert method in METHODS
    assert all(each.passes(method) for each in passing)
    assert not any(each.passes(method) for each in failing)
    found = check_attention([*passing, *failing], method)
    assert (found.passed, found.pairs) == (len(passing), len(passing) + len(failing))


def test_what_could_not_be_judged_is_no_pair() -> None:
    assert check_attention([pair(CANNOT_JUDGE, 4), pair(4, CANNOT_JUDGE)], "score").pairs == 0
    assert check_attention([], "score").p.value is None
    assert check_attention([pair(4, CANNOT_JUDGE), pair(5, 1)], "score").pairs == 1


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=9))
def test_small_numbers_are_exact(drops: list[int]) -> None:
    """Count the signs that give as much, over all that are possible, with mean ranks of equal differences."""
    different = [drop for drop in drops if drop]
    ranks = rankdata([abs(drop) for drop in different])
    seen = sum(rank for rank, drop in zip(ranks, different, strict=True) if drop > 0)
    sums = [sum(rank for rank, is_positive in zip(ranks, signs, strict=True) if is_positive)
            for signs in product([0, 1], repeat=len(different))]  # fmt: skip
    expected = sum(each >= seen - 1e-9 for each in sums) / len(sums)
    assert find_p(drops, is_sign=False) == pytest.approx(expected if different else 1.0)


def test_the_tests_have_their_published_values() -> None:
    # Wilcoxon (1945), heights of cross- and self-fertilised corn after Darwin: T− = 24 of n = 15, one-sided p = 0.0206.
    darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    assert find_p(darwin, is_sign=False) == pytest.approx(0.0206, abs=5e-5)
    # Binomial: 9 of 10 or more, ties left out.
    assert find_p([1] * 9 + [-1] + [0] * 5, is_sign=True) == pytest.approx(11 / 1024)
    assert find_p([0, 0], is_sign=True) == find_p([0, 0], is_sign=False) == 1.0


def test_five_of_five_is_enough_and_chance_is_flagged() -> None:
    careful, careless = [pair(5, 1)] * 5, [pair(5, 1), pair(1, 5)] * 4
    assert check_attention(careful, "score").p.value == pytest.approx(1 / 32)
    assert not check_attention(careful, "score").flags
    [flag] = check_attention(careless, "score").flags
    assert (flag.name, flag.sentence, flag.is_grave) == ("attention", "attention items: p = 0.64", True)
    assert not check_attention(careless[:4], "score").flags, "too few to tell"
