"""Places of tokens in the text that they were cut from, and the tokens at a place."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from annotation_site.texts.characters import straighten_apostrophes
from annotation_site.texts.format_characters import bare

Span = tuple[int, int]
# Quotation marks as Moses writes them, in addition to its HTML entities.
_QUOTES = {"``": '"', "''": '"'}


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
        span = (start, start + len(written)) if written is not None else _match_shown(token, sentence, start)
        if span is None:
            return places, start
        places.append(span)
        end = span[1]
    return places, end


def _match_shown(token: str, sentence: str, start: int) -> Span | None:
    """Return the place from here on of a token that differs in characters that show nothing, and in apostrophes."""
    if token.isascii() and sentence.isascii():
        return None
    wanted, position = straighten_apostrophes(bare(html.unescape(token))), start
    while position < len(sentence) and (not bare(sentence[position]) or sentence[position].isspace()):
        position += 1
    first = position
    for character in wanted:
        while position < len(sentence) and not bare(sentence[position]):
            position += 1
        if position == len(sentence) or straighten_apostrophes(sentence[position]) != character:
            return None
        position += 1
    # A token that shows nothing has no place, but counts among the tokens.
    return (first, position) if wanted else (start, start)


def _forms(token: str) -> tuple[str, ...]:
    return token, html.unescape(token), _QUOTES.get(token, token)


def find_tokens(places: Sequence[Span], spans: Sequence[Span]) -> tuple[int, ...]:
    """Return the indices of tokens that share a character with a span."""
    return tuple(
        index
        for index, (start, end) in enumerate(places)
        if any(start < span_end and span_start < end for span_start, span_end in spans)
    )


def join_neighbours(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Join spans with nothing but spaces between them."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
