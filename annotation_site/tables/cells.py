"""Tables in files that can be opened in a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO

# A spreadsheet takes a cell that begins with one of these for a formula.
# The wide forms of East Asian typing are taken for the same.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_BREAKS = str.maketrans({"\t": " ", "\n": " ", "\r": " "})


def escape_cell(value: object) -> str:
    """Return the value as text, None as empty; a leading apostrophe keeps text from being run as a formula.

    Text that looks escaped gets one more, so that `unescape_cell` restores every text.
    """
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.lstrip("'").startswith(_FORMULA_STARTS) else text


def unescape_cell(text: str) -> str:
    """Return the text that `escape_cell` was given."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_FORMULA_STARTS) else text


def write_tab_row(cells: Iterable[object]) -> str:
    """Return a line of a table with tabs between its cells, which are not quoted: a tab or line break in one is a
    space.
    """
    held = (cell.translate(_BREAKS) if isinstance(cell, str) else cell for cell in cells)
    return "\t".join(map(escape_cell, held)) + "\n"


def write_csv(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield lines of a CSV file."""
    for row in rows:
        line = StringIO()
        csv.writer(line).writerow([escape_cell(cell) for cell in row])
        yield line.getvalue()


def list_cells(told: Mapping[str, object], names: Iterable[str]) -> list[object]:
    """Return values in the order of the names; a list is joined, and a missing value is empty."""
    cells: list[object] = []
    for name in names:
        value = told.get(name)
        cells.append("" if value is None else " ".join(value) if isinstance(value, list) else value)
    return cells
