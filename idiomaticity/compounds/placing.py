"""Places of a compound in its sentence: word for word, inflected, or with words between its parts.

Nothing is guessed: a compound that fits in two places, or in none, is reported as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from idiomaticity.compounds.word_forms import UNSPACED, Word, find_words, is_form_of

Manner = Literal["given", "verbatim", "inflected", "discontinuous"]
Spans = tuple[tuple[int, int], ...]
# Most words between two parts of a compound.
WIDEST_GAP = 3
_ENDS_CLAUSE = re.compile(r"[.;:!?()\[\]{}\"“”«»]")
_JOINS = re.compile(r"[\s\u2010\u2011'’-]*")
_POINTER = re.compile(r"\s*sent\d+\s*:\s*[(\[]")


@dataclass(frozen=True, slots=True)
class Placement:
    """Code-point offsets of the compound's parts (end excluded), adjacent parts as one span, and how it was found."""

    spans: Spans
    manner: Manner


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A compound that could not be placed, and the reason as a sentence."""

    reason: str


def is_pointer(sentence: str) -> bool:
    """Return whether the cell refers to a corpus instead of holding a sentence, as in NCTTI: `sent3: ('…', 140)`."""
    return bool(_POINTER.match(sentence))


def place_compound(compound: str, sentence: str, language: str) -> Placement | Unplaced:
    """Look for the compound: whole words ignoring case, then by lemma, then by lemma with a gap inside one clause."""
    if not find_words(compound):
        return Unplaced("The compound has no word.")
    found, manner = _find_places(compound, sentence, language)
    if len(found) > 1:
        places = ", ".join(" ".join(f"{start}-{end}" for start, end in spans) for spans in found)
        return Unplaced(f"The compound occurs {len(found)} times in this sentence. Give one span: {places}.")
    if not found:
        return Unplaced("The compound was not found in this sentence. Give its span.")
    return Placement(found[0], manner)


def find_places(compound: str, sentence: str, language: str) -> list[Spans]:
    """Return every contiguous place of the compound, verbatim or else by lemma.

    Discontinuous places are guesses, which need a person to check them.
    """
    found, manner = _find_places(compound, sentence, language)
    return [] if manner == "discontinuous" else found


def split_words(text: str) -> list[str]:
    """Return the words to look for."""
    return [word.text for word in find_words(text)]


def _find_places(compound: str, sentence: str, language: str) -> tuple[list[Spans], Manner]:
    parts, words = find_words(compound), find_words(sentence)
    if not parts:
        return [], "verbatim"
    exact = [[word.text.casefold() == part.text.casefold() for word in words] for part in parts]
    if found := [_join(run, sentence) for run in _find_adjacent(exact, words, sentence)]:
        return found, "verbatim"
    base = language.lower().partition("-")[0]
    alike = [[is_form_of(word.text, part.text, base) for word in words] for part in parts]
    if found := [_join(run, sentence) for run in _find_adjacent(alike, words, sentence)]:
        return found, "inflected"
    if len(parts) > 1 and not UNSPACED.search(compound):
        return [_join(run, sentence) for run in _find_apart(alike, words, sentence)], "discontinuous"
    return [], "verbatim"


def check_spans(spans: Sequence[tuple[int, int]], sentence: str) -> Placement | Unplaced:
    """Return the placement if the spans are in order, apart, inside the sentence and not empty."""
    end_before = 0
    for start, end in spans:
        if not end_before <= start < end <= len(sentence):
            return Unplaced(f"The span {start}–{end} is outside the sentence, which has {len(sentence)} characters.")
        end_before = end
    if not spans:
        return Unplaced("There is no span.")
    return Placement(tuple(spans), "given")


def place_words(words: str, sentence: str) -> Placement | Unplaced:
    """Return the place of words that a person copied from the sentence, with `…` or `...` between separated parts.

    They must occur there exactly once, in this order.
    """
    parts = [part.strip() for part in re.split(r"…|\.\.\.", words) if part.strip()]
    spans: list[tuple[int, int]] = []
    for part in parts:
        end_before = spans[-1][1] if spans else 0
        start = sentence.find(part, end_before)
        if start < 0:
            return Unplaced(f"“{part}” does not occur in this sentence.")
        if sentence.find(part, start + 1) >= 0:
            span = f"{start}-{start + len(part)}"
            return Unplaced(f"“{part}” occurs more than once in this sentence. Give its span, such as {span}.")
        spans.append((start, start + len(part)))
    return Placement(tuple(spans), "given") if spans else Unplaced("Enter words of the sentence.")


def _join(words: Sequence[Word], sentence: str) -> Spans:
    spans: list[tuple[int, int]] = []
    for word in words:
        if spans and _JOINS.fullmatch(sentence, spans[-1][1], word.start):
            spans[-1] = spans[-1][0], word.end
        else:
            spans.append((word.start, word.end))
    return tuple(spans)


def _find_adjacent(fits: Sequence[Sequence[bool]], words: Sequence[Word], sentence: str) -> Iterator[list[Word]]:
    """Yield runs of words that fit the parts one after the other, with nothing but spaces and hyphens between."""
    for first in range(len(words) - len(fits) + 1):
        run = words[first : first + len(fits)]
        if all(fit[first + place] for place, fit in enumerate(fits)) and len(_join(run, sentence)) == 1:
            yield list(run)


def _find_apart(fits: Sequence[Sequence[bool]], words: Sequence[Word], sentence: str) -> Iterator[list[Word]]:
    """Yield runs of words that fit the parts, with up to WIDEST_GAP words between two parts, inside one clause."""

    def extend(chosen: list[int]) -> Iterator[list[Word]]:
        if len(chosen) == len(fits):
            yield [words[index] for index in chosen]
            return
        last = chosen[-1]
        for index in range(last + 1, min(last + 2 + WIDEST_GAP, len(words))):
            if _ENDS_CLAUSE.search(sentence, words[last].end, words[index].start):
                return
            if fits[len(chosen)][index]:
                yield from extend([*chosen, index])

    for first, is_fit in enumerate(fits[0]):
        if is_fit:
            yield from extend([first])
