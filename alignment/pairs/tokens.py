"""Raw text split into tokens, the units that annotators link."""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sacremoses import MosesTokenizer

TokenMethod = Literal["spaces", "words"]
MAX_TOKENS = 200

# Scripts written without spaces, where a character (with its marks) is the unit people can point at.
_UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e5b"  # Thai
    "\u0e81-\u0edf"  # Lao
    "\u1780-\u17dd"  # Khmer
    "\u3001-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"  # their punctuation: no space follows it
    "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # ideographs
)
_UNSPACED_RUN = re.compile(f"([{_UNSPACED}]+)")
# Vowels that are written before, or after, the consonant that they belong to.
_LEADING_VOWELS = frozenset("\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4")
_TRAILING = frozenset("\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3\u30fc")
_KHMER_STACKER = "\u17d2"


def tokenise(text: str, language: str, method: TokenMethod) -> list[str]:
    """Return the tokens of a sentence in order.

    spaces: text between ASCII spaces and tabs; a no-break space stays inside its token. words: the rules of Moses for
    the language (English ones if it has none), without escaping, and one unit per character with its marks in scripts
    that write no spaces.
    """
    if method == "spaces":
        tokens = text.replace("\t", " ").split(" ")
        return [token for token in tokens if token] if "" in tokens else tokens
    tokens = []
    for run in _UNSPACED_RUN.split(text):
        if _UNSPACED_RUN.fullmatch(run):
            tokens.extend(_split_characters(run))
        elif run:
            tokens.extend(_tokenise_spaced(run, language))
    return tokens


def split_at_punctuation(word: str) -> list[str]:
    """Return the parts of a word between punctuation and symbols, which are split off in one way or another."""
    return "".join(" " if unicodedata.category(each)[0] in "PS" else each for each in word).split()


@functools.cache
def _tokeniser(language: str) -> MosesTokenizer:
    from sacremoses import MosesTokenizer  # loading its tables takes 0.2 s, and most commands split nothing

    return MosesTokenizer(lang=language)


@functools.cache
def _mark_pattern() -> re.Pattern[str]:
    """Return a pattern of what Moses does not count among letters and digits; no mark is ASCII."""
    from sacremoses import MosesTokenizer

    return re.compile(f"[^{MosesTokenizer.IsAlnum}\\s\\x00-\\x7f]")


def _tokenise_spaced(run: str, language: str) -> list[str]:
    """Return tokens with combining marks joined to their word: Moses takes them for punctuation and splits them off."""
    split: list[str] = _tokeniser(language.partition("-")[0].lower()).tokenize(run, escape=False)
    if run.isascii() or not _mark_pattern().search(run):
        return split
    tokens: list[str] = []
    end = 0
    for token in split:
        start = run.find(token, end)
        adjacent = bool(tokens) and start == end
        end = start + len(token) if start >= 0 else end
        if adjacent and _belongs_together(tokens[-1][-1], token[0]):
            tokens[-1] += token
        else:
            tokens.append(token)
    return tokens


def _belongs_together(before: str, after: str) -> bool:
    if _is_mark(after):
        return True
    return _is_mark(before) and unicodedata.category(after)[0] in "LN"


def _is_mark(character: str) -> bool:
    return character in "\u200c\u200d" or unicodedata.category(character).startswith("M")


def _split_characters(run: str) -> list[str]:
    units: list[str] = []
    for character in run:
        if units and _continues(units[-1], character):
            units[-1] += character
        else:
            units.append(character)
    return units


def _continues(unit: str, character: str) -> bool:
    if _is_mark(character) or character in _TRAILING:
        return True
    return unit in _LEADING_VOWELS or unit.endswith(_KHMER_STACKER)
