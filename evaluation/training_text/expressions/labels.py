"""Expressions marked in training text: words with spaces, and factors, as §6 of Zaninello & Birch 2020.

Lines are tokenised text, words parted by spaces, as Moses reads them.
"""

from __future__ import annotations

from collections.abc import Sequence

from annotation_site.phrases import Lemmatiser

# What Moses writes for signs that mean something to it.
_FACTOR_ESCAPES = str.maketrans({"|": "&#124;"})


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
