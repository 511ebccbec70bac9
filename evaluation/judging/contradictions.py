"""Scores of ESA that contradict the marks beside them, about which a judge is asked once before submitting."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from evaluation.judging.methods import RANGES, find_scheme
from evaluation.metrics.error_spans.schemes import MAJOR

# A translation below this score has an error that can be marked.
LOWEST_WITHOUT_MARKS = 80
Contradiction = Literal["unmarked", "major"]


def find_contradictions(
    method: str, texts: Sequence[str], values: Sequence[float | None], severities: Sequence[Collection[str]]
) -> Mapping[int, Contradiction]:
    """Return, by the index of the translation, each score that is low without a mark, or the highest with a major one.

    `severities` are those of the marks on each translation. In an empty one nothing can be marked.
    """
    scheme = find_scheme(method)
    if scheme is None or not scheme.has_score:
        return {}
    lowest, highest = RANGES[method]
    contradictions: dict[int, Contradiction] = {}
    for index, (text, value, marked) in enumerate(zip(texts, values, severities, strict=True)):
        if value is None or value < lowest:
            continue
        if text and not marked and value < LOWEST_WITHOUT_MARKS:
            contradictions[index] = "unmarked"
        elif value == highest and MAJOR in marked:
            contradictions[index] = "major"
    return contradictions
