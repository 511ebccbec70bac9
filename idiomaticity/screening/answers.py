"""Known answers: the scores expected of a rating, and the check of a rating against them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from annotation_site.languages.marks import gettext_noop
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.score_scale import ScoreScale

LARGEST_SHARE = 50
LONGEST_EXPLANATION = 600
Expected = Mapping[str, Sequence[int]]
_RANGE = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?|(>=|≥|<=|≤)\s*(\d{1,3})", re.ASCII)


def read_range(text: str, scale: ScoreScale) -> tuple[int, int] | None:
    """Return lowest and highest score from `4-5`, `4`, `≥ 4` or `<=1`, None for nothing; raise ValueError with a
    sentence.
    """
    text = text.strip()
    if not text:
        return None
    found = _RANGE.fullmatch(text)
    if found is None:
        raise ValueError(f"“{text[:20]}” is not a range of scores. Use {write_examples(scale)}")
    if found[3]:
        bound = scale.parse(found[4])
        return (bound, scale.highest) if found[3] in (">=", "≥") else (scale.lowest, bound)
    low, high = scale.parse(found[1]), scale.parse(found[2] or found[1])
    if low > high:
        raise ValueError(f"The start of “{text}” is above its end.")
    return low, high


def write_examples(scale: ScoreScale) -> str:
    """Return a sentence of ranges as they can be entered: “4-5, 4, ≥4 or ≤1.” on the papers' scale."""
    values, steps = scale.values, len(scale.values) - 1
    low, high = values[steps // 5], values[min(steps - steps // 5, steps - 1)]
    return f"{high}-{scale.highest}, {high}, ≥{high} or ≤{low}."


def find_fault(expected: Expected, on: ScoreScale) -> str | None:
    """Return a sentence that says why the expected scores are not valid, or None if they are."""
    if not expected:
        return "Give the expected scores for at least one scale."
    for scale, ends in expected.items():
        if scale not in SCALES:
            return f"There is no scale called {scale}."
        if len(ends) != 2 or not all(map(on.holds, ends)) or ends[0] > ends[1]:
            return f"Expected scores of the {scale} must be two numbers from {on}, the smaller first."
    return None


def meets(expected: Expected, scores: Mapping[str, int | None]) -> bool:
    """Return whether every expected scale has a score in its range; “cannot judge” never does."""
    return all(_is_within(scores.get(scale), ends) for scale, ends in expected.items())


def count_checks(ratings: int, share: int, items: int) -> int:
    """Return how many of the project's attention items come beside so many ratings: their share (%), and at least one
    where there is a share.
    """
    return min(items, max(1, round(ratings * share / 100))) if share else 0


def say_expected(expected: Expected, on: ScoreScale, translate: Callable[[str], str] = str) -> list[tuple[str, str]]:
    """Return (scale, range) in words, in the order of the scales."""
    return [
        (scale, translate(_range_of(expected[scale], on)).format(*expected[scale]))
        for scale in SCALES
        if scale in expected
    ]


def _is_within(score: int | None, ends: Sequence[int]) -> bool:
    return score is not None and ends[0] <= score <= ends[1]


def _range_of(ends: Sequence[int], on: ScoreScale) -> str:
    low, high = ends
    if low == high:
        return "{0}"
    if high == on.highest:
        return gettext_noop("{0} or more")
    return gettext_noop("{1} or less") if low == on.lowest else gettext_noop("{0} to {1}")
