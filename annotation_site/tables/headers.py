"""Recognise a first row that names the columns of a table, and say what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from annotation_site.tables.column_words import is_column_word
from annotation_site.tables.missing import is_missing

LONGEST_NAME = 200
# Rows above a table, such as its title, are looked through for the header.
MOST_TITLE_ROWS = 5
_YEARS = range(1900, 2100)
_SENTENCE_ENDS = '.?!…。？！؟।”»"'


def find_header(rows: Sequence[Sequence[str]], wanted: str = "", *, is_expected: bool = True) -> int | None:
    """Return the place of the header among the first filled rows, or None if the table has none.

    IDs from the first row on are no header. Else known names decide, then columns of numbers with their first cell,
    then columns whose first cell is no number while the others are, then first cells that are words where the others
    are sentences. What shows neither has a header if one `is_expected`, unless its first row holds numbers alone or a
    sentence. Rows of one cell above wider ones are a title; a row of merged cells may group the columns above their
    names.
    """
    start = _skip_groups(rows, _skip_title(rows))
    if wanted:
        return start if wanted == "yes" else None
    first, others = rows[start], rows[start + 1 :]
    if _counts_on(rows[start:]):
        return None
    if any(map(is_column_word, first)):
        return start
    if all(map(_is_number, filter(None, first))) or _holds_values(first, others):
        return None
    if any(_names_column(cell, _column(others, at)) for at, cell in enumerate(first)):
        return start
    return start if is_expected and not any(map(_is_sentence, first)) else None


def _skip_title(rows: Sequence[Sequence[str]]) -> int:
    width = Counter(_count_filled(row) for row in rows).most_common(1)[0][0]
    for start, row in enumerate(rows[:MOST_TITLE_ROWS]):
        if _count_filled(row) > 1 or width == 1:
            return start
    return 0


def _skip_groups(rows: Sequence[Sequence[str]], start: int) -> int:
    """Return the row below if the first one only groups its columns, as merged cells do: it has gaps, and what fills
    them all is the name of a column.
    """
    if len(rows) < start + 3:
        return start
    first, second = rows[start], rows[start + 1]
    has_gaps = any(cell and not beside for cell, beside in pairwise([*first, ""]))
    is_header = all(second) and len(second) > _count_filled(first) and any(map(is_column_word, second))
    return start + 1 if has_gaps and is_header and not any(map(_is_number, second)) else start


def _count_filled(row: Sequence[str]) -> int:
    return sum(map(bool, row))


def _column(rows: Sequence[Sequence[str]], at: int) -> list[str]:
    return [row[at] for row in rows if at < len(row) and row[at] and not is_missing(row[at])]


def _names_column(cell: str, others: Sequence[str]) -> bool:
    """Return whether a first cell looks like the name of what is below it."""
    if not cell or not others or cell in others or _is_number(cell):
        return False
    if all(map(_is_number, others)):
        return True
    lengths = [len(text.split()) for text in others]
    is_short = len(cell.split()) <= 3 and cell[-1] not in _SENTENCE_ENDS
    ends = sum(text[-1] in _SENTENCE_ENDS for text in others) * 2 >= len(others)
    return is_short and ends and median(lengths) > len(cell.split()) + 1


def _counts_on(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first cells are numbers in all rows, of which none comes back, as IDs are."""
    cells = [row[0] for row in rows if row]
    return len(cells) > 1 and all(map(_is_number, cells)) and len(set(cells)) == len(cells)


def _holds_values(first: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Return whether first cells are numbers above numbers, other than years and numbers that count columns."""
    columns = ((cell, _column(others, at)) for at, cell in enumerate(first) if _is_number(cell))
    values = [
        float(cell.replace(",", ".").rstrip("%")) for cell, below in columns if below and all(map(_is_number, below))
    ]
    counts = len(values) > 1 and all(before < after for before, after in pairwise(values))
    return bool(values) and not counts and not all(value in _YEARS for value in values)


def _is_sentence(cell: str) -> bool:
    return len(cell.split()) > 2 and cell[-1] in _SENTENCE_ENDS


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", ".").rstrip("%"))
    except ValueError:
        return False
    return True


def has_row_names(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether all rows have one cell more than the header, as R writes tables with row names."""
    is_wider = len(rows) > 1 and bool(header[-1]) and all(len(row) == len(header) + 1 for row in rows)
    return is_wider and len({row[0] for row in rows}) == len(rows)


def name_columns(header: Sequence[str]) -> list[str]:
    """Return unique, printable names: `Column C` for a column without one, `score (2)` for the second of a name."""
    names: list[str] = []
    for number, cell in enumerate(header):
        name = " ".join("".join(filter(str.isprintable, cell)).split())[:LONGEST_NAME] or f"Column {_letters(number)}"
        unique, count = name, 1
        while unique in names:
            count += 1
            unique = f"{name} ({count})"
        names.append(unique)
    return names


def _letters(number: int) -> str:
    """Return the letters by which spreadsheets name a column, from A for 0."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
