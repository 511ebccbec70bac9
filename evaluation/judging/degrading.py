"""Degraded copies of translations: a stretch of words gives way to words of another translation.

The stretch is as long as in WMT's direct assessment (Bojar et al. 2017): one word of one, two of up to five, three of
up to eight, four of up to fifteen, five of up to twenty, a quarter of longer sentences; where the sentence is long
enough, neither its first nor its last word. It covers the expression that is judged, where its place is known.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from annotation_site.texts.segmentation import place_words

# Words of the sentence, up to these, and words of the stretch.
_LENGTHS = ((1, 1), (5, 2), (8, 3), (15, 4), (20, 5))
# Stretches of other translations that are tried before a translation is left as it is.
_TRIES = 50
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Degraded:
    """A text with the place of its foreign stretch, in code points, end excluded."""

    text: str
    start: int
    end: int


def count_replaced(words: int) -> int:
    """Return how many words are replaced in a sentence of so many."""
    return next((replaced for most, replaced in _LENGTHS if words <= most), words // 4)


def degrade(
    text: str,
    donors: Sequence[str],
    *,
    language: str,
    generator: Random,
    about: Sequence[Sequence[int]] | None = (),
    taken: Collection[str] = (),
) -> Degraded | None:
    """Return the text with a stretch of one of the donors that has no word of what it replaces; None if none was found.

    The stretch covers the places `about`, if there are any; None, where they are needed and not known, replaces all.
    The result is none of the texts that are `taken`.
    """
    words = place_words(text, language)
    if not words or not donors:
        return None
    first, last = _choose_stretch(words, about, generator)
    start, end = words[first][0], words[last][1]
    replaced = _name_words(text, words[first : last + 1])
    for _ in range(_TRIES):
        stretch = _take_stretch(generator.choice(donors), last + 1 - first, language, generator)
        if stretch is None or replaced & _name_words(stretch, place_words(stretch, language)):
            continue
        made = text[:start] + stretch + text[end:]
        if made != text and made not in taken:
            return Degraded(made, start, start + len(stretch))
    return None


def _choose_stretch(
    words: Sequence[Place], about: Sequence[Sequence[int]] | None, generator: Random
) -> tuple[int, int]:
    """Return the first and the last word of the stretch."""
    if about is None:
        return 0, len(words) - 1
    length = count_replaced(len(words))
    inside = [index for index, word in enumerate(words) if _overlaps(word, about)]
    if inside:
        length = max(length, inside[-1] + 1 - inside[0])
        first = generator.randint(max(0, inside[-1] + 1 - length), min(inside[0], len(words) - length))
        return first, first + length - 1
    # Neither the first word nor the last, where both can stay.
    margin = int(len(words) >= length + 2)
    first = generator.randint(margin, len(words) - length - margin)
    return first, first + length - 1


def _overlaps(word: Place, spans: Sequence[Sequence[int]]) -> bool:
    return any(word[0] < end and start < word[1] for start, end in spans)


def _take_stretch(donor: str, length: int, language: str, generator: Random) -> str | None:
    """Return so many words of the donor in a row, or all of it if it has no more."""
    words = place_words(donor, language)
    if not words:
        return None
    length = min(length, len(words))
    first = generator.randint(0, len(words) - length)
    return donor[words[first][0] : words[first + length - 1][1]]


def _name_words(text: str, spans: Sequence[Place]) -> set[str]:
    return {text[start:end].casefold() for start, end in spans}
