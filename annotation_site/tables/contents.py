"""Looks of a column's cells, where its name does not say what it holds."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from annotation_site.tables.missing import is_missing

# A language without spaces has sentences of one "word".
_ENDS, _CLOSING = ".?!…。？！؟।", "”»\"’' "
_LEAST_WORDS, _LEAST_LETTERS = 3, 8
# Lists and objects of JSON or Python, links, dates, mail addresses and URLs; numbers have no letter.
_NO_TEXT = re.compile(
    r"""[\W\d_]*|\[\s*(?:["'\d\[{-].*)?\]|\{.*\}|(?:\d+[-p?:]\d+(?::?[SP])?\s*)+"""
    r"""|\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ].{0,30})?|\S+@\S+\.\w+|https?://\S+""",
    re.DOTALL,
)
# Licences, sources and prompts begin alike in every row, and a few sentences may.
_LEAST_NAMES = 4
_LEAST_ALIKE, _SHARE_ALIKE = 3, 0.9


def is_sentence(cell: object) -> bool:
    """Return whether a cell looks like a sentence or a phrase: three words, or a long word of letters without case, as
    languages without spaces have them.
    """
    if not isinstance(cell, str):
        return False
    words = [word for word in cell.split() if any(map(str.isalpha, word))]
    if len(words) >= _LEAST_WORDS:
        return True
    letters = [character for character in cell if unicodedata.category(character) == "Lo"]
    return len(letters) >= _LEAST_LETTERS


def hold_sentences(cells: Iterable[object]) -> bool:
    """Return whether most cells with something in them are sentences."""
    filled = list_filled(cells)
    return bool(filled) and sum(map(is_sentence, filled)) * 2 > len(filled)


def list_filled(cells: Iterable[object]) -> Sequence[object]:
    """Return the cells that hold something."""
    return [cell for cell in cells if cell is not None and not (isinstance(cell, str) and is_missing(cell))]


def holds_text(cell: object) -> bool:
    """Return whether a cell is a text that may be short, such as “Piove.”, rather than a name, a number or a place."""
    if not isinstance(cell, str) or not any(map(str.isalpha, cell)):
        return False
    words = [word for word in cell.split() if any(map(str.isalpha, word))]
    return len(words) > 1 or cell.rstrip(_CLOSING)[-1:] in _ENDS or is_sentence(cell)


def may_hold_texts(cells: Iterable[object]) -> bool:
    """Return whether most cells may be texts of a language: no lists, objects, links, dates, addresses or numbers."""
    filled = list_filled(cells)
    return sum(isinstance(cell, str) and not _NO_TEXT.fullmatch(cell) for cell in filled) * 2 > len(filled)


def are_categories(cells: Iterable[object]) -> bool:
    """Return whether cells are names of one or two words, each of which comes back, such as languages and genres."""
    filled = [str(cell) for cell in list_filled(cells)]
    if len(filled) < _LEAST_NAMES or any(len(cell.split()) > 2 or cell[-1:] in _ENDS for cell in filled):
        return False
    return len(set(filled)) * 2 <= len(filled)


def begin_alike(cells: Iterable[object]) -> bool:
    """Return whether nearly all of at least three cells begin with the same two words."""
    beginnings = Counter(tuple(str(cell).split(maxsplit=2)[:2]) for cell in list_filled(cells))
    count = max(beginnings.values(), default=0)
    return count >= _LEAST_ALIKE and count >= _SHARE_ALIKE * beginnings.total()
