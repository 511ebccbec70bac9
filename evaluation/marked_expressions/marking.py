"""Marking an expression by its words: from a sentence to the words one can choose, and from these to spans."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from annotation_site.texts.token_places import Span, join_neighbours, locate_tokens
from annotation_site.texts.tokens import tokenise


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the sentence, from 0, with what stands before it."""

    number: int
    start: int
    end: int
    text: str
    before: str


def split_into_words(sentence: str, language: str, marked: Sequence[Sequence[Span]] = ()) -> list[Word]:
    """Return words that cover every character but spaces.

    Words end where a marked span begins or ends, so that each span of `marked` can be chosen by its words.
    """
    edges = set(chain.from_iterable(chain.from_iterable(marked)))
    words: list[Word] = []
    end = 0
    for start, stop in _find_words(sentence, language):
        cuts = [start, *sorted(edge for edge in edges if start < edge < stop), stop]
        for first, last in pairwise(cuts):
            words.append(Word(len(words), first, last, sentence[first:last], sentence[end:first]))
            end = last
    return words


def _find_words(sentence: str, language: str) -> list[Span]:
    try:
        return locate_tokens(tokenise(sentence, language, "words"), sentence)
    except ValueError:
        return locate_tokens(sentence.split(), sentence)


def choose_words(words: Sequence[Word], spans: Sequence[Span]) -> list[int]:
    """Return the numbers of the words inside the spans."""
    return [word.number for word in words if _overlaps(word, spans)]


def _overlaps(word: Word, spans: Sequence[Span]) -> bool:
    return any(start < word.end and word.start < end for start, end in spans)


def make_spans(sentence: str, words: Sequence[Word], chosen: Collection[int]) -> list[Span]:
    """Return the spans of the chosen words, joining those with nothing but spaces between them."""
    return list(join_neighbours(sentence, [(word.start, word.end) for word in words if word.number in chosen]))
