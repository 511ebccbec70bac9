"""Looks of a column's cells, where its name does not say what it holds."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from annotation_site.tables.missing import is_missing

# A language without spaces has sentences of one "word".
_ENDS, _CLOSING = ".?!…。？！؟।", "”»\"’' "
_LEAST_WORDS, _LEAST_LETTERS = 3, 8


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
