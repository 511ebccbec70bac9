"""Tables named on the command line: the wanted columns of csv, tsv, jsonl and xlsx files, row by row."""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing

from alignment.formats import FormatError
from alignment.formats.files import open_file, read_lines
from annotation_site.texts.delimited import NotDelimitedError, read_delimited
from annotation_site.texts.workbooks import read_sheet
from evaluation.files.lines import check_line

_TABS = (".tsv", ".tab")


def read_cells(
    path: str, columns: Sequence[str], encoding: str | None = None, sheet: str | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number (or row of the sheet) and the trimmed cells of the columns.

    The format follows from the name's ending, and is CSV by default. Empty rows are skipped. Raise FormatError for
    unreadable files.
    """
    name = path.lower()
    if name.endswith(".xlsx"):
        yield from _read_workbook(path, columns, sheet)
    elif name.endswith((".jsonl", ".ndjson")):
        yield from _read_jsonl(path, columns, encoding)
    else:
        yield from _read_delimited(path, columns, encoding, "\t" if name.endswith(_TABS) else ",")


def read_header(path: str, encoding: str | None = None, sheet: str | None = None) -> list[str]:
    """Return the column names in order; for JSON Lines, the keys of the first object."""
    name = path.lower()
    if name.endswith(".xlsx"):
        with closing(_open_sheet(path, sheet)) as rows:
            return next(rows, (1, []))[1]
    if name.endswith((".jsonl", ".ndjson")):
        with closing(read_json_lines(path, encoding)) as objects:
            return list(next(objects, (1, {}))[1])
    with closing(_read_rows(path, encoding, "\t" if name.endswith(_TABS) else ",")) as rows:
        return next(rows, (1, []))[1]


def read_number(path: str, line: int, text: str) -> float:
    """Return a finite number; raise FormatError for anything else."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(path, line, f"“{text[:40]}” is not a number.")
    return value


def _read_delimited(
    path: str, columns: Sequence[str], encoding: str | None, delimiter: str
) -> Iterator[tuple[int, list[str]]]:
    with closing(_read_rows(path, encoding, delimiter)) as rows:
        _, header = next(rows, (1, []))
        wanted = _find_columns(path, header, columns)
        for line, row in rows:
            if not row:
                continue
            if len(row) != len(header):
                raise FormatError(path, line, f"The row has {len(row)} cells, but the header has {len(header)}.")
            yield line, [row[index] for index in wanted]


def _read_rows(path: str, encoding: str | None, delimiter: str) -> Generator[tuple[int, list[str]]]:
    def open_lines() -> Generator[str]:
        with closing(read_lines(path, encoding)) as lines:
            for number, line in enumerate(lines, 1):
                yield check_line(path, number, line)

    try:
        yield from read_delimited(open_lines, delimiter)
    except NotDelimitedError as error:
        raise FormatError(path, error.line, f"The row is not valid CSV: {error}.") from error


def _find_columns(path: str, header: Sequence[str], columns: Sequence[str]) -> list[int]:
    for column in columns:
        if column not in header:
            raise FormatError(path, 1, f"There is no column “{column}”. Columns: {', '.join(header)}.")
    return [header.index(column) for column in columns]


def _read_jsonl(path: str, columns: Sequence[str], encoding: str | None) -> Iterator[tuple[int, list[str]]]:
    for number, row in read_json_lines(path, encoding):
        for column in columns:
            if column not in row:
                raise FormatError(path, number, f"There is no key “{column}”. Keys: {', '.join(row)}.")
        yield number, [_to_text(row[column]) for column in columns]


def read_json_lines(path: str, encoding: str | None = None) -> Generator[tuple[int, dict[str, object]]]:
    """Yield the number and object of every non-empty line; raise FormatError for a line that is not an object."""
    for number, line in enumerate(read_lines(path, encoding), 1):
        if not check_line(path, number, line).strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            raise FormatError(path, number, "The line is not a JSON object.") from None
        if not isinstance(row, dict):
            raise FormatError(path, number, "The line is not a JSON object.")
        yield number, row


def _read_workbook(path: str, columns: Sequence[str], sheet: str | None) -> Iterator[tuple[int, list[str]]]:
    with closing(_open_sheet(path, sheet)) as rows:
        wanted = _find_columns(path, next(rows, (1, []))[1], columns)
        for number, row in rows:
            if any(row):
                yield number, [row[index] if index < len(row) else "" for index in wanted]


def _open_sheet(path: str, sheet: str | None) -> Generator[tuple[int, list[str]]]:
    """Yield every row of the sheet, starting with the header."""
    with open_file(path) as file:
        for number, cells in read_sheet(file, path, sheet):
            yield number, [_to_text(cell) for cell in cells]


def _to_text(cell: object) -> str:
    return "" if cell is None else str(cell).strip()
