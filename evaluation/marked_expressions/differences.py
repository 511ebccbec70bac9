"""Words in which two texts differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from annotation_site.texts.segmentation import cut_words, list_runs
from annotation_site.texts.token_places import Span

# Letters with their combining marks, which \w leaves out; or a punctuation mark.
_WORD = re.compile(r"[^\s.,;:!?…()\[\]{}\"«»“”„،؟।]+|\S")


def find_differences(text: str, other: str, language: str) -> tuple[list[Span], list[Span]]:
    """Return the spans of both texts that the other does not have in this place, in whole words."""
    spans, other_spans = _locate_words(text, language), _locate_words(other, language)
    matcher = _match(_cut(text, spans), _cut(other, other_spans))
    differing: tuple[list[Span], list[Span]] = ([], [])
    for kind, *ends in matcher.get_opcodes():
        if kind != "equal":
            for side, of_side in enumerate((spans, other_spans)):
                start, end = ends[2 * side : 2 * side + 2]
                if start < end:
                    differing[side].append((of_side[start][0], of_side[end - 1][1]))
    return differing


def find_nearest(text: str, others: Sequence[str], language: str) -> str:
    """Return the text that shares most words with this one, the first of several."""
    words = _cut(text, _locate_words(text, language))
    return max(others, key=lambda other: _match(words, _cut(other, _locate_words(other, language))).ratio())


def _match(first: Sequence[str], second: Sequence[str]) -> SequenceMatcher[str]:
    # A word that occurs often in a long text is not junk.
    return SequenceMatcher(None, first, second, autojunk=False)


def _locate_words(text: str, language: str) -> list[Span]:
    spans, start = [], 0
    for run, is_cut in list_runs(text):
        end = start + len(run)
        for word in cut_words(run, language) if is_cut else _WORD.findall(run):
            start = text.index(word, start) + len(word)
            spans.append((start - len(word), start))
        start = end
    return spans


def _cut(text: str, spans: Sequence[Span]) -> list[str]:
    return [text[start:end].replace("’", "'") for start, end in spans]
