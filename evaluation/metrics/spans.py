"""Places of an expression in its sentence: the span file.

A line of the file is `label⇥[(start, end), …]`: 0-based, end-exclusive code points of the raw sentence. An expression
may have several spans, next to each other or not. An empty line is a sentence without an expression.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits, to_code_points
from annotation_site.texts.token_places import Span

_SPANS = re.compile(r"\[\s*(?:\(\s*\d+\s*,\s*\d+\s*\)\s*,?\s*)+\]")
_SPAN = re.compile(r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)")


@dataclass(frozen=True, slots=True)
class MarkedExpression:
    label: str
    spans: tuple[Span, ...]

    def texts(self, sentence: str) -> list[str]:
        return [sentence[start:end] for start, end in self.spans]

    @property
    def is_continuous(self) -> bool:
        """Return whether the spans touch or leave out one character, such as a space."""
        return all(after[0] - before[1] <= 1 for before, after in pairwise(self.spans))


def parse_spans(line: str, sentence: str, units: SpanUnits = CODE_POINTS) -> MarkedExpression | None:
    """Return the marked expression, or None for an empty line.

    Raise ValueError, with a sentence, for a malformed line or a span that leaves the sentence.
    """
    if not line.strip():
        return None
    label, tab, written = line.partition("\t")
    if not tab or not label.strip() or not _SPANS.fullmatch(written.strip()):
        raise ValueError(f"“{line[:60]}” is not an expression, a tab and spans such as [(35, 48)].")
    spans = [(int(start), int(end)) for start, end in _SPAN.findall(written)]
    return MarkedExpression(label.strip(), check_spans(spans, sentence, units))


def cut_spans(text: str, spans: Sequence[Sequence[int]]) -> str:
    """Return the words of the spans, separated by a space."""
    return " ".join(text[start:end] for start, end in spans)


def check_spans(spans: Sequence[Span], sentence: str, units: SpanUnits = CODE_POINTS) -> tuple[Span, ...]:
    """Return the spans in order, in code points, overlapping ones merged; raise ValueError for the first that leaves
    the sentence, or ends before it begins.
    """
    ordered = sorted(to_code_points(spans, sentence, units))
    for start, end in ordered:
        if start > end:
            raise ValueError(f"The span ({start}, {end}) ends before it begins.")
        if start == end:
            raise ValueError(f"The span ({start}, {end}) is empty.")
        if not 0 <= start < end <= len(sentence):
            raise ValueError(
                f"The span ({start}, {end}) is not inside the sentence, which has {len(sentence)} characters."
            )
    return _merge(ordered)


def _merge(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Merge overlapping spans; real files mark a word twice, as itself and inside a longer span."""
    merged: list[Span] = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
