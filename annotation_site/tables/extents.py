"""The size of sheets in a workbook before a parser holds them: a cell may claim to stand in row 1,048,576.

The parser of workbooks allocates every cell between the first and the last one, and ends the process where that is more
than the memory. These sizes are therefore read from the XML in pieces, which holds nothing.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

PIECE = 1 << 20
# No start tag of a cell is longer; what is cut at the end of a piece is looked at with the next one.
LONGEST_TAG = 1 << 12
_REFERENCE = re.compile(rb"<(?:\w+:)?(?:c|row)\s[^<>]{0,400}?\br\s*=\s*[\"']([A-Za-z]{0,4})([0-9]{1,18})[\"']")
_FORMULA_ALONE = re.compile(rb"</(?:\w+:)?f>\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>")
_OPEN_DOCUMENT = re.compile(
    rb"<(?:\w+:)?(?P<kind>table|table-row|table-cell|covered-table-cell)(?P<attributes>(?:\s[^<>]{0,4000})?)>"
)
_REPEATED = re.compile(rb"number-(?:columns|rows)-repeated\s*=\s*[\"']([0-9]{1,18})[\"']")


@dataclass(frozen=True, slots=True)
class Extents:
    """The most rows and columns between the first cell and the last of a sheet, and formulas without a stored value."""

    rows: int = 0
    columns: int = 0
    formulas_without_value: int = 0

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    def joined(self, other: Extents) -> Extents:
        """Return the larger of both in each direction."""
        formulas = self.formulas_without_value + other.formulas_without_value
        return Extents(max(self.rows, other.rows), max(self.columns, other.columns), formulas)


def measure_workbook(archive: zipfile.ZipFile) -> Extents:
    """Return the extents of all sheets of an xlsx or ods workbook, and read every member to its end, so that one that
    is longer than it says, or damaged, raises BadZipFile here.
    """
    extents = Extents()
    for entry in archive.infolist():
        with archive.open(entry) as member:
            extents = extents.joined(_measure_member(member, entry.filename))
    return extents


def _measure_member(member: IO[bytes], name: str) -> Extents:
    if name == "content.xml":
        return _measure_open_document(member)
    rows = columns = formulas = 0
    for piece in _overlapping_pieces(member):
        for letters, number in _REFERENCE.findall(piece):
            rows = max(rows, int(number))
            columns = max(columns, _column_number(letters))
        formulas += len(_FORMULA_ALONE.findall(piece))
    return Extents(rows, max(columns, 1 if rows else 0), formulas)


def _overlapping_pieces(member: IO[bytes]) -> Iterator[bytes]:
    """Yield pieces that begin with an opening bracket, so that no tag is cut."""
    rest = b""
    while data := member.read(PIECE):
        piece = rest + data
        cut = piece.rfind(b"<", max(0, len(piece) - LONGEST_TAG))
        rest = piece[cut:] if cut > 0 else b""
        yield piece[:cut] if cut > 0 else piece
    if rest:
        yield rest


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _measure_open_document(member: IO[bytes]) -> Extents:
    """Return the extents of the sheets of content.xml, where equal cells and rows are written once with their count."""
    extents = Extents()
    row = repeated = column = width = 0
    for piece in _overlapping_pieces(member):
        for tag in _OPEN_DOCUMENT.finditer(piece):
            attributes = tag["attributes"]
            match = _REPEATED.search(attributes)
            count = int(match[1]) if match else 1
            if tag["kind"] == b"table":
                row = repeated = column = 0
            elif tag["kind"] == b"table-row":
                row, repeated, column = row + repeated, count, 0
            else:
                column += count
                if b"value" in attributes or not attributes.endswith(b"/"):
                    width = max(width, column)
                    extents = extents.joined(Extents(row + repeated, width))
    return extents
