"""Texts in pieces, with their marked spans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from annotation_site.texts.segmentation import is_unspaced
from evaluation.metrics.mwe_score import split_words

Pieces = list[tuple[str, str]]  # a stretch of text and its kind: near, literal, differs or none
NEAR, LITERAL, DIFFERS = "near", "literal", "differs"


def find_words(text: str, wanted: Iterable[str | None], language: str) -> list[tuple[int, int]]:
    """Return the spans of space-separated words that contain a wanted word; without spaces, of the word itself."""
    looked_for = {word for word in wanted if word}
    if is_unspaced(language):
        pattern = "|".join(map(re.escape, sorted(looked_for, key=len, reverse=True)))
        return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)] if pattern else []
    spans, start = [], 0
    for word in text.split(" "):
        if looked_for & set(split_words(word)):
            spans.append((start, start + len(word)))
        start += len(word) + 1
    return spans


def highlight(text: str, spans_by_kind: Mapping[str, Iterable[Sequence[int]]]) -> Pieces:
    """Split the text into pieces inside and outside spans, each with its kind; the last kind wins."""
    kinds = [""] * len(text)
    for kind, spans in spans_by_kind.items():
        for start, end in spans:
            kinds[start:end] = [kind] * (end - start)
    pieces: Pieces = []
    for character, kind in zip(text, kinds, strict=True):
        if pieces and pieces[-1][1] == kind:
            pieces[-1] = (pieces[-1][0] + character, kind)
        else:
            pieces.append((character, kind))
    return pieces


def highlight_spans(text: str, spans: Sequence[Sequence[int]]) -> Pieces:
    """Split the text into pieces with the expression's spans marked."""
    return highlight(text, {NEAR: spans})
