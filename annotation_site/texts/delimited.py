"""Rows of csv and tsv files, as their quotation marks are meant.

In csv a cell may stand in quotation marks; one that only begins with them is a fault, since the marks would be lost
without a word. In tsv most programs write cells as they are, where quotation marks are text, and some quote as in csv:
the file is read as quoted only where every quotation mark fits that, and no cell goes on over a tab.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Generator
from contextlib import closing

from annotation_site.texts.tables import unescape_cell

Lines = Generator[str]
LONGEST_CELL = 131_072


class NotDelimitedError(Exception):
    """A misplaced quotation mark, or a cell that is too long; `line` is where that was noticed."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def read_delimited(open_lines: Callable[[], Lines], delimiter: str) -> Generator[tuple[int, list[str]]]:
    """Yield line number and trimmed cells of each row, empty rows with none; the lines, without ends, are opened twice
    for tsv. The apostrophe that our own tables put before formulas is removed.

    Raise NotDelimitedError for a row that cannot be read.
    """
    is_quoted = delimiter != "\t" or _is_quoted(open_lines)
    with closing(_read(open_lines, delimiter, is_quoted=is_quoted)) as rows:
        for line, row in rows:
            yield line, [unescape_cell(cell.strip()) for cell in row]


def _is_quoted(open_lines: Callable[[], Lines]) -> bool:
    with closing(_read(open_lines, "\t", is_quoted=True)) as rows:
        try:
            return not any("\t" in cell for _, row in rows for cell in row)
        except NotDelimitedError:
            return False


def _read(open_lines: Callable[[], Lines], delimiter: str, *, is_quoted: bool) -> Generator[tuple[int, list[str]]]:
    csv.field_size_limit(LONGEST_CELL)
    with closing(open_lines()) as lines:
        reader = csv.reader(
            (line + "\n" for line in lines),
            delimiter=delimiter,
            skipinitialspace=delimiter != "\t",
            quoting=csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE,
            strict=True,
        )
        try:
            for row in reader:
                yield reader.line_num, row
        except csv.Error as error:
            raise NotDelimitedError(reader.line_num, str(error)) from error
