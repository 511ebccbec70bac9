"""Combining marks, and Unicode normalisation whose time grows with the text alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

from annotation_site.texts.format_characters import bare

# UAX 15 calls text with no more marks in a row stream-safe; no writing system comes near it.
MOST_MARKS = 30
SHORT = 200
_WORDS = re.compile(r"\w+")


# The typographic apostrophe, and the letter that some keyboards write for it.
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u02bc": "'"})
# Signs of Hebrew for which keyboards write quotation marks, and letters of Malayalam that older texts write with a
# joiner, which Unicode does not decompose.
_OTHER_WRITINGS = str.maketrans(
    {"\u05f3": "'", "\u05f4": '"'}
    | dict(zip("\u0d7a\u0d7b\u0d7c\u0d7d\u0d7e\u0d7f", (f"{letter}\u0d4d" for letter in "ണനരലളക"), strict=True))
)
# Languages in which I is the capital of ı, and İ that of i.
_DOTLESS = frozenset({"tr", "az"})
_DOTLESS_CAPITALS = str.maketrans({"I": "ı", "İ": "i"})


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


def split_words(text: str) -> list[str]:
    """Return the runs of letters, digits and underscores, with their marks."""
    if text.isascii():
        return _WORDS.findall(text)
    return "".join(
        character if character.isalnum() or character == "_" or is_mark(character) else " " for character in text
    ).split()


def straighten_apostrophes(text: str) -> str:
    """Return the text with straight apostrophes, each in the same place."""
    return text if text.isascii() else text.translate(_APOSTROPHES)


def unify_writings(text: str) -> str:
    """Return the text composed, without characters that show nothing, and as it is written most simply: straight
    apostrophes and quotation marks for geresh and gershayim, a consonant with a virama for a chillu.
    """
    return normalise("NFC", bare(straighten_apostrophes(text)).translate(_OTHER_WRITINGS))


def fold_case(text: str, language: str = "") -> str:
    """Return the text without capitals, by the rules of the language; ß is ss."""
    return _lower_dotted(text, language).casefold()


def lower(text: str, language: str = "") -> str:
    """Return the text in lower case, by the rules of the language."""
    return _lower_dotted(text, language).lower()


def make_comparable(text: str, language: str = "") -> str:
    """Return the form in which words are compared: composed, without capitals and characters that show nothing, with
    straight apostrophes.
    """
    if text.isascii():
        return fold_case(text, language)
    plain = unify_writings(text)
    return normalise("NFC", fold_case(plain, language))


def find_alike(part: str, text: str) -> list[tuple[int, int]]:
    """Return the places in a text of a part that may differ from it in composition, space, apostrophes and characters
    that show nothing.
    """
    wanted = "".join(_simplify(piece) for piece in _cut_composed(part))
    pieces, ends, at = _cut_composed(text), [0], 0
    simple: list[str] = []
    for piece in pieces:
        at += len(piece)
        written = _simplify(piece)
        simple.append(written)
        ends += [at] * len(written)
    joined, spans = "".join(simple), list[tuple[int, int]]()
    start = joined.find(wanted) if wanted else -1
    while start >= 0:
        spans.append((ends[start], ends[start + len(wanted)]))
        start = joined.find(wanted, start + 1)
    return spans


def _cut_composed(text: str) -> list[str]:
    """Return each character with the marks that follow it."""
    pieces: list[str] = []
    for character in text:
        if pieces and (is_mark(character) or not bare(character)):
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def _simplify(piece: str) -> str:
    return " " if piece.isspace() else unify_writings(piece)


def _lower_dotted(text: str, language: str) -> str:
    has_dotless = bool(language) and language.partition("-")[0].lower() in _DOTLESS
    return text.translate(_DOTLESS_CAPITALS) if has_dotless else text


def _cut_long_runs(text: str) -> Iterator[str]:
    start = run = 0
    for index, character in enumerate(text):
        run = run + 1 if unicodedata.combining(character) else 0
        if run == MOST_MARKS:
            yield text[start : index + 1]
            start, run = index + 1, 0
    yield text[start:]
