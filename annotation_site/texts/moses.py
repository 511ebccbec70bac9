"""The rules of Moses, applied to a chunk between two spaces at a time, and each chunk's tokens remembered.

Almost every rule acts within a chunk. Four look past its ends: whether anything stands before a chunk that begins, or
after one that ends, with a comma or an apostrophe; the next character, for a full stop at the end. A chunk is split
between stand-ins of such neighbours, and so gets the tokens that it has in its text. Apostrophes on both sides of a
space, and what the rules remove or rewrite, leave no such chunks: such a text is split as a whole.

Signs that belong to a word are in it: the apostrophe of languages that spell with it (Ankara'da, п'ять), geresh and
gershayim, the decimal sign of Arabic digits. The rules for clitics (l'uomo, it's) know the straight apostrophe only, so
the others are read as that, and written in the tokens as they were. Emoji of several characters stay whole.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Collection, Sequence

from sacremoses import MosesTokenizer

from annotation_site.texts.characters import is_mark, straighten_apostrophes
from annotation_site.texts.format_characters import find_emoji

# Of most text, nine chunks in ten were seen before; one takes about 200 bytes.
REMEMBERED = 1 << 17
_REACHES_OVER = re.compile(r"[\x00-\x08\x0e-\x1b]|'\s+'|DOTMULTI")
_NEIGHBOURED = frozenset(",'.")
# Languages whose rules split clitics at an apostrophe.
_WITH_CLITICS = frozenset({"en", "fr", "it"})
# Languages in whose words an apostrophe is a letter, or parts a name from its endings.
_SPELT_WITH_APOSTROPHE = frozenset({"az", "be", "br", "crh", "tk", "tr", "uk", "uz"})
_APOSTROPHE_INSIDE = r"(?<=[^\W\d_])['\u2019](?=[^\W\d_])"
_HEBREW, _ARABIC_DIGITS = "\u05d0-\u05ea", "\u0660-\u0669\u06f0-\u06f9"
_SIGNS_INSIDE = (
    rf"(?<=[{_HEBREW}])(?:[\u05f3\u05f4\"'\u2019](?=[{_HEBREW}])|\u05f3)"
    "|(?<=[lL])\u00b7(?=[lL])"
    rf"|(?<=[{_ARABIC_DIGITS}])[\u066b\u066c](?=[{_ARABIC_DIGITS}])"
)
# From here on there are emoji, and what makes © one.
_FIRST_EMOJI = "\u203c"
_LOWER = frozenset(MosesTokenizer.IsLower)
_LETTERS_AND_DIGITS = frozenset(MosesTokenizer.IsAlnum)


class Splitter:
    """The rules of one language, with the tokens of the chunks met so far."""

    def __init__(self, language: str) -> None:
        self._tokeniser = _QuickTokeniser(language)
        self._has_clitics = (language or "en") in _WITH_CLITICS
        is_spelt = language in _SPELT_WITH_APOSTROPHE
        self._inside = re.compile(f"{_SIGNS_INSIDE}|{_APOSTROPHE_INSIDE}" if is_spelt else _SIGNS_INSIDE)
        self._has_ascii_inside = is_spelt
        # Neighbours do not matter to these; of the others, tokens are remembered for each pair of stand-ins.
        self._alone: dict[str, Sequence[str]] = {}
        self._split_beside = functools.lru_cache(REMEMBERED)(self._split_between)

    def split(self, text: str) -> list[str]:
        """Return the tokens, unescaped, with combining marks joined to their word."""
        if self._has_clitics and (straight := straighten_apostrophes(text)) != text:
            return _restore(self.split(straight), straight, text)
        if _may_reach_over(text) and _REACHES_OVER.search(text):
            return self.split_whole(text)
        chunks = text.split()
        tokens: list[str] = []
        for index, remembered in enumerate(map(self._alone.get, chunks)):
            tokens += self._split_new(chunks, index) if remembered is None else remembered
        return tokens

    def split_whole(self, text: str) -> list[str]:
        """Return the same tokens from one pass of the rules over the whole text."""
        if self._has_clitics and (straight := straighten_apostrophes(text)) != text:
            return _restore(self.split_whole(straight), straight, text)
        return self._join(self._tokeniser.tokenize(text, escape=False), text)

    def _split_new(self, chunks: Sequence[str], index: int) -> Sequence[str]:
        chunk = chunks[index]
        if chunk[0] in _NEIGHBOURED or chunk[-1] in _NEIGHBOURED:
            before = "A " if index else ""
            after = _stand_in(chunk, chunks[index + 1]) if index < len(chunks) - 1 else ""
            return self._split_beside(before, chunk, after)
        if len(self._alone) >= REMEMBERED:
            self._alone.clear()
        tokens = (chunk,) if _LETTERS_AND_DIGITS.issuperset(chunk) else self.split_whole(chunk)
        return self._alone.setdefault(chunk, tokens)

    def _split_between(self, before: str, chunk: str, after: str) -> Sequence[str]:
        tokens = self._tokeniser.tokenize(before + chunk + after, escape=False)
        return self._join(tokens[bool(before) : len(tokens) - bool(after)], chunk)

    def _join(self, tokens: list[str], text: str) -> list[str]:
        """Return the tokens with what belongs to a word in it."""
        if text.isascii() and not self._has_ascii_inside:
            return tokens
        return _join_marks(tokens, text, {match.start() for match in self._inside.finditer(text)})


splitter = functools.cache(Splitter)


def _may_reach_over(text: str) -> bool:
    """Return False for most text, and at once: of printable characters only the space is white."""
    return not text.isprintable() or "' " in text or "DOTMULTI" in text


def _stand_in(chunk: str, following: str) -> str:
    """Return a word that the rules take as they take the following one; only a full stop looks at its beginning."""
    if chunk[-1] == ".":
        if following[0] in _LOWER:
            return " a"
        if following[0] in "0123456789":
            return " 1"
    return " A"


class _QuickTokeniser(MosesTokenizer):
    """The tokeniser with its character classes at hand; its own makes a set of 10,000 letters at each full stop."""

    def __init__(self, language: str) -> None:
        super().__init__(lang=language)
        self._letters = frozenset(self.IsAlpha)

    def islower(self, text: str) -> bool:
        return _LOWER.issuperset(text)

    def isanyalpha(self, text: str) -> bool:
        return not self._letters.isdisjoint(text)


def _restore(tokens: Sequence[str], straight: str, text: str) -> list[str]:
    """Return tokens of the text with straight apostrophes as the text has them."""
    restored, end = [], 0
    for token in tokens:
        start = straight.find(token, end)
        end = start + len(token) if start >= 0 else end
        restored.append(text[start:end] if start >= 0 else token)
    return restored


def _join_marks(split: list[str], text: str, signs: Collection[int]) -> list[str]:
    """Return tokens with combining marks, and the signs at these places, joined to their word, and the characters of an
    emoji to each other: Moses takes all of them for punctuation and splits them off.
    """
    # A keycap begins with a digit, and ends with a mark.
    emoji = find_emoji(text) if max(text) >= _FIRST_EMOJI else ()
    ends = {position for span in emoji for position in span}
    inside = {position for start, end in emoji for position in range(start + 1, end)}
    tokens: list[str] = []
    end = 0
    for token in split:
        start = text.find(token, end)
        adjacent = bool(tokens) and start == end
        end = start + len(token) if start >= 0 else end
        is_apart = not adjacent or start in ends
        is_sign = adjacent and (start in signs or (start - 1 in signs and token[0].isalnum()))
        is_joined = not is_apart and (start in inside or _belongs_together(tokens[-1][-1], token[0]))
        if is_sign or is_joined:
            tokens[-1] += token
        else:
            tokens.append(token)
    return tokens


def _belongs_together(before: str, after: str) -> bool:
    if is_mark(after):
        return True
    return is_mark(before) and unicodedata.category(after)[0] in "LN"
