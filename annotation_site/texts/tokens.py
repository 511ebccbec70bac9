"""Raw text split into tokens, the units that annotators link."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal, get_args

from annotation_site.texts.characters import is_mark
from annotation_site.texts.format_characters import SPACE_OF_NO_WIDTH, clean

TokenMethod = Literal["spaces", "words"]
TOKEN_METHODS: tuple[TokenMethod, ...] = get_args(TokenMethod)
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
# With what shows nothing between them: selectors of a shape, zero-width spaces and joiners.
_BETWEEN = f"[\ufe00-\ufe0f\U000e0100-\U000e01ef]+|[\u200b-\u200d]+(?=[{_UNSPACED}])"
UNSPACED_RUN = re.compile(f"([{_UNSPACED}]+(?:(?:{_BETWEEN})[{_UNSPACED}]*)*)")
# In characters, of a script that writes no spaces; compounds of Khmer have up to 20.
LONGEST_WORD = 24
# Tokens of punctuation that close a sentence: a stop, a quotation mark, a bracket.
LONGEST_ENDING = 3
_WORD_OR_SIGN = re.compile(
    "[\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1780-\u17d3\u17d7\u17dd\u200c\u200d"
    "\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+|[0-9\u0e50-\u0e59\u0ed0-\u0ed9]+|."
)
# Vowels that are written before, or after, the consonant that they belong to.
_LEADING_VOWELS = frozenset("\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4")
_TRAILING = frozenset("\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3\u30fc")
_KHMER_STACKER = "\u17d2"


def tokenise(text: str, language: str, method: TokenMethod) -> list[str]:
    """Return the tokens of a sentence in order.

    spaces: text between ASCII spaces and tabs; a no-break space stays inside its token. words: the rules of Moses for
    the language (English ones if it has none), without escaping, and one unit per character with its marks in scripts
    that write no spaces; characters that belong to no word are in no token, and a zero-width space, where scripts write
    it between words, separates them.
    """
    if method == "spaces":
        tokens = text.replace("\t", " ").split(" ")
        return [token for token in tokens if token] if "" in tokens else tokens
    from annotation_site.texts.moses import splitter  # loading its tables takes 0.2 s, and most commands split nothing

    split = splitter(language.partition("-")[0].lower()).split
    if text.isascii():
        return split(text)
    tokens = []
    for chunk in _split_chunks(clean(text)):
        has_words = has_word_spaces(chunk)
        # Every second run, possibly none, is unspaced.
        for index, run in enumerate(UNSPACED_RUN.split(chunk.replace(SPACE_OF_NO_WIDTH, " "))):
            if not index % 2:
                tokens += split(run)
            elif has_words:
                tokens += _split_words(run)
            else:
                tokens += _split_characters(run)
    return tokens


def _split_chunks(text: str) -> list[str]:
    """Return the text, or, if it has zero-width spaces, what stands between others: each is looked at by itself."""
    return text.split() if SPACE_OF_NO_WIDTH in text else [text]


def has_word_spaces(chunk: str) -> bool:
    """Return whether zero-width spaces part all words of what stands between two spaces, as segmenters and careful
    typists of Khmer and Thai write them. Where a piece is longer than words are, they only say where a line may end.
    """
    pieces = chunk.split(SPACE_OF_NO_WIDTH)
    return len(pieces) > 1 and max(map(len, pieces)) <= LONGEST_WORD


def _split_words(run: str) -> list[str]:
    """Return words and signs of a run that was parted into words."""
    return _WORD_OR_SIGN.findall(run)


def split_at_punctuation(word: str) -> list[str]:
    """Return the parts of a word between punctuation and symbols, which are split off in one way or another."""
    return "".join(" " if unicodedata.category(character)[0] in "PS" else character for character in word).split()


def find_ending(tokens: Sequence[str]) -> int | None:
    """Return the index of the last word where punctuation follows it to the end: a line is not broken after it, so that
    no full stop stands alone.
    """
    count = 0
    while count < min(LONGEST_ENDING, len(tokens)) and not split_at_punctuation(tokens[-1 - count]):
        count += 1
    return len(tokens) - count - 1 if 0 < count < len(tokens) else None


def _split_characters(run: str) -> list[str]:
    units: list[str] = []
    for character in run:
        if units and _continues(units[-1], character):
            units[-1] += character
        else:
            units.append(character)
    return units


def _continues(unit: str, character: str) -> bool:
    if is_mark(character) or character in _TRAILING:
        return True
    return unit in _LEADING_VOWELS or unit.endswith(_KHMER_STACKER)
