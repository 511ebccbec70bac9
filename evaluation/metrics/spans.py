"""Places of an expression in its sentence: the span file, and conversion from characters to tokens.

A line of the file is `label⇥[(start, end), …]`: 0-based, end-exclusive code points of the raw sentence. An expression
may have several spans, next to each other or not. An empty line is a sentence without an expression.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits, to_code_points
from annotation_site.texts.characters import straighten_apostrophes
from annotation_site.texts.format_characters import bare

Span = tuple[int, int]
_SPANS = re.compile(r"\[\s*(?:\(\s*\d+\s*,\s*\d+\s*\)\s*,?\s*)+\]")
_SPAN = re.compile(r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)")
# Quotation marks as Moses writes them, in addition to its HTML entities.
_QUOTES = {"``": '"', "''": '"'}


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


def locate_tokens(tokens: Sequence[str], sentence: str) -> list[Span]:
    """Return the span of each token in the raw sentence, without spaces; raise ValueError for the first that is not
    found.

    Tokens may be escaped as Moses does (&apos; for ').
    """
    places, end = _follow(tokens, sentence)
    if len(places) < len(tokens):
        raise ValueError(
            f"The token “{tokens[len(places)][:40]}” does not occur in the sentence after character {end}."
        )
    return places


def find_places(tokens: Sequence[str], text: str, wanted: Sequence[int]) -> list[Span]:
    """Return the spans of the wanted tokens; none if the tokeniser changed a character of the text."""
    if not wanted:
        return []
    try:
        places = locate_tokens(tokens, straighten_apostrophes(text))
    except ValueError:
        return []
    return [places[index] for index in wanted]


def fit_tokens(tokens: Sequence[str], text: str, spaced: Sequence[bool] = ()) -> tuple[str, list[Span]]:
    """Return the text and the span of each token in it.

    A text that is empty or does not hold the tokens in sequence is rebuilt from them, since the tokens are what was
    aligned or annotated. `spaced` says for each token whether a space follows it; by default, one does.
    """
    places, _ = _follow(tokens, text)
    if text and len(places) == len(tokens):
        return text, places
    built, places = "", []
    for token, is_spaced in zip(tokens, spaced or [True] * len(tokens), strict=True):
        places.append((len(built), len(built) + len(token)))
        built += token + (" " if is_spaced else "")
    return built.rstrip(" "), places


def _follow(tokens: Sequence[str], sentence: str) -> tuple[list[Span], int]:
    """Return the places of the tokens as far as the sentence holds them in sequence, and the start of the next."""
    places: list[Span] = []
    end = 0
    for token in tokens:
        start = end
        while start < len(sentence) and sentence[start].isspace():
            start += 1
        written = next((form for form in _forms(token) if sentence.startswith(form, start)), None)
        place = (start, start + len(written)) if written is not None else _match_shown(token, sentence, start)
        if place is None:
            return places, start
        places.append(place)
        end = place[1]
    return places, end


def _match_shown(token: str, sentence: str, start: int) -> Span | None:
    """Return the place from here on of a token that differs in characters that show nothing, and in apostrophes."""
    if token.isascii() and sentence.isascii():
        return None
    wanted, place = straighten_apostrophes(bare(html.unescape(token))), start
    while place < len(sentence) and (not bare(sentence[place]) or sentence[place].isspace()):
        place += 1
    first = place
    for character in wanted:
        while place < len(sentence) and not bare(sentence[place]):
            place += 1
        if place == len(sentence) or straighten_apostrophes(sentence[place]) != character:
            return None
        place += 1
    # A token that shows nothing has no place, but counts among the tokens.
    return (first, place) if wanted else (start, start)


def _forms(token: str) -> tuple[str, ...]:
    return token, html.unescape(token), _QUOTES.get(token, token)


def find_tokens(places: Sequence[Span], spans: Sequence[Span]) -> tuple[int, ...]:
    """Return the indices of tokens that share a character with a span."""
    return tuple(
        index
        for index, (start, end) in enumerate(places)
        if any(start < span_end and span_start < end for span_start, span_end in spans)
    )
