"""Tables of every kind as records: TSV, CSV, XLSX, and JSON Lines, recognised by name and first line."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from annotation_site.texts.delimited import NotDelimitedError, read_delimited
from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.lines import detect_file_encoding, is_too_long, open_text
from annotation_site.texts.workbooks import read_sheet

MOST_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class Record:
    """One row: where it stood, and its cells by the name of their column in lower case with spaces as underscores."""

    line: int
    cells: Mapping[str, Any]


def read_table(data: bytes, name: str, encoding: str = "") -> Iterator[Record | Rejected]:
    """Yield rows of the file; raise FormatError if it is no table with a header."""
    if name.lower().endswith(".xlsx") or data.startswith(b"PK\x03\x04"):
        yield from _read_workbook(data, name)
        return
    chosen = encoding or detect_file_encoding(BytesIO(data))

    def open_lines() -> Generator[str]:
        with closing(open_text(BytesIO(data), chosen, name)) as lines:
            yield from lines

    with closing(open_lines()) as lines:
        first = next(lines, "")
    if first.lstrip().startswith("{"):
        yield from _read_objects(open_lines())
    else:
        yield from _read_separated(open_lines, name, _find_separator(first))


def _find_separator(header: str) -> str:
    return max("\t,;", key=header.count)


def _read_separated(open_lines: Callable[[], Generator[str]], name: str, separator: str) -> Iterator[Record | Rejected]:
    with closing(read_delimited(open_lines, separator)) as rows:
        try:
            header = _read_header(next(rows, (1, []))[1], name)
            for line, row in rows:
                if any(row):
                    yield _make_record(line, header, row)
        except NotDelimitedError as error:
            raise FormatError(name, error.line, f"The table cannot be read: {error}.") from error


def _read_workbook(data: bytes, name: str) -> Iterator[Record | Rejected]:
    """Yield the rows of the first sheet; whole numbers are read without their .0."""
    with closing(read_sheet(BytesIO(data), name)) as rows:
        header = _read_header([_write_cell(cell) for cell in next(rows, (1, ()))[1]], name)
        for line, row in rows:
            cells = [_write_cell(cell) for cell in row]
            if any(cells):
                yield _make_record(line, header, cells)


def _write_cell(cell: object) -> str:
    if cell is None:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _read_objects(lines: Iterator[str]) -> Iterator[Record | Rejected]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if is_too_long(line):
            yield reject(number, "The line is longer than 1 MB.", line[:200])
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            yield reject(number, "The line is not a JSON object.", line)
            continue
        if isinstance(value, dict):
            yield Record(number, {name_column(key): cell for key, cell in value.items()})
        else:
            yield reject(number, "The line is not a JSON object.", line)


def _read_header(cells: Sequence[str], name: str) -> list[str]:
    header = [name_column(cell) for cell in cells]
    named = [column for column in header if column]
    if not named or len(header) > MOST_COLUMNS:
        raise FormatError(name, 1, "The first line must have the column names.")
    if repeated := next((column for column in named if named.count(column) > 1), None):
        raise FormatError(name, 1, f"The column {repeated} occurs twice.")
    return header


def name_column(text: str) -> str:
    """Return the column's normal name: `MWE ref. trans.` and `mwe_ref._trans.` are one column."""
    return "_".join(text.strip().lower().split())


def _make_record(line: int, header: Sequence[str], row: Sequence[str]) -> Record | Rejected:
    if len(row) > len(header) and any(cell.strip() for cell in row[len(header) :]):
        return reject(line, f"The row has {len(row)} cells, the header {len(header)}.", " ".join(row))
    return Record(line, {name: cell.strip() for name, cell in zip(header, row, strict=False) if name})
