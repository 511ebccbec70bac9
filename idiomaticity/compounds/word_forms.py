"""The words of a text with their places, and which word is a form of which: by lemma, or as a regular plural."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from annotation_site.texts.characters import lower, make_comparable, normalise, straighten_apostrophes
from annotation_site.texts.format_characters import NON_JOINER, SPACE_OF_NO_WIDTH, bare

# Writing that puts no spaces between words: every character counts as one, so that compounds are found inside a line.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_S = (("", "s"), ("", "es"))
PLURALS: dict[str, Sequence[tuple[str, str]]] = {
    "en": (*_S, ("y", "ies")),
    "es": (*_S, ("z", "ces")),
    "fr": (("", "s"), ("", "x"), ("al", "aux")),
    "pt": (*_S, ("ão", "ões"), ("ão", "ães"), ("ão", "ãos"), ("m", "ns"), ("l", "is"), ("il", "is")),
}


class Word(NamedTuple):
    """A word of a text with its place, end excluded."""

    text: str
    start: int
    end: int


def find_words(text: str, seams: Collection[int] = (), *, cuts: bool = False) -> list[Word]:
    """Return runs of letters, digits, their combining marks and joiners; characters of unspaced scripts one by one.

    With `cuts`, a run also ends at a non-joiner and at the seams, places where a character was removed from the text.
    """
    words: list[Word] = []
    start: int | None = None
    for position, character in enumerate(straighten_apostrophes(text)):
        is_single = bool(UNSPACED.match(character))
        is_inside = not is_single and (character.isalnum() or (start is not None and _continues(character, cuts=cuts)))
        if start is not None and (not is_inside or (cuts and position in seams)):
            words.append(Word(text[start:position], start, position))
            start = None
        if is_single:
            words.append(Word(character, position, position + 1))
        elif is_inside and start is None:
            start = position
    if start is not None:
        words.append(Word(text[start:], start, len(text)))
    return words


def _continues(character: str, *, cuts: bool) -> bool:
    """Return whether a character that is no letter stands inside a word."""
    if unicodedata.category(character)[0] == "M":
        return True
    ends_word = character == SPACE_OF_NO_WIDTH or (cuts and character == NON_JOINER)
    return not ends_word and not bare(character)


def is_form_of(word: str, part: str, language: str) -> bool:
    one, other = make_comparable(word, language), make_comparable(part, language)
    if one == other or _find_lemmas(word, language) & _find_lemmas(part, language):
        return True
    return language in PLURALS and _is_plural(one, other, PLURALS[language])


def _is_plural(word: str, part: str, endings: Sequence[tuple[str, str]]) -> bool:
    """Return whether the word is a regular plural of `part`.

    Lemma dictionaries lack plurals of rare words: nó, nós; lens, lenses.
    """
    return any(part.endswith(singular) and word == part.removesuffix(singular) + plural for singular, plural in endings)


@lru_cache(maxsize=50_000)
def _find_lemmas(word: str, language: str) -> frozenset[str]:
    """Return the word and its lemmas, case-folded; in a language without a dictionary, the word alone.

    Dictionaries know German nouns by their capital, other words in lower case; folding first would lose the ß.
    """
    # Loading simplemma is a tenth of a process's start, and most processes compare no words.
    from simplemma import lemmatize
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    if language not in SUPPORTED_LANGUAGES:
        return frozenset([make_comparable(word, language)])
    plain = normalise("NFC", bare(word))
    forms = {plain, lower(plain, language), normalise("NFC", word)}
    return frozenset(
        make_comparable(written, language) for form in forms for written in (form, lemmatize(form, lang=language))
    )
