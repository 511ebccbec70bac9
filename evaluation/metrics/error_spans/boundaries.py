"""Places at which a mark may begin or end: never inside what a reader sees as one character."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from evaluation.metrics.error_spans.schemes import ErrorSpan

_CHARACTER = regex.compile(r"\X")


def splits_character(text: str, position: int) -> bool:
    """Return whether the place lies inside a grapheme cluster, such as a letter with a combining mark."""
    if position in (0, len(text)):
        return False
    return all(cluster.start() != position for cluster in _CHARACTER.finditer(text))


def find_fault_in_places(span: ErrorSpan, text: str, within: Sequence[Sequence[int]] = ()) -> str | None:
    """Return a sentence that says why the span cannot stand in the text, None if it can; `within` are the spans to
    which marking is limited, empty for the whole text.
    """
    if not 0 <= span.start < span.end <= len(text):
        return f"The span {span.start}–{span.end} is not inside the text, which has {len(text)} characters."
    if not text[span.start : span.end].strip():
        return f"The span {span.start}–{span.end} has no words."
    if splits_character(text, span.start) or splits_character(text, span.end):
        return f"The span {span.start}–{span.end} divides a character."
    if within and not any(start <= span.start and span.end <= end for start, end in _join(within)):
        return f"The span {span.start}–{span.end} is outside the marked expression."
    return None


def _join(spans: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the whole stretch beside the spans, so that an expression with a gap can be marked at once."""
    pairs = [(start, end) for start, end in spans]
    return [*pairs, (min(start for start, _ in pairs), max(end for _, end in pairs))]
