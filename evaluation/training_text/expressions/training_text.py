"""Lines of training text, tokenised, with their expressions marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from alignment.pairs.tokens import TokenMethod, tokenise
from annotation_site.phrases import Lemmatiser
from annotation_site.texts.token_places import Span, find_tokens, locate_tokens
from evaluation.training_text.expressions.labels import split_at_spaces, write_factors, write_words_with_spaces

Marking = Literal["", "spaces", "factors"]
Hits = Sequence[tuple[str, Sequence[Span]]]


def write_line(text: str, language: str, method: TokenMethod) -> str:
    """Return the text's words, separated by spaces."""
    return " ".join(tokenise(text, language, method))


def mark_line(
    text: str, hits: Hits, marking: Marking, language: str, method: TokenMethod, lemmatiser: Lemmatiser
) -> str:
    """Return the line's words with its expressions written as `marking` says.

    Expressions are given by their spans in the text. Raise ValueError if a word cannot be found in the text again.
    """
    tokens = _split(text, language, method)
    words = [word for _, _, word in tokens]
    if not marking:
        return " ".join(words)
    spans_of_tokens = [(start, end) for start, end, _ in tokens]
    marked = [(phrase, find_tokens(spans_of_tokens, spans)) for phrase, spans in hits]
    if marking == "factors":
        return write_factors(words, marked, lemmatiser)
    return write_words_with_spaces(words, [positions for _, positions in marked if positions])


def _split(text: str, language: str, method: TokenMethod) -> list[tuple[int, int, str]]:
    if method == "spaces":
        return split_at_spaces(text.replace("\t", " "))
    words = tokenise(text, language, method)
    return [(start, end, word) for (start, end), word in zip(locate_tokens(words, text), words, strict=True)]
