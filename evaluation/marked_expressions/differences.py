"""Words in which two texts differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from annotation_site.texts.token_places import Span
from evaluation.metrics.segmentation import cut_words, list_runs

# Letters with their combining marks, which \w leaves out; or a punctuation mark.
_WORD = re.compile(r"[^\s.,;:!?…()\[\]{}\"«»“”„،؟।]+|\S")


def find_differences(text: str, other: str, language: str) -> tuple[list[Span], list[Span]]:
    """Return the spans of both texts that the other does not have in this place, in whole words."""
    places = [_place_words(each, language) for each in (text, other)]
    matcher = _match(*(_cut(each, spans) for each, spans in zip((text, other), places, strict=True)))
    differing: tuple[list[Span], list[Span]] = ([], [])
    for kind, *ends in matcher.get_opcodes():
        if kind != "equal":
            for side, (start, end) in enumerate(zip(ends[::2], ends[1::2], strict=True)):
                if start < end:
                    differing[side].append((places[side][start][0], places[side][end - 1][1]))
    return differing


def find_nearest(text: str, others: Sequence[str], language: str) -> str:
    """Return the text that shares most words with this one, the first of several."""
    words = _cut(text, _place_words(text, language))
    return max(others, key=lambda each: _match(words, _cut(each, _place_words(each, language))).ratio())


def _match(first: Sequence[str], second: Sequence[str]) -> SequenceMatcher[str]:
    # A word that occurs often in a long text is not junk.
    return SequenceMatcher(None, first, second, autojunk=False)


def _place_words(text: str, language: str) -> list[Span]:
    places, start = [], 0
    for run, is_cut in list_runs(text):
        end = start + len(run)
        for word in cut_words(run, language) if is_cut else _WORD.findall(run):
            start = text.index(word, start) + len(word)
            places.append((start - len(word), start))
        start = end
    return places


def _cut(text: str, places: Sequence[Span]) -> list[str]:
    return [text[start:end].replace("’", "'") for start, end in places]
