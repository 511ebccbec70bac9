"""Tables named on the command line and in jobs: the wanted columns of files of any kind."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import IO

from alignment.formats import FormatError
from alignment.formats.files import open_file, read_lines
from annotation_site.tables.delimited import trim_cell
from annotation_site.tables.json_rows import is_json_array, read_objects, write_value
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.texts.batches import in_batches
from annotation_site.texts.faults import Rejected
from evaluation.files.lines import check_line

# Line numbers, and the cells of each column.
Columns = tuple[Sequence[int], list[Sequence[str]]]


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

    Empty rows are skipped. Raise FormatError for unreadable files, after the rows before the fault: a row with too few
    or too many cells is one, since what is shifted would give wrong figures.
    """
    with open_file(path) as file:
        table = _open_with(file, path, columns, TableOptions(encoding or "", sheet=sheet or ""))
        if table.kind == "json":
            yield from _in_columns(_read_rows(table, columns))
        else:
            yield from _read_batches(table, columns)


def read_header(path: str, encoding: str | None = None) -> list[str]:
    """Return the column names in order; for JSON, the keys of the first objects."""
    with open_file(path) as file:
        return list(open_table(file, path, TableOptions(encoding or "")).columns)


def read_number(path: str, line: int, text: str) -> float:
    """Return a finite number; raise FormatError for anything else."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(path, line, f"“{text[:40]}” is not a number.")
    return value


def _open_with(file: IO[bytes], path: str, columns: Sequence[str], options: TableOptions) -> Table:
    """Return the table; a first row with the wanted names is a header, whatever it looks like."""
    table = open_table(file, path, options)
    if not set(columns) <= set(table.columns) and not table.has_header:
        table = open_table(file, path, TableOptions(options.encoding, sheet=options.sheet, header="yes"))
    for column in columns:
        if column not in table.columns:
            raise FormatError(path, 1, f"There is no column “{column}”. Columns: {', '.join(table.columns)}.")
    return table


def _read_batches(table: Table, columns: Sequence[str]) -> Iterator[Columns]:
    wanted = [table.columns.index(column) for column in columns]
    width = len(table.columns)
    with closing(table.batches()) as batches:
        for batch in batches:
            if len(batch.columns) == width:
                _check_characters(table.name, batch.lines, batch.columns)
                yield batch.lines, [_trim(batch.columns[index]) for index in wanted]
                continue
            rows = batch.rows
            kept, fault = _find_whole_rows(rows, width)
            if kept:
                cells = list(zip(*(rows[at][:width] for at in kept), strict=True))
                _check_characters(table.name, [batch.lines[at] for at in kept], cells)
                yield [batch.lines[at] for at in kept], [_trim(cells[index]) for index in wanted]
            if fault is not None:
                problem = f"The row has {len(rows[fault])} cells, but the header has {width}."
                raise FormatError(table.name, batch.lines[fault], problem)


def _find_whole_rows(rows: Sequence[Sequence[str]], width: int) -> tuple[list[int], int | None]:
    """Return the places of rows with a cell for each column, up to the first other row that is not empty."""
    kept: list[int] = []
    for at, row in enumerate(rows):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) < width or any(cell.strip() for cell in row[width:]):
            return kept, at
        kept.append(at)
    return kept, None


def _check_characters(path: str, lines: Sequence[int], columns: Sequence[Sequence[str]]) -> None:
    """Raise FormatError for cells that are no text; all are looked at together, which is twenty times as fast."""
    joined = "".join(map("".join, columns))
    if joined.isprintable():
        return
    for line, cells in zip(lines, zip(*columns, strict=True), strict=True):
        check_line(path, line, "".join(cells))


def _trim(cells: Sequence[str]) -> list[str]:
    """Return what trim_cell makes of each, which no cell without an apostrophe needs in full."""
    return list(map(trim_cell if "'" in "".join(cells) else str.strip, cells))


def _read_rows(table: Table, columns: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    wanted = [table.columns.index(column) for column in columns]
    for row in table.rows():
        if isinstance(row, Rejected):
            raise FormatError(table.name, row.line, row.reason)
        yield row.line, [write_value(row.cells[index]) for index in wanted]


def _in_columns(rows: Iterator[tuple[int, list[str]]]) -> Iterator[Columns]:
    for batch in in_batches(rows, 1_000):
        lines, cells = zip(*batch, strict=True)
        yield lines, list(zip(*cells, strict=True))


def read_json_lines(path: str, encoding: str | None = None) -> Generator[tuple[int, dict[str, object]]]:
    """Yield the line and the object of every row, of JSON Lines or of an array; raise FormatError for a row that is no
    object.
    """

    def open_lines() -> Generator[str]:
        yield from read_lines(path, encoding)

    with closing(open_lines()) as lines:
        first = next((line for line in lines if line.strip()), "")
    for row in read_objects(open_lines, path, is_array=is_json_array(first)):
        if isinstance(row, Rejected):
            raise FormatError(path, row.line, row.reason)
        line, value = row
        yield line, dict(value)
