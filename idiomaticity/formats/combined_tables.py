"""Several files of one upload, whose columns are assigned together by their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from annotation_site.tables.checks import describe_short_lines
from annotation_site.tables.column_words import simplify_name
from annotation_site.tables.columns import (
    Assignment,
    Cells,
    ColumnsError,
    Role,
    check_assignment,
    describe_table,
    find_unused,
    propose_columns,
)
from annotation_site.tables.reading import RECOGNISED, Row, Table, TableOptions
from annotation_site.texts.faults import FormatError, Rejected
from idiomaticity.formats.marked_texts import open_marks
from idiomaticity.formats.occurrence_files import open_occurrences

SHOWN_ROWS = 5
# By which a proposal is checked against cells.
LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class CombinedTables:
    """Tables, and the columns of all of them; `places` has for each table where it has a column."""

    tables: Sequence[Table]
    columns: Sequence[str]
    places: Sequence[Mapping[str, int]]
    # The files are an export of an annotation tool, whose expressions may have no head.
    is_marked: bool = False

    def propose(self, roles: Sequence[Role]) -> dict[str, list[str]]:
        """Return the likely columns of each role in each of the tables."""
        proposed: dict[str, list[str]] = {}
        for table, places in zip(self.tables, self.places, strict=True):
            for role, columns in propose_columns(roles, list(places), table.read_sample(LOOKED_AT)).items():
                known = proposed.setdefault(role, [])
                known += [column for column in columns if column not in known]
        return proposed

    @property
    def files(self) -> list[dict[str, Any]]:
        """Return the name and the columns of each table."""
        return [
            {"name": table.name, "columns": list(places)}
            for table, places in zip(self.tables, self.places, strict=True)
        ]

    def check(self, roles: Sequence[Role], assignment: Assignment) -> None:
        """Raise ColumnsError for an assignment by which one of the tables cannot be read."""
        named = ", ".join(table.name for table in self.tables)
        several = {role: columns[:1] for role, columns in assignment.items()}
        check_assignment(roles, several, self.columns, named)
        for columns in assignment.values():
            if unknown := [column for column in columns if column not in self.columns]:
                raise ColumnsError(
                    named, None, f"There is no column “{unknown[0]}”. Columns: {', '.join(self.columns)}."
                )
        check_files(roles, self.files, assignment)

    def list_texts(self) -> list[str]:
        """Return the names of columns and the texts in the first rows."""
        rows = [row for table in self.tables for row in table.read_sample(LOOKED_AT)]
        return [*self.columns, *(cell for row in rows for cell in row.cells if isinstance(cell, str))]

    def read_cells(self, assignment: Assignment) -> Iterator[Cells | Rejected]:
        """Yield the rows of all tables by role; None stands for a column that a table does not have. One that
        has no more than a header adds nothing. Raise FormatError if that is so of all.
        """
        is_empty = True
        for table, index_of in zip(self.tables, self.places, strict=True):
            wanted = {role: list(map(index_of.get, columns)) for role, columns in assignment.items()}
            for row in table.rows():
                is_empty = False
                yield row if isinstance(row, Rejected) else _take_cells(row, wanted)
        if is_empty:
            raise FormatError(", ".join(table.name for table in self.tables), None, "The table has no rows.")

    def describe(self, assignment: Assignment) -> dict[str, Any]:
        """Return what a page shows of the tables, as of one."""
        described = [describe_table(table, {}, rows=SHOWN_ROWS) for table in self.tables]
        if len(described) == 1:
            return described[0] | {"files": self.files} | _assignment_to_json(assignment, self.columns)
        return {
            "name": ", ".join(table.name for table in self.tables),
            # Sheets, headers and separators are those of one file.
            "kind": "several",
            "title": ", ".join(dict.fromkeys(table.title for table in self.tables)),
            "encoding": described[0]["encoding"],
            "separator": "",
            "sheet": "",
            "sheets": [],
            "has_header": True,
            "columns": list(self.columns),
            "sample": self._list_sample(described),
            "notes": [note for table in described for note in table["notes"]],
            "files": self.files,
            **_assignment_to_json(assignment, self.columns),
        }

    def describe_short_lines(self) -> list[str]:
        """Return a sentence on the rows with too few cells in each table that was read."""
        sentences = []
        for table in self.tables:
            prefix = f"{table.name}: " if len(self.tables) > 1 else ""
            sentences += [f"{prefix}{sentence}" for sentence in describe_short_lines(table.short_lines)]
        return sentences

    def _list_sample(self, described: Sequence[Mapping[str, Any]]) -> list[list[str]]:
        rows = []
        for cells_by_table in zip_longest(*(table["sample"] for table in described), fillvalue=None):
            row = dict.fromkeys(self.columns, "")
            for cells, index_of in zip(cells_by_table, self.places, strict=True):
                for column, at in index_of.items():
                    row[column] = row[column] or (cells[at] if cells else "")
            rows.append(list(row.values()))
        return rows


def check_files(roles: Sequence[Role], files: Sequence[Mapping[str, Any]], assignment: Assignment) -> None:
    """Raise ColumnsError for an assignment by which a file, given as name and columns, cannot be read."""
    for file in files:
        columns = file["columns"]
        own = {}
        for role, names in assignment.items():
            own[role] = [column for column in names if column in columns]
        check_assignment(roles, own, columns, file["name"])


def _take_cells(row: Row, wanted: Mapping[str, Sequence[int | None]]) -> Cells:
    cells = {}
    for role, indices in wanted.items():
        cells[role] = [None if index is None else row.cells[index] for index in indices]
    return Cells(row.line, cells)


def _assignment_to_json(assignment: Assignment, columns: Sequence[str]) -> dict[str, Any]:
    return {
        "assignment": {role: list(names) for role, names in assignment.items()},
        "unused": find_unused(assignment, columns),
    }


def combine_tables(files: Sequence[tuple[bytes, str]], options: TableOptions = RECOGNISED) -> CombinedTables:
    """Open files, given as content and name; columns whose names differ in case or punctuation only are one."""
    marked = open_marks(files)
    tables = [marked] if marked else [open_occurrences(data, name, options) for data, name in files]
    known: dict[str, str] = {}
    columns: dict[str, None] = {}
    places = []
    for table in tables:
        named = _match_names(table.columns, known)
        places.append({name: at for at, name in enumerate(named)})
        columns |= dict.fromkeys(named)
        for name in named:
            known.setdefault(simplify_name(name) or name, name)
    return CombinedTables(tables, list(columns), places, is_marked=marked is not None)


def _match_names(columns: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """Return the names of a table's columns, those of earlier tables where they are the same."""
    named: list[str] = []
    for column in columns:
        name = known.get(simplify_name(column) or column, column)
        if name in named:
            name, count = column, 1
            while name in named:
                count += 1
                name = f"{column} ({count})"
        named.append(name)
    return named
