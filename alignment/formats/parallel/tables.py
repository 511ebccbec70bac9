"""Sentence pairs from tables: spreadsheets, CSV, TSV and JSON, with a column for each side and perhaps one of IDs."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from alignment.formats.parallel.pairs import SPACES, Languages, Pair, Row, make_pair
from annotation_site.tables.cells import write_csv, write_tab_row
from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import (
    Assignment,
    Role,
    check_assignment,
    choose_assignment,
    complete_pair,
    keep_known,
)
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.tables.separators import TAB, find_separator
from annotation_site.tables.workbooks import is_workbook
from annotation_site.texts.faults import Rejected
from annotation_site.texts.known_elsewhere import HEAD, PARALLEL_TEXT, refuse_known

SAMPLE = 50


@dataclass(frozen=True, slots=True)
class TableChoice:
    """Settings by which a table is read; `earlier` are assignments of files that were imported before."""

    options: TableOptions = field(default_factory=TableOptions)
    columns: Assignment = field(default_factory=dict)
    earlier: Sequence[Assignment] = ()


def list_roles(languages: Languages, names: Mapping[str, str] | None = None) -> tuple[Role, ...]:
    """Return what a column of a parallel text can hold; columns called as a language hold the side in it."""
    titles = names or {"source": "Source text", "target": "Target text"}
    source, target = languages
    return (
        Role("source", titles["source"], find_words("source"), is_required=True, language=source),
        Role(
            "target",
            titles["target"],
            (*find_words("target"), *find_words("reference")),
            is_required=True,
            language=target,
        ),
        Role("identifier", "ID", find_words("identifier")),
    )


def open_pairs(
    file: IO[bytes], name: str, encoding: str, languages: Languages, choice: TableChoice
) -> tuple[Table, dict[str, list[str]]]:
    """Return the table and the columns of its sides, which may be incomplete: two texts without known names are source
    and target in their order.
    """
    options = choice.options
    if encoding and not options.encoding:
        options = TableOptions(encoding, options.separator, options.sheet, options.header)
    if not choice.columns:
        file.seek(0)
        refuse_known(file.read(HEAD), name, PARALLEL_TEXT)
        file.seek(0)
    table = _open_as_before(file, name, options, choice.earlier)
    assignment = choose_assignment(list_roles(languages), table.columns, choice.columns, choice.earlier)
    if not choice.columns:
        assignment = complete_pair(assignment, ("source", "target"), table.columns, table.read_sample(SAMPLE))
    return table, assignment


def _open_as_before(file: IO[bytes], name: str, options: TableOptions, earlier: Sequence[Assignment]) -> Table:
    """Return the table; a first row with the names that an earlier file's columns had is a header."""
    table = open_table(file, name, options, expects_header=False)
    if table.has_header or options.header or not earlier:
        return table
    named = open_table(file, name, TableOptions(options.encoding, options.separator, options.sheet, "yes"))
    return named if any(keep_known(assignment, named.columns) for assignment in earlier) else table


def read_table(
    file: IO[bytes],
    names: Sequence[str],
    encoding: str = "",
    languages: Languages = ("", ""),
    choice: TableChoice | None = None,
) -> Generator[Row]:
    """Yield pairs of a table of any kind. Raise FormatError if it is none, or if its columns cannot be assigned."""
    table, assignment = open_pairs(file, names[0], encoding, languages, choice or TableChoice())
    check_assignment(list_roles(languages), assignment, table.columns, names[0])
    yield from read_pairs(table, assignment)


def read_pairs(table: Table, assignment: Assignment) -> Iterator[Row]:
    """Yield the pairs of the assigned columns; a line end inside a cell is a space."""
    columns = [assignment["source"][0], assignment["target"][0], *assignment.get("identifier", ())]
    for batch in table.read_columns(columns, trims=SPACES, wants_texts=True):
        if isinstance(batch, Rejected):
            yield batch
            continue
        source, target, *identifiers = (_join_lines(cells) for cells in batch.columns)
        for at, line in enumerate(batch.lines):
            identifier = identifiers[0][at] or None if identifiers else None
            yield make_pair(line, source[at], target[at], identifier)


def _join_lines(cells: Sequence[str]) -> Sequence[str]:
    """Return cells with a space for each line end inside, as Excel has them after Alt and Enter."""
    if not any("\n" in cell or "\r" in cell for cell in cells):
        return cells
    return [re.sub(r"[ \t]*(?:\r\n?|\n)[ \t]*", " ", cell) for cell in cells]


def looks_like_table(file: IO[bytes], name: str, lines: Sequence[str]) -> bool:
    """Return whether a file without other signs is a table: a workbook, JSON, or lines with separators."""
    if is_workbook(file, name):
        return True
    filled = [line for line in lines if line.strip()]
    if not filled:
        return False
    if filled[0].lstrip().startswith(("{", "[")):
        return True
    separator = find_separator(filled, name)
    if separator == TAB or '"' in filled[0]:
        return any(separator in line for line in filled)
    table = open_table(file, name, expects_header=False)
    file.seek(0)
    return len(table.columns) > 1 and (table.has_header or name.lower().endswith((".csv", ".tsv", ".tab")))


def write_table(pairs: Iterable[Pair], _languages: Languages) -> Iterator[tuple[str, ...]]:
    """Yield a CSV file, always with a header, so that a first row is never mistaken for one."""
    yield ("id,source,target\r\n",)
    rows = ([pair.identifier or "", pair.source, pair.target] for pair in pairs)
    for line in write_csv(rows):
        yield (line,)


def write_tsv(pairs: Iterable[Pair], _languages: Languages) -> Iterator[tuple[str, ...]]:
    """Yield rows without quotation marks, always after a header."""
    yield ("id\tsource\ttarget\n",)
    for pair in pairs:
        yield (write_tab_row((pair.identifier or "", pair.source, pair.target)),)
