"""Places of a compound in its sentence: word for word, inflected, or with words between its parts.

Nothing is guessed: a compound that fits in two places, or in none, is reported as such.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from annotation_site.phrases.presence import find_doubled
from annotation_site.texts.characters import find_alike, make_comparable
from idiomaticity.compounds.word_forms import UNSPACED, Word, find_words, is_form_of

Manner = Literal["given", "verbatim", "inflected", "discontinuous"]
Spans = tuple[tuple[int, int], ...]
# Most words between two parts of a compound.
WIDEST_GAP = 3
_ENDS_CLAUSE = re.compile(r"[.;:!?()\[\]{}\"“”«»]")
# Space, hyphens, apostrophes, and characters that show nothing; inside an abbreviation of Hebrew, a quotation mark.
_JOINS = re.compile(
    "[\"\u05f4]|[\\s\u2010\u2011\u05be'\u2019\u02bc\u05f3\u200b-\u200f\u00ad\u2060-\u2069\ufeff\ufe00-\ufe0f-]*"
)
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


def place_compound(compound: str, sentence: str, language: str, seams: Collection[int] = ()) -> Placement | Unplaced:
    """Look for the compound: whole words ignoring case, then by lemma, then by lemma with a gap inside one clause.

    `seams` are places in the sentence where a character was removed that may have parted two words.
    """
    if not find_words(compound):
        return Unplaced("The compound has no word.")
    places, manner = _find_places(compound, sentence, language, seams)
    if len(places) > 1:
        listed = ", ".join(_write_spans(spans) for spans in places)
        return Unplaced(f"The compound occurs {len(places)} times in this sentence. Give one span: {listed}.")
    if not places:
        return Unplaced("The compound was not found in this sentence. Give its span.")
    return Placement(places[0], manner)


def find_places(compound: str, sentence: str, language: str) -> list[Spans]:
    """Return every contiguous place of the compound, verbatim or else by lemma.

    Discontinuous places are guesses, which need a person to check them.
    """
    places, manner = _find_places(compound, sentence, language)
    return [] if manner == "discontinuous" else places


def split_words(text: str) -> list[str]:
    """Return the words to look for."""
    return [word.text for word in find_words(text)]


def _find_places(
    compound: str, sentence: str, language: str, seams: Collection[int] = ()
) -> tuple[list[Spans], Manner]:
    parts, words = find_words(compound), find_words(sentence)
    if not parts:
        return [], "verbatim"
    base = language.lower().partition("-")[0]
    # Words are taken as they are written, then cut where they may be two: دست‌پاچه is found as دست پاچه.
    cut = find_words(compound, cuts=True), find_words(sentence, seams, cuts=True)
    readings = [(parts, words)] if cut == (parts, words) else [(parts, words), cut]
    for sought, there in readings:
        keys = [make_comparable(word.text, base) for word in there]
        exact = []
        for part in sought:
            own = make_comparable(part.text, base)
            exact.append([key == own for key in keys])
        if places := [_join(run, sentence) for run in _find_adjacent(exact, there, sentence)]:
            return places, "verbatim"
    for sought, there in readings:
        alike = [_find_forms(part, there, base) for part in sought]
        if places := [_join(run, sentence) for run in _find_adjacent(alike, there, sentence)]:
            return places, "inflected"
    if len(parts) > 1 and not UNSPACED.search(compound):
        alike = [_find_forms(part, words, base) for part in parts]
        return [_join(run, sentence) for run in _find_apart(alike, words, sentence)], "discontinuous"
    return [], "verbatim"


def check_spans(spans: Sequence[tuple[int, int]], sentence: str) -> Placement | Unplaced:
    """Return the placement if the spans are in order, apart, inside the sentence and not empty."""
    end_before = 0
    if doubled := find_doubled(spans):
        return Unplaced(f"The span {doubled[0]}–{doubled[1]} is given twice.")
    for start, end in spans:
        if start >= end:
            fault = "is empty" if start == end else "ends before it begins"
            return Unplaced(f"The span {start}–{end} {fault}.")
        if start < end_before:
            return Unplaced(f"The span {start}–{end} overlaps the one before it, which ends at {end_before}.")
        if not end_before <= start < end <= len(sentence):
            return Unplaced(f"The span {start}–{end} is outside the sentence, which has {len(sentence)} characters.")
        end_before = end
    if not spans:
        return Unplaced("There is no span.")
    return Placement(tuple(spans), "given")


def _find_forms(part: Word, words: Sequence[Word], language: str) -> list[bool]:
    """Return for each word whether it is a form of the part."""
    return [is_form_of(word.text, part.text, language) for word in words]


def _write_spans(spans: Spans) -> str:
    return " ".join(f"{start}-{end}" for start, end in spans)


def place_words(words: str, sentence: str) -> Placement | Unplaced:
    """Return the place of words that a person copied from the sentence, with `…` or `...` between separated parts.

    They must occur there exactly once, in this order.
    """
    parts = [part.strip() for part in re.split(r"…|\.\.\.", words) if part.strip()]
    spans: list[tuple[int, int]] = []
    for part in parts:
        end_before = spans[-1][1] if spans else 0
        matches = [span for span in find_alike(part, sentence) if span[0] >= end_before]
        if not matches:
            return Unplaced(f"“{part}” does not occur in this sentence.")
        if len(matches) > 1:
            start, end = matches[0]
            return Unplaced(f"“{part}” occurs more than once in this sentence. Give its span, such as {start}-{end}.")
        spans.append(matches[0])
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
        if all(fit[first + index] for index, fit in enumerate(fits)) and len(_join(run, sentence)) == 1:
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
