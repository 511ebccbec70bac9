"""Tables as files that a spreadsheet may open."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO

# A spreadsheet takes a cell that begins with one of these for a formula.
# The wide forms of East Asian typing are taken for the same.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def escape_cell(value: object) -> str:
    """The value as text, None as nothing; an apostrophe in front keeps text from being run as a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA_STARTS) else text


def write_csv(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Lines of a CSV file, one by one."""
    for row in rows:
        line = StringIO()
        csv.writer(line).writerow([escape_cell(cell) for cell in row])
        yield line.getvalue()


def list_cells(told: Mapping[str, object], names: Iterable[str]) -> list[object]:
    """Values in the order of the names; a list as words, and what is not told stays empty."""
    cells: list[object] = []
    for name in names:
        value = told.get(name)
        cells.append("" if value is None else " ".join(value) if isinstance(value, list) else value)
    return cells
