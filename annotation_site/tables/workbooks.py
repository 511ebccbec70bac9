"""Rows of spreadsheets: xlsx and xls of Excel, ods of LibreOffice. A damaged one becomes one sentence."""

from __future__ import annotations

import datetime
import math
import zipfile
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import IO, Any

from annotation_site.tables.extents import Extents, measure_workbook
from annotation_site.texts.faults import FormatError
from annotation_site.texts.not_text import WORKBOOK, refuse_document
from annotation_site.texts.zip_members import DAMAGES

MOST_UNPACKED = 200 << 20
# 32 bytes each in the parser's memory, whether they are filled or not.
MOST_CELLS = 5_000_000
ENDINGS = (".xlsx", ".xlsm", ".xls", ".ods")
_ZIP, _OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PARTS_OF_WORKBOOKS = ("xl/workbook.xml", "content.xml")
# What stands in the first bytes of a workbook; documents of Word and PowerPoint have neither.
_HEAD = 1 << 12
_SIGNS = (b"xl/", b"opendocument.spreadsheet")
_OTHER_OFFICE = (".doc", ".ppt", ".msg")
_BINARY_WORKBOOK = "xl/workbook.bin"
_DAMAGES = (*DAMAGES, LookupError, ValueError)


@dataclass(frozen=True, slots=True)
class Workbook:
    """The visible sheets of a workbook; `formulas_without_value` have been written by a program that computes none."""

    name: str
    sheets: Sequence[str]
    formulas_without_value: int
    _parsed: Any

    def find_first_filled(self) -> str:
        """Return the first sheet with a row of several cells, else the first with rows, else the first: notes on a
        table stand before it, in one column.
        """
        filled = [sheet for sheet in self.sheets if any(any(row) for _, row in self.read_rows(sheet))]
        for sheet in filled:
            if any(len(list(filter(None, row))) > 1 for _, row in self.read_rows(sheet)):
                return sheet
        return (filled or self.sheets)[0]

    def read_rows(self, sheet: str) -> Generator[tuple[int, list[str]]]:
        """Yield number and cells of every row, including empty ones; raise FormatError if there is no such sheet."""
        if sheet not in self.sheets:
            raise FormatError(self.name, None, f"There is no sheet “{sheet}”. Sheets: {', '.join(self.sheets)}.")
        rows = _refuse_damage(self.name, lambda: self._parsed.get_sheet_by_name(sheet).iter_rows())
        for number, row in enumerate(rows, start=1):
            yield number, [write_cell(cell) for cell in row]


def is_workbook(file: IO[bytes], name: str) -> bool:
    """Return whether the file is meant as a workbook, by its name or its first bytes; leaves it at its start."""
    file.seek(0)
    first_bytes = file.read(_HEAD)
    file.seek(0)
    if name.lower().endswith(ENDINGS):
        return True
    if first_bytes.startswith(_OLD_OFFICE):
        return not name.lower().endswith(_OTHER_OFFICE)
    return first_bytes.startswith(_ZIP) and any(part in first_bytes for part in _SIGNS)


def open_workbook(file: IO[bytes], name: str) -> Workbook:
    """Return the workbook. Raise FormatError, with `name` as the file's, if it is none, or too large to be held."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # 1 MB that most processes never need

    extents = _measure(file, name)
    if extents.cells > MOST_CELLS:
        raise FormatError(
            name,
            None,
            f"A sheet spans {extents.rows:,} rows and {extents.columns:,} columns; {MOST_CELLS:,} cells can be read. "
            "Delete what stands far below or beside the table, or save it as CSV.",
        )
    file.seek(0)
    parsed = _refuse_damage(name, lambda: CalamineWorkbook.from_filelike(file))
    sheets = [
        sheet.name
        for sheet in parsed.sheets_metadata
        if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
    ]
    if not sheets:
        raise FormatError(name, None, "The workbook has no visible sheet with cells.")
    return Workbook(name, sheets, extents.formulas_without_value, parsed)


def _measure(file: IO[bytes], name: str) -> Extents:
    """Return the extents of a zipped workbook; an xls cannot claim more than 65,536 rows of 256 cells."""
    file.seek(0)
    is_old = file.read(len(_OLD_OFFICE)) == _OLD_OFFICE
    file.seek(0)
    if is_old:
        return Extents()
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if _BINARY_WORKBOOK in names:
                raise FormatError(name, None, "This is a binary Excel workbook (xlsb). Save it as xlsx or CSV.")
            if not set(names).intersection(_PARTS_OF_WORKBOOKS):
                raise zipfile.BadZipFile
            if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED:
                raise FormatError(name, None, f"The uncompressed workbook is larger than {MOST_UNPACKED >> 20} MB.")
            return measure_workbook(archive)
    except _DAMAGES as error:
        file.seek(0)
        refuse_document(file, name, wanted=WORKBOOK)
        raise FormatError(name, None, "The file is not a workbook (xlsx, xls or ods), or it is damaged.") from error


def _refuse_damage(name: str, parse: Any) -> Any:
    """Return what the parser returns; raise FormatError for what it finds damaged, or locked by a password."""
    from python_calamine import CalamineError, PasswordError

    try:
        return parse()
    except PasswordError as error:
        raise FormatError(name, None, "The workbook is locked by a password. Save it without one.") from error
    except (CalamineError, *_DAMAGES) as error:
        raise FormatError(
            name, None, "The workbook is damaged, protected by a password, or no xlsx, xls or ods file."
        ) from error
    except BaseException as error:
        # A panic inside the parser is no Exception, so that programs end by it; here it is one more kind of damage.
        if type(error).__name__ != "PanicException":
            raise
        raise FormatError(name, None, "The workbook is damaged.") from error


def write_cell(cell: object) -> str:
    """Return a cell as text: whole numbers without .0, dates as 2026-11-26, truth as true or false, errors as empty."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return write_number(cell)
    if isinstance(cell, datetime.datetime):
        has_no_time = cell.time() == datetime.time()
        return cell.date().isoformat() if has_no_time else cell.isoformat(sep=" ")
    if isinstance(cell, (datetime.date, datetime.time)):
        return cell.isoformat()
    return str(cell).strip()


def write_number(number: float) -> str:
    """Return a number as people write it; a missing one (NaN) is empty."""
    if math.isnan(number):
        return ""
    return str(int(number)) if number.is_integer() and abs(number) < 10**15 else repr(number)
