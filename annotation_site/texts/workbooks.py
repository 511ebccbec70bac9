"""Rows of xlsx workbooks, one by one; the library's many exceptions about a damaged one become one sentence."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Generator
from contextlib import closing
from typing import IO, Any

from annotation_site.texts.faults import FormatError
from annotation_site.texts.not_text import WORKBOOK, refuse_document

MOST_UNPACKED = 200 << 20
MOST_ROWS = 1 << 20  # as many as Excel itself writes; a cell may claim to stand in row 10¹²
# A damaged part makes openpyxl, and the parsers below it, raise nearly anything; found by uploading damaged ones.
_DAMAGES = (
    *(zipfile.BadZipFile, zlib.error, SyntaxError, LookupError, ValueError, TypeError),
    *(AttributeError, ArithmeticError, AssertionError, RuntimeError, OSError, EOFError),
)


def read_sheet(file: IO[bytes], name: str, sheet: str | None = None) -> Generator[tuple[int, tuple[Any, ...]]]:
    """Yield number and cells of every row, including empty ones, of the named sheet or else the first. Raise
    FormatError, with `name` as the file's, if it is no workbook, unpacks to too much or has no such sheet.
    """
    from openpyxl import load_workbook  # loading it takes as long as numpy

    try:
        with zipfile.ZipFile(file) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        book = load_workbook(file, read_only=True, data_only=True) if unpacked <= MOST_UNPACKED else None
    except _DAMAGES as error:
        file.seek(0)
        refuse_document(file, name, wanted=WORKBOOK)
        raise FormatError(name, None, "The file is not an xlsx workbook.") from error
    if book is None:
        raise FormatError(name, None, f"The uncompressed workbook is larger than {MOST_UNPACKED >> 20} MB.")
    with closing(book):
        names = [each.title for each in book.worksheets]
        if sheet and sheet not in names:
            raise FormatError(name, None, f"There is no sheet “{sheet}”. Sheets: {', '.join(names)}.")
        if not names:
            return
        chosen = book[sheet or names[0]]
        chosen.reset_dimensions()  # what it says of its own width would be filled with empty cells
        yield from _read_rows(chosen, name)


def _read_rows(sheet: Any, name: str) -> Generator[tuple[int, tuple[Any, ...]]]:
    number = width = 0
    rows = iter(sheet.iter_rows(values_only=True))
    while True:
        try:
            row = next(rows, None)
        except _DAMAGES as error:
            raise FormatError(name, number + 1, "The workbook is damaged here.") from error
        if row is None:
            return
        number += 1
        if number > MOST_ROWS:
            raise FormatError(name, number, f"A sheet has at most {MOST_ROWS:,} rows.")
        width = width or len(row)
        yield number, (*row, *[None] * (width - len(row)))
