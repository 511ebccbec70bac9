"""Combining marks, and Unicode normalisation whose time grows with the text alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Literal

# UAX 15 calls text with no more marks in a row stream-safe; no writing system comes near it.
MOST_MARKS = 30
SHORT = 200


def is_mark(character: str) -> bool:
    """Return whether the character is written onto, or joins, the letter before it."""
    return character in "\u200c\u200d" or unicodedata.category(character).startswith("M")


def normalise(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """Return the text in a normalisation form.

    Marks that follow one letter are put in order by comparing them with each other, so 80,000 of them take 20 seconds;
    beyond `MOST_MARKS` in a row they are normalised in pieces.
    """
    if len(text) <= SHORT or text.isascii():
        return unicodedata.normalize(form, text)
    return "".join(unicodedata.normalize(form, piece) for piece in _cut_long_runs(text))


def _cut_long_runs(text: str) -> Iterator[str]:
    start = run = 0
    for place, character in enumerate(text):
        run = run + 1 if unicodedata.combining(character) else 0
        if run == MOST_MARKS:
            yield text[start : place + 1]
            start, run = place + 1, 0
    yield text[start:]
