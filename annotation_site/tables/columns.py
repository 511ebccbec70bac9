"""Assign columns to roles: proposed from name and contents, checked, and given to readers of rows.

A kind of upload declares `Role`s. An assignment names the columns of each role; pages, the API (as JSON) and
`--columns` on the command line give the same.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from annotation_site.tables.column_words import find_language_names, find_words, simplify_name
from annotation_site.tables.contents import (
    are_categories,
    begin_alike,
    hold_sentences,
    holds_text,
    list_filled,
    may_hold_texts,
)
from annotation_site.tables.json_rows import write_value
from annotation_site.tables.numbers import is_number
from annotation_site.tables.reading import Row, Table
from annotation_site.texts.faults import FormatError, Rejected

Assignment = Mapping[str, Sequence[str]]
LONGEST_SAMPLE = 120
# `Satz 2`, `frase2`, and `Satz (2)` for the second column of the name.
_NUMBER = re.compile(r"(.*?)[\s_.-]*(?:([0-9]{1,3})|\(([0-9]{1,3})\))\Z")


@dataclass(frozen=True, slots=True)
class Role:
    """A role that a column can play: `name` in the API, `title` on pages, `words` by which columns are usually called.

    A column that is called as the language (a tag) is proposed, too. With `takes_several`, columns are kept in their
    order, or by the numbers in their names; with `is_numbered`, names without a number are not proposed.
    With `holds_sentences`, a longer name such as `sentence count` is proposed only above sentences. With
    `holds_numbers`, a column is proposed only above numbers; where it is False, only above other cells. A column whose
    cells are all among `values`, case-folded, is proposed whatever its name; a longer name such as `variant type` only
    above `values_under_longer_names`, if there are any.
    """

    name: str
    title: str
    words: Sequence[str] = ()
    is_required: bool = False
    takes_several: bool = False
    is_numbered: bool = False
    holds_sentences: bool = False
    holds_numbers: bool | None = None
    values: frozenset[str] = frozenset()
    values_under_longer_names: frozenset[str] = frozenset()
    language: str = ""
    help: str = ""
    _simple_words: Sequence[str] = field(default=(), init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_simple_words", tuple(dict.fromkeys(map(simplify_name, self.words))))

    def rank(self, column: str) -> int | None:
        """Return how usual the name of a column is for the role, from 0; None if it is not."""
        simple = simplify_name(column)
        if simple in self._simple_words:
            return self._simple_words.index(simple)
        if simple in find_language_names(self.language):
            return len(self._simple_words)
        return None

    def number(self, column: str) -> int | None:
        """Return the number in a name such as `Satz 2`, if the role takes several columns."""
        match = _NUMBER.fullmatch(column) if self.takes_several else None
        return find_number(column) if match and self.rank(match[1]) is not None else None


def find_number(column: str) -> int | None:
    """Return the number at the end of a column's name."""
    match = _NUMBER.fullmatch(column)
    return int(match[2] or match[3]) if match else None


# Names of columns that hold no sentences, unless their cells do, and of those that are about the text.
_NO_SIDE = Role(
    "no side",
    "",
    [
        word
        for concept in ("occurrence label", "class", "annotator", "value", "scale", "language", "system", "list")
        for word in find_words(concept)
    ],
)
_NOTE = Role("note", "", find_words("note"))


class ColumnsError(FormatError):
    """Columns that cannot be assigned so; a person may assign others, such as the `example` on the command line."""

    def __init__(self, file: str, line: int | None, sentence: str, *, example: str = "") -> None:
        super().__init__(file, line, sentence)
        self.example = example

    def explain_command(self) -> str:
        """Return the message with what to add to a command."""
        return f"{self} Name columns with --columns, such as --columns {self.example}." if self.example else str(self)


def propose_columns(roles: Sequence[Role], columns: Sequence[str], sample: Sequence[Row] = ()) -> dict[str, list[str]]:
    """Return the likely columns of each role by their names; each column has one role at most.

    A usual name counts first, the most usual where several are there; then, for roles that take several, names with
    numbers; then a role's word as the first or last word of a longer name, where that fits one role only,
    and the cells of the sample; last, cells that are all among a role's values.
    """
    proposed: dict[str, list[str]] = {role.name: [] for role in roles}
    taken: set[str] = set()

    def take(role: Role, column: str) -> None:
        proposed[role.name].append(column)
        taken.add(column)

    for role in roles:
        free = [column for column in columns if column not in taken and not role.is_numbered]
        free = [column for column in free if _holds_kind_of(role, columns.index(column), sample)]
        ranked = [(rank, index) for index, column in enumerate(free) if (rank := role.rank(column)) is not None]
        if ranked:
            take(role, free[min(ranked)[1]])
        numbered = [(number, column) for column in columns if (number := role.number(column)) is not None]
        for _, column in sorted(numbered, key=lambda each: each[0]):
            if column not in taken:
                take(role, column)
    for column in columns:
        fitting = [role for role in roles if not proposed[role.name] and _fits_loosely(role, column, columns, sample)]
        if column not in taken and len(fitting) == 1:
            take(fitting[0], column)
    for role in roles:
        free = [column for column in columns if column not in taken]
        telling = [column for column in free if _holds_values_of(role, columns.index(column), sample)]
        if telling and not proposed[role.name]:
            take(role, telling[0])
    return {name: names for name, names in proposed.items() if names}


def _holds_kind_of(role: Role, position: int, sample: Sequence[Row]) -> bool:
    """Return whether most cells are numbers, or are not, where that matters to the role."""
    filled = list_filled(row.cells[position] for row in sample)
    if role.holds_numbers is None or not filled:
        return True
    return (sum(is_number(write_value(cell)) for cell in filled) * 2 > len(filled)) == role.holds_numbers


def _fits_loosely(role: Role, column: str, columns: Sequence[str], sample: Sequence[Row]) -> bool:
    if role.is_numbered or not _has_word_of(role, column):
        return False
    if not _holds_kind_of(role, columns.index(column), sample):
        return False
    cells = [row.cells[columns.index(column)] for row in sample]
    if role.values_under_longer_names and cells:
        return _hold_only(role.values_under_longer_names, cells)
    return not (role.holds_sentences and cells) or hold_sentences(cells)


def _holds_values_of(role: Role, position: int, sample: Sequence[Row]) -> bool:
    return _hold_only(role.values, [row.cells[position] for row in sample])


def _hold_only(values: frozenset[str], cells: Sequence[object]) -> bool:
    filled = [str(cell).strip().casefold() for cell in list_filled(cells)]
    return bool(filled) and values.issuperset(filled)


def _has_word_of(role: Role, column: str) -> bool:
    first, _, rest = simplify_name(column).partition(" ")
    last = rest.rpartition(" ")[2]
    names = find_language_names(role.language)
    return any(word and (word in role._simple_words or word in names) for word in (first if rest else "", last))


def complete_assignment(
    roles: Sequence[Role], columns: Sequence[str], wanted: Assignment, sample: Sequence[Row] = ()
) -> dict[str, Sequence[str]]:
    """Return the columns that are wanted, and for the other roles the likely ones of the rest."""
    taken = {column for names in wanted.values() for column in names}
    free = [role for role in roles if role.name not in wanted]
    return {**propose_columns(free, [column for column in columns if column not in taken], sample), **wanted}


def complete_pair(
    proposed: Mapping[str, Sequence[str]], roles: tuple[str, str], table_columns: Sequence[str], sample: Sequence[Row]
) -> dict[str, list[str]]:
    """Return the proposal with the two columns of the longest texts for roles that no name gave, in their order.

    Columns of anything else, such as dates, links or labels, are never proposed; notes, and cells that begin alike, as
    licences do, only where there are no others.
    """
    completed = {name: list(columns) for name, columns in proposed.items()}
    missing = [role for role in roles if not completed.get(role)]
    taken = {column for columns in completed.values() for column in columns}
    texts = {}
    for index, column in enumerate(table_columns):
        cells = [row.cells[index] for row in sample]
        if column not in taken and (not sample or _may_be_side(column, cells)):
            texts[column] = cells
    likely = sorted(texts, key=lambda column: _rank_as_side(column, texts[column]))[: len(missing)]
    if len(likely) == len(missing):
        in_order = sorted(likely, key=list(table_columns).index)
        completed |= {role: [column] for role, column in zip(missing, in_order, strict=True)}
    return completed


def _may_be_side(column: str, cells: Sequence[object]) -> bool:
    """Return whether a column may hold the texts of a side."""
    written = [write_value(cell) for cell in cells]
    if not may_hold_texts(written) or are_categories(written):
        return False
    return _NO_SIDE.rank(column) is None or sum(map(holds_text, written)) * 2 > len(list_filled(written))


def _rank_as_side(column: str, cells: Sequence[object]) -> tuple[bool, int]:
    """Return the key by which the columns of texts are sorted, the likeliest side first."""
    written = [write_value(cell) for cell in cells]
    is_other = _NOTE.rank(column) is not None or begin_alike(written)
    return is_other, -sum(len(cell.split()) for cell in written)


def check_assignment(roles: Sequence[Role], assignment: Assignment, columns: Sequence[str], name: str) -> None:
    """Raise ColumnsError if a required role has no column, a role or column is taken twice, or a column is unknown."""
    by_name = {role.name: role for role in roles}
    holders: dict[str, Role] = {}
    for role_name, assigned in assignment.items():
        role = by_name.get(role_name)
        if role is None:
            raise ColumnsError(name, None, f"“{role_name}” is no content. Contents: {', '.join(by_name)}.")
        if len(assigned) > 1 and not role.takes_several:
            raise ColumnsError(name, None, f"Two columns are {role.title}: {', '.join(assigned)}. Choose one.")
        for column in assigned:
            if column not in columns:
                raise refuse_column(name, column, columns, role_name)
            if column in holders:
                raise ColumnsError(
                    name, None, f"The column “{column}” is both {holders[column].title} and {role.title}. Choose one."
                )
            holders[column] = role
    for role in roles:
        if role.is_required and not assignment.get(role.name):
            meaning = f" ({role.help.rstrip('.')})" if role.help else ""
            problem = f"No column is {role.title}{meaning}. Choose it; the columns are {', '.join(columns)}."
            raise ColumnsError(name, None, problem, example=_suggest(role.name, find_unused(assignment, columns)))


def refuse_column(
    name: str, column: str, columns: Sequence[str], role: str = "", line: int | None = None
) -> ColumnsError:
    """Return the error of a column that a table does not have; its example is the most similar name."""
    similar = get_close_matches(column, columns, n=1) or columns
    problem = f"There is no column “{column}”. Columns: {', '.join(columns)}."
    return ColumnsError(name, line, problem, example=_suggest(role, similar) if role else "")


def _suggest(role: str, columns: Sequence[str]) -> str:
    """Return an assignment of the first column, as a shell takes it."""
    if not columns:
        return ""
    short = f"{role}={columns[0]}"
    return shlex.quote(json.dumps({role: columns[0]}, ensure_ascii=False) if "," in columns[0] else short)


def keep_known(assignment: Assignment, columns: Sequence[str]) -> dict[str, list[str]] | None:
    """Return an assignment of an earlier file if this one has all its columns, or None."""
    if not assignment or any(column not in columns for names in assignment.values() for column in names):
        return None
    return {role: list(names) for role, names in assignment.items()}


def choose_assignment(
    roles: Sequence[Role],
    columns: Sequence[str],
    wanted: Assignment,
    earlier: Sequence[Assignment] = (),
    sample: Sequence[Row] = (),
) -> dict[str, list[str]]:
    """Return the assignment that a person gave, else that of the last file with these columns, else the proposal."""
    if wanted:
        return {role: list(names) for role, names in wanted.items()}
    for assignment in earlier:
        if known := keep_known(assignment, columns):
            return known
    return propose_columns(roles, columns, sample)


def find_unused(assignment: Assignment, columns: Sequence[str]) -> list[str]:
    """Return the columns without a role."""
    used = {column for names in assignment.values() for column in names}
    return [column for column in columns if column not in used]


def describe_unused(columns: Sequence[str]) -> str:
    """Return a sentence that names columns without a role, for places without a page that shows them; or nothing."""
    return f"Ignored column{'' if len(columns) == 1 else 's'}: {', '.join(columns)}." if columns else ""


def find_role(assignment: Assignment, column: str) -> str:
    """Return the role of a column, or nothing."""
    return next((role for role, names in assignment.items() if column in names), "")


def read_assignment(value: Any) -> dict[str, list[str]]:
    """Return an assignment from JSON, a column or a list of columns a role; raise ValueError with a sentence."""
    if not isinstance(value, Mapping):
        raise ValueError('Columns are given as {"source": "Deutsch", "sentence": ["Satz 1", "Satz 2"]}.')
    assignment: dict[str, list[str]] = {}
    for role, columns in value.items():
        names = [columns] if isinstance(columns, str) else columns
        if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"The column of “{role}” must be a name, or a list of names.")
        if kept := [name for name in names if name]:
            assignment[str(role)] = kept
    return assignment


def parse_assignment(options: Sequence[str]) -> dict[str, list[str]]:
    """Return an assignment from words such as `source=Deutsch` and `sentence=frase1,frase2` of the command line, or
    from JSON as `read_assignment` takes it. Raise ValueError with a sentence for other words.
    """
    assignment: dict[str, list[str]] = {}
    for option in options:
        if option.lstrip().startswith("{"):
            assignment |= _parse_json(option)
            continue
        role, sign, columns = option.partition("=")
        if not sign or not role or not columns:
            raise ValueError(f"“{option}” is not ROLE=COLUMN, such as source=Deutsch.")
        assignment[role.strip()] = [column.strip() for column in columns.split(",") if column.strip()]
    return assignment


def _parse_json(option: str) -> dict[str, list[str]]:
    try:
        value = json.loads(option)
    except (ValueError, RecursionError):
        raise ValueError(f"“{option[:60]}” is not valid JSON.") from None
    return read_assignment(value)


@dataclass(frozen=True, slots=True)
class Cells:
    """A row of a table by role; what has no column is empty."""

    line: int
    values: Mapping[str, Sequence[Any]]

    def first(self, role: str) -> Any:
        """Return the cell of the role's first column, an empty string without one."""
        values = self.values.get(role)
        return values[0] if values else ""

    def all(self, role: str) -> Sequence[Any]:
        """Return the cells of all columns of a role."""
        return self.values.get(role, ())


def read_cells(table: Table, assignment: Assignment) -> Iterator[Cells | Rejected]:
    """Yield the rows of a table by role, and the reasons why others cannot be used."""
    indices = {role: list(map(table.columns.index, columns)) for role, columns in assignment.items() if columns}
    for row in table.rows():
        if isinstance(row, Rejected):
            yield row
            continue
        values = {}
        for role, own in indices.items():
            values[role] = [row.cells[index] for index in own]
        yield Cells(row.line, values)


def describe_table(table: Table, assignment: Assignment, *, rows: int = 5) -> dict[str, Any]:
    """Return what a page shows of a table: how it was read, its columns with their first cells, and what they hold."""
    sample = table.read_sample(rows)
    return {
        "name": table.name,
        "kind": table.kind,
        "title": table.title,
        "encoding": table.encoding,
        "separator": table.separator,
        "sheet": table.sheet,
        "sheets": list(table.sheets),
        "has_header": table.has_header,
        "columns": list(table.columns),
        "sample": [[write_value(cell)[:LONGEST_SAMPLE] for cell in row.cells] for row in sample],
        "assignment": {role: list(columns) for role, columns in assignment.items()},
        "unused": find_unused(assignment, table.columns),
        "notes": list(table.notes),
    }
