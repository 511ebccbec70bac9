"""Tables named on the command line and in jobs: the wanted columns of files of any kind."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import IO

from alignment.formats import FormatError
from annotation_site.tables import numbers
from annotation_site.tables.columns import (
    Assignment,
    ColumnsError,
    Role,
    check_assignment,
    complete_assignment,
    refuse_column,
)
from annotation_site.tables.json_rows import is_json_array, read_objects
from annotation_site.tables.reading import RECOGNISED, ColumnBatch, Table, TableOptions, open_table
from annotation_site.tables.workbooks import is_workbook
from annotation_site.texts.faults import Rejected
from annotation_site.texts.files import open_file, read_lines
from annotation_site.texts.lines import detect_file_encoding

_TABLE_ENDINGS = (".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson")


def read_cells(
    path: str, columns: Sequence[str], options: TableOptions = RECOGNISED, *, keeps_empty: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number (or row of the sheet) and the trimmed cells of the columns, as read_columns reads them."""
    for lines, cells in read_columns(path, columns, options, keeps_empty=keeps_empty):
        yield from zip(lines, map(list, zip(*cells, strict=True)), strict=True)


def read_columns(
    path: str, columns: Sequence[str], options: TableOptions = RECOGNISED, *, keeps_empty: bool = False
) -> Iterator[ColumnBatch]:
    """Yield, for many rows at a time, their line numbers and the trimmed cells of each column.

    Empty rows are skipped, unless their place counts (`keeps_empty`). Raise FormatError for unreadable files, after the
    rows before the fault: a row with too few or too many cells is one, since what is shifted would give wrong figures.
    """
    with open_file(path) as file:
        table = _open_with(file, path, columns, options)
        for batch in table.read_columns(columns, pads=False, keeps_empty=keeps_empty):
            if isinstance(batch, Rejected):
                raise FormatError(path, batch.line, batch.reason)
            yield batch


def read_header(path: str, options: TableOptions = RECOGNISED) -> list[str]:
    """Return the column names in order; for JSON, the keys of the first objects."""
    with open_file(path) as file:
        return list(open_table(file, path, options).columns)


def assign_columns(
    path: str,
    roles: Sequence[Role],
    options: TableOptions = RECOGNISED,
    wanted: Assignment = MappingProxyType({}),
) -> dict[str, str]:
    """Return the column of each role: those wanted, others by their usual names. Raise ColumnsError if a required one
    is missing, or a wanted one unknown.
    """
    columns_by_role = assign_several(path, roles, options, wanted)
    return {role: names[0] for role, names in columns_by_role.items()}


def assign_several(
    path: str,
    roles: Sequence[Role],
    options: TableOptions = RECOGNISED,
    wanted: Assignment = MappingProxyType({}),
    *,
    may_share: bool = False,
) -> dict[str, Sequence[str]]:
    """Return the columns of each role, as `assign_columns` does, for roles that take several. With `may_share`, two
    roles can have the same column.
    """
    columns = read_header(path, options)
    groups = [[role] for role in roles] if may_share else [roles]
    assignment: dict[str, Sequence[str]] = {}
    for group in groups:
        own = {role.name: wanted[role.name] for role in group if role.name in wanted}
        assignment |= complete_assignment(group, columns, own)
    try:
        for group in groups:
            own = {role.name: assignment[role.name] for role in group if role.name in assignment}
            check_assignment(group, own, columns, path)
    except ColumnsError as fault:
        problem = _name_missing(roles, assignment, columns) or fault.sentence
        raise ColumnsError(path, 1, problem, example=fault.example) from fault
    return assignment


def _name_missing(roles: Sequence[Role], assignment: Assignment, columns: Sequence[str]) -> str:
    missing = [role.title for role in roles if role.is_required and not assignment.get(role.name)]
    named = " and ".join(f"“{title}”" for title in missing)
    return f"There is no column for {named}. Columns: {', '.join(columns)}." if missing else ""


def have_columns(roles: Sequence[Role], columns: Sequence[str]) -> bool:
    """Return whether each required role has a column with one of its usual names."""
    required = [role for role in roles if role.is_required]
    return all(_has_column(role, columns) for role in required)


def _has_column(role: Role, columns: Sequence[str]) -> bool:
    return any(role.rank(column) is not None for column in columns)


def is_table(file: IO[bytes], name: str) -> bool:
    """Return whether a file is a table rather than a text with a line per segment; leaves it at its start.

    Workbooks and files named as tables or JSON are; of others, those whose first row names several columns.
    """
    if is_workbook(file, name) or name.lower().endswith(_TABLE_ENDINGS):
        return True
    try:
        table = open_table(file, name, expects_header=False)
        if table.kind == "json":
            return False
        widths = {len(cells) for batch in islice(table.batches(), 1) for cells in batch.rows if any(cells)}
    except FormatError:
        return False
    finally:
        file.seek(0)
    return table.has_header and len(table.columns) > 1 and widths == {len(table.columns)}


def holds_table(path: str, name: str) -> bool:
    """Return whether the file at a path is a table, as `is_table` does."""
    with open_file(path) as file:
        return is_table(file, name)


def read_number(path: str, line: int, text: str, *, decimal_comma: bool | None = None) -> float:
    """Return a finite number; raise FormatError for anything else."""
    try:
        return numbers.read_number(text, decimal_comma=decimal_comma)
    except numbers.NotANumber as error:
        raise FormatError(path, line, str(error)) from error


def _open_with(file: IO[bytes], path: str, columns: Sequence[str], options: TableOptions) -> Table:
    """Return the table; a first row with the wanted names is a header, whatever it looks like."""
    table = open_table(file, path, options)
    if not set(columns) <= set(table.columns) and not (table.has_header or options.header):
        table = open_table(file, path, replace(options, header="yes"))
    for column in columns:
        if column not in table.columns:
            raise refuse_column(path, column, table.columns, line=1)
    return table


def read_json_lines(path: str, encoding: str | None = None) -> Generator[tuple[int, dict[str, object]]]:
    """Yield the line and the object of every row, of JSON Lines or of an array; raise FormatError for a row that is no
    object.
    """
    with closing(read_lines(path, encoding)) as lines:
        first = next((line for line in lines if line.strip()), "")
    with open_file(path) as file:
        encoding = encoding or detect_file_encoding(file, path)
        for row in read_objects(file, path, encoding, is_array=is_json_array(first)):
            if isinstance(row, Rejected):
                raise FormatError(path, row.line, row.reason)
            line, value = row
            yield line, dict(value)
