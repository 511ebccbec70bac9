"""Rows of csv and tsv files, as their quotation marks are meant.

In csv a cell may stand in quotation marks; one that only begins with them is a FormatError, since the marks would be
lost without a word. In tsv most programs write cells as they are, where quotation marks are text, and some quote as in
csv: the file is read as quoted only where every quotation mark fits that, and no cell goes on over a tab.
"""

from __future__ import annotations

import csv
from collections.abc import Generator
from contextlib import closing

from alignment.formats import FormatError
from alignment.formats.files import read_lines
from evaluation.commands.texts import check_line


def read_rows(path: str, encoding: str | None, delimiter: str) -> Generator[tuple[int, list[str]]]:
    """Line and trimmed cells of each row, the header first; empty rows have none."""
    is_quoted = delimiter != "\t" or _is_quoted(path, encoding)
    with closing(_read(path, encoding, delimiter, is_quoted=is_quoted)) as rows:
        for line, row in rows:
            yield line, [cell.strip() for cell in row]


def _is_quoted(path: str, encoding: str | None) -> bool:
    with closing(_read(path, encoding, "\t", is_quoted=True)) as rows:
        try:
            return not any("\t" in cell for _, row in rows for cell in row)
        except _NotQuoted:
            return False


class _NotQuoted(FormatError):
    """A quotation mark where none can be."""


def _read(path: str, encoding: str | None, delimiter: str, *, is_quoted: bool) -> Generator[tuple[int, list[str]]]:
    with closing(read_lines(path, encoding)) as lines:
        checked = (check_line(path, number, line) + "\n" for number, line in enumerate(lines, 1))
        reader = csv.reader(
            checked,
            delimiter=delimiter,
            skipinitialspace=delimiter == ",",
            quoting=csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE,
            strict=True,
        )
        try:
            for row in reader:
                yield reader.line_num, row
        except csv.Error as error:
            raise _NotQuoted(path, reader.line_num, f"The row is not valid CSV: {error}.") from error
