"""Rows of csv and tsv files, as their quotation marks are meant.

In csv a cell may stand in quotation marks; one that only begins with them is a fault, since the marks would be lost
without a word. In tsv most programs write cells as they are, where quotation marks are text, and some quote as in csv:
the file is read as quoted only where every quotation mark fits that, and no cell goes on over a tab.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from itertools import accumulate

from annotation_site.texts.batches import in_batches
from annotation_site.texts.tables import unescape_cell

Lines = Generator[str]
TOGETHER = 1_000
LONGEST_CELL = 131_072


class NotDelimitedError(Exception):
    """A misplaced quotation mark, or a cell that is too long; `line` is where that was noticed."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def read_delimited(open_lines: Callable[[], Lines], delimiter: str) -> Generator[tuple[int, list[str]]]:
    """Yield line number and trimmed cells of each row, empty rows with none, as read_batches reads them."""
    with closing(read_batches(open_lines, delimiter)) as batches:
        for lines, rows in batches:
            for line, row in zip(lines, rows, strict=True):
                yield line, list(map(trim_cell, row))


def read_batches(open_lines: Callable[[], Lines], delimiter: str) -> Generator[tuple[Sequence[int], list[list[str]]]]:
    """Yield line numbers and rows, up to `TOGETHER` at a time; the lines, without ends, are opened twice for tsv.

    Raise NotDelimitedError for a row that cannot be read, after those before it.
    """
    is_quoted = delimiter != "\t" or _is_quoted(open_lines)
    return _read(open_lines, delimiter, is_quoted=is_quoted)


def trim_cell(cell: str) -> str:
    """Return the cell without spaces around it, and without the apostrophe that our own tables put before formulas."""
    return unescape_cell(cell.strip())


def _is_quoted(open_lines: Callable[[], Lines]) -> bool:
    with closing(_read(open_lines, "\t", is_quoted=True)) as batches:
        try:
            return not any("\t" in cell for _, rows in batches for row in rows for cell in row)
        except NotDelimitedError:
            return False


def _read(
    open_lines: Callable[[], Lines], delimiter: str, *, is_quoted: bool
) -> Generator[tuple[Sequence[int], list[list[str]]]]:
    csv.field_size_limit(LONGEST_CELL)
    with closing(open_lines()) as lines:
        reader = csv.reader(
            (line + "\n" for line in lines),
            delimiter=delimiter,
            skipinitialspace=delimiter != "\t",
            quoting=csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE,
            strict=True,
        )
        before = 0
        try:
            for rows in in_batches(reader, TOGETHER):
                yield _number_rows(rows, before, reader.line_num), rows
                before = reader.line_num
        except csv.Error as error:
            raise NotDelimitedError(reader.line_num, str(error)) from error


def _number_rows(rows: Sequence[Sequence[str]], before: int, last: int) -> Sequence[int]:
    """Return the line that each row ends on; only cells that go on over line ends make it other than the next."""
    if last - before == len(rows):
        return range(before + 1, last + 1)
    return list(accumulate((1 + sum(cell.count("\n") for cell in row) for row in rows), initial=before))[1:]
