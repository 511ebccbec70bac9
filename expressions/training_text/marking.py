"""Lines of training text, words parted by spaces as Moses reads them, with their expressions marked: as words with
spaces, or by factors, as §6 of Zaninello & Birch 2020.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from annotation_site.phrases import Lemmatiser
from annotation_site.texts.token_places import Span, find_tokens, locate_tokens
from annotation_site.texts.tokens import TokenMethod, tokenise

Marking = Literal["", "spaces", "factors"]
Hits = Sequence[tuple[str, Sequence[Span]]]
# What Moses writes for signs that mean something to it.
_FACTOR_ESCAPES = str.maketrans({"|": "&#124;"})


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


def write_words_with_spaces(words: Sequence[str], hits: Sequence[Sequence[int]]) -> str:
    """Join the words of contiguous expressions into one word: `angry and walked_off`.

    Others stay as they are, because the method cannot write them.
    """
    starts = {
        positions[0]: positions for positions in hits if list(positions) == list(range(positions[0], positions[-1] + 1))
    }
    line = []
    position = 0
    while position < len(words):
        size = len(starts.get(position, (position,)))
        line.append("_".join(words[position : position + size]))
        position += size
    return " ".join(line)


def write_factors(words: Sequence[str], hits: Sequence[tuple[str, Sequence[int]]], lemmatiser: Lemmatiser) -> str:
    """Return `surface|lemma|B`: words of an expression carry it as their lemma, with underscores.

    B marks its first word, I the others, also beyond a gap; words outside have O.
    """
    labels: dict[int, tuple[str, str]] = {}
    for phrase, positions in hits:
        joined = "_".join(phrase.split())
        for index, position in enumerate(positions):
            labels[position] = joined, "I" if index else "B"
    cells = []
    for position, word in enumerate(words):
        lemma, label = labels.get(position) or (lemmatiser.find_lemma(word), "O")
        cells.append("|".join((_escape(word), _escape(lemma), label)))
    return " ".join(cells)


def _escape(factor: str) -> str:
    return factor.translate(_FACTOR_ESCAPES)


def split_at_spaces(line: str) -> list[tuple[int, int, str]]:
    """Return the words of a tokenised line with their places in it."""
    words = []
    start = 0
    for word in line.split(" "):
        if word:
            words.append((start, start + len(word), word))
        start += len(word) + 1
    return words
