"""Tables of every kind as records, with columns by their names in lower case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType
from typing import Any

from annotation_site.tables.columns import Assignment, Role, check_assignment, complete_assignment
from annotation_site.tables.reading import RECOGNISED, Table, TableOptions, open_table
from annotation_site.texts.faults import FormatError, Rejected

MOST_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class Record:
    """One row: where it stood, and its cells by the name of their column in lower case with spaces as underscores."""

    line: int
    cells: Mapping[str, Any]


def read_table(
    data: bytes,
    name: str,
    options: TableOptions = RECOGNISED,
    roles: Sequence[Role] = (),
    wanted: Assignment = MappingProxyType({}),
) -> Iterator[Record | Rejected]:
    """Yield rows of the file, with a role's name for a column that is `wanted` for it or has a usual one; raise
    FormatError if it is no table, or a wanted column is not in it.
    """
    table = open_table(BytesIO(data), name, options)
    assignment = complete_assignment(roles, table.columns, wanted)
    check_assignment(roles, assignment, table.columns, name)
    proposed = {column: role for role, columns in assignment.items() for column in columns}
    names = {column: proposed.get(column) or name_column(column) for column in table.columns}
    yield from _read_named(table, names)


def read_assigned(table: Table, roles: Sequence[Role], assignment: Assignment) -> Iterator[Record | Rejected]:
    """Yield rows of an open table with the assigned columns only, by role; those of a role that takes several keep
    their own names.
    """
    names = {}
    for role in roles:
        for column in assignment.get(role.name, ()):
            names[column] = name_column(column) if role.takes_several else role.name
    return _read_named(table, names)


def _read_named(table: Table, names: Mapping[str, str]) -> Iterator[Record | Rejected]:
    """Yield rows with the columns that have a name, by it."""
    header = list(names.values())
    if len(header) > MOST_COLUMNS:
        raise FormatError(table.name, 1, f"The table has more than {MOST_COLUMNS} columns.")
    if repeated := next((column for column in header if header.count(column) > 1), None):
        raise FormatError(table.name, 1, f"The column {repeated} occurs twice.")
    indices = [list(table.columns).index(column) for column in names]
    for row in table.rows():
        if isinstance(row, Rejected):
            yield row
        else:
            yield Record(row.line, {key: row.cells[index] for key, index in zip(header, indices, strict=True)})


def name_column(text: str) -> str:
    """Return the column's normal name: `MWE ref. trans.` and `mwe_ref._trans.` are one column."""
    return "_".join(text.strip().lower().split())
