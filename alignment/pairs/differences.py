"""Differences of two versions of a sentence: the first word that differs, and the words that stayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest


@dataclass(frozen=True, slots=True)
class Difference:
    """Both versions of a sentence, and the place of the first word that differs or is missing in one of them."""

    side: str
    index: int
    given: Sequence[str]
    expected: Sequence[str]

    def sentence(self, where: str) -> str:
        """Return a sentence for the user; `where` says which version the other one is."""
        given, expected = (_quote(words, self.index) for words in (self.given, self.expected))
        return f"Word {self.index + 1} of the {self.side} sentence is {given} here and {expected} {where}."


def find_difference(side: str, given: Sequence[str], expected: Sequence[str]) -> Difference | None:
    """Return where two versions of a sentence begin to differ, or None."""
    for index, (one, other) in enumerate(zip_longest(given, expected)):
        if one != other:
            return Difference(side, index, given, expected)
    return None


def map_tokens(before: Sequence[str], after: Sequence[str], *, keep_respelled: bool = False) -> dict[int, int]:
    """Return the new index of every unchanged word by its old one."""
    places: dict[int, int] = {}
    for kind, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        is_respelled = kind == "replace" and end - start == new_end - new_start
        if kind == "equal" or (keep_respelled and is_respelled):
            places.update(zip(range(start, end), range(new_start, new_end), strict=True))
    return places


def _quote(words: Sequence[str], index: int) -> str:
    return f"“{words[index][:40]}”" if index < len(words) else "missing"
