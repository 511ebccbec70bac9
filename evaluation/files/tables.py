"""Tables named on the command line: the wanted columns of csv, tsv, jsonl and xlsx files."""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from itertools import chain

from alignment.formats import FormatError
from alignment.formats.files import open_file, read_lines
from annotation_site.texts.batches import in_batches
from annotation_site.texts.delimited import Batch, NotDelimitedError, read_batches, trim_cell
from annotation_site.texts.workbooks import read_sheet
from evaluation.files.lines import check_line, check_lines

# Line numbers, and the cells of each column.
Columns = tuple[Sequence[int], list[Sequence[str]]]
_TABS = (".tsv", ".tab")
# What stands for the first rows of an empty file.
_NOTHING = Batch([1], ragged=[[]])


def read_cells(
    path: str, columns: Sequence[str], encoding: str | None = None, sheet: str | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number (or row of the sheet) and the trimmed cells of the columns, as read_columns reads them."""
    for lines, cells in read_columns(path, columns, encoding, sheet):
        yield from zip(lines, map(list, zip(*cells, strict=True)), strict=True)


def read_columns(
    path: str, columns: Sequence[str], encoding: str | None, sheet: str | None = None
) -> Iterator[Columns]:
    """Yield, for many rows at a time, their line numbers and the trimmed cells of each column.

    The format follows from the name's ending, and is CSV by default. Empty rows are skipped. Raise FormatError for
    unreadable files, after the rows before the fault.
    """
    name = path.lower()
    if name.endswith(".xlsx"):
        yield from _in_columns(_read_workbook(path, columns, sheet))
    elif name.endswith((".jsonl", ".ndjson")):
        yield from _in_columns(_read_jsonl(path, columns, encoding))
    else:
        yield from _read_delimited(path, columns, encoding, "\t" if name.endswith(_TABS) else ",")


def _in_columns(rows: Iterator[tuple[int, list[str]]]) -> Iterator[Columns]:
    for batch in in_batches(rows, 1_000):
        lines, cells = zip(*batch, strict=True)
        yield lines, list(zip(*cells, strict=True))


def read_header(path: str, encoding: str | None = None) -> list[str]:
    """Return the column names in order; for JSON Lines, the keys of the first object."""
    name = path.lower()
    if name.endswith(".xlsx"):
        with closing(_open_sheet(path, None)) as rows:
            return next(rows, (1, []))[1]
    if name.endswith((".jsonl", ".ndjson")):
        with closing(read_json_lines(path, encoding)) as objects:
            return list(next(objects, (1, {}))[1])
    with closing(_read_batches(path, encoding, "\t" if name.endswith(_TABS) else ",")) as batches:
        return _trim(next(batches, _NOTHING).rows[0])


def read_number(path: str, line: int, text: str) -> float:
    """Return a finite number; raise FormatError for anything else."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(path, line, f"“{text[:40]}” is not a number.")
    return value


def _read_delimited(path: str, columns: Sequence[str], encoding: str | None, delimiter: str) -> Iterator[Columns]:
    with closing(_read_batches(path, encoding, delimiter)) as batches:
        first = next(batches, _NOTHING)
        header = _trim(first.rows[0])
        wanted = _find_columns(path, header, columns)
        for batch in chain([first.after_first()], batches):
            if len(batch.columns) == len(header):
                yield batch.lines, [_trim(batch.columns[index]) for index in wanted]
                continue
            lines, rows = batch.lines, batch.rows
            fault = next((place for place, row in enumerate(rows) if row and len(row) != len(header)), len(rows))
            if kept := [place for place in range(fault) if rows[place]]:
                cells = list(zip(*(rows[place] for place in kept), strict=True))
                yield [lines[place] for place in kept], [_trim(cells[index]) for index in wanted]
            if fault < len(rows):
                problem = f"The row has {len(rows[fault])} cells, but the header has {len(header)}."
                raise FormatError(path, lines[fault], problem)


def _trim(cells: Sequence[str]) -> list[str]:
    """Return what trim_cell makes of each, which no cell without an apostrophe needs in full."""
    return list(map(trim_cell if "'" in "".join(cells) else str.strip, cells))


def _read_batches(path: str, encoding: str | None, delimiter: str) -> Generator[Batch]:
    def open_lines() -> Generator[str]:
        with closing(read_lines(path, encoding)) as lines:
            yield from check_lines(path, lines)

    try:
        yield from read_batches(open_lines, delimiter)
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
