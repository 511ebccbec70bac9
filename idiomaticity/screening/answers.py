"""Known answers: the scores expected of a rating, and the check of a rating against them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from annotation_site.languages.marks import gettext_noop
from idiomaticity.ratings.judgements import HIGHEST, LOWEST, SCALES

LARGEST_SHARE = 50
LONGEST_EXPLANATION = 600
Expected = Mapping[str, Sequence[int]]
_RANGE = re.compile(r"([0-5])(?:\s*[-–]\s*([0-5]))?|(>=|≥|<=|≤)\s*([0-5])")


def read_range(text: str) -> tuple[int, int] | None:
    """Return lowest and highest score from `4-5`, `4`, `≥ 4` or `<=1`, None for nothing; raise ValueError with a
    sentence.
    """
    text = text.strip()
    if not text:
        return None
    found = _RANGE.fullmatch(text)
    if found is None:
        raise ValueError(f"“{text[:20]}” is not a range of scores. Use 4-5, 4, ≥4 or ≤1.")
    if found[3]:
        bound = int(found[4])
        return (bound, HIGHEST) if found[3] in (">=", "≥") else (LOWEST, bound)
    low, high = int(found[1]), int(found[2] or found[1])
    if low > high:
        raise ValueError(f"The start of “{text}” is above its end.")
    return low, high


def find_fault(expected: Expected) -> str | None:
    """Return a sentence that says why the expected scores are not valid, or None if they are."""
    if not expected:
        return "Give the expected scores for at least one scale."
    for scale, ends in expected.items():
        if scale not in SCALES:
            return f"There is no scale called {scale}."
        if len(ends) != 2 or not all(type(end) is int for end in ends) or not LOWEST <= ends[0] <= ends[1] <= HIGHEST:
            return f"Expected scores of the {scale} must be two numbers from 0 to 5, the smaller first."
    return None


def meets(expected: Expected, scores: Mapping[str, int | None]) -> bool:
    """Return whether every expected scale has a score in its range; “cannot judge” never does."""
    return all(_is_within(scores.get(scale), ends) for scale, ends in expected.items())


def count_checks(ratings: int, share: int, items: int) -> int:
    """Return how many of the project's attention items come beside so many ratings: their share (%), and at least one
    where there is a share.
    """
    return min(items, max(1, round(ratings * share / 100))) if share else 0


def say_expected(expected: Expected, translate: Callable[[str], str] = str) -> list[tuple[str, str]]:
    """Return (scale, range) in words, in the order of the scales."""
    return [
        (scale, translate(_range_of(expected[scale])).format(*expected[scale])) for scale in SCALES if scale in expected
    ]


def _is_within(score: int | None, ends: Sequence[int]) -> bool:
    return score is not None and ends[0] <= score <= ends[1]


def _range_of(ends: Sequence[int]) -> str:
    low, high = ends
    if low == high:
        return "{0}"
    if high == HIGHEST:
        return gettext_noop("{0} or more")
    return gettext_noop("{1} or less") if low == LOWEST else gettext_noop("{0} to {1}")
