"""Contents of the columns of tables of judgements and scores, and how they are usually called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role
from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import is_number, read_whole_number
from annotation_site.tables.reading import Row

# Columns that may number the segments, if they hold numbers.
NUMBERED = Role("identifier", "ID", (*find_words("identifier"), *find_words("sentence number")))
# Of a content: the scores of the system that follows, in a column of their own.
OF_SYSTEM = "scores:"
SYSTEM = Role("system", "System", find_words("system"), is_required=True)
SEGMENT = Role("segment", "Segment", find_words("segment"), is_required=True)
ANNOTATOR = Role("annotator", "Annotator", find_words("annotator"), is_required=True)
SCORE = Role("score", "Score", ("score", *find_words("value")), is_required=True)
UNIT = Role(
    "unit",
    "Unit",
    ("unit", "unit id", "item", "item id", "einheit", "unidad", "unité", "unità", "unidade", *find_words("segment")),
    is_required=True,
    takes_several=True,
)
# Of a table with a rating a row. One with a column for each annotator has several of them, by their names.
RATER = replace(ANNOTATOR, is_required=False)
VALUES = Role("value", "Value", find_words("value"), is_required=True, takes_several=True)
VALUE = replace(VALUES, takes_several=False)
EXPRESSION = Role("expression", "Expression", find_words("expression"))
FIRST = Role("first", "First system", ("first", "system 1", "erstes", "primero", "premier", "primo"), is_required=True)
SECOND = Role(
    "second", "Second system", ("second", "system 2", "zweites", "segundo", "deuxième", "secondo"), is_required=True
)
VERDICT = Role("verdict", "Verdict", ("verdict", "preference", "urteil", "veredicto", "verdetto"), is_required=True)
BETTER = Role("better", "Better system", ("better", "winner", "besser", "mejor", "meilleur", "migliore", "melhor"),
              is_required=True)  # fmt: skip
WORSE = Role("worse", "Worse system", ("worse", "loser", "schlechter", "peor", "pire", "peggiore", "pior"),
             is_required=True)  # fmt: skip


def list_system_roles(systems: Iterable[str]) -> tuple[Role, ...]:
    """Return the contents of tables with a column of scores for each of these systems."""
    return tuple(Role(f"{OF_SYSTEM}{name}", f"Scores of {name}") for name in systems)


def find_system_columns(assignment: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the column of each system that has one of its own."""
    of_systems = {role: columns for role, columns in assignment.items() if role.startswith(OF_SYSTEM) and columns}
    return {role.removeprefix(OF_SYSTEM): columns[0] for role, columns in of_systems.items()}


def find_numbers(columns: Sequence[str], sample: Sequence[Row]) -> list[str]:
    """Return the first column that is called as one of IDs or sentences and holds whole numbers, if there is one."""
    for index, column in enumerate(columns):
        if NUMBERED.rank(column) is None:
            continue
        cells = [str(row.cells[index]) for row in sample]
        if cells and all(read_whole_number(cell) is not None for cell in cells):
            return [column]
    return []


def keep_sure(
    named: Mapping[str, Sequence[str]], roles: Iterable[Role], columns: Sequence[str], sample: Sequence[Row]
) -> dict[str, list[str]]:
    """Return the proposal without columns that are called so in part only, such as `system two`, or, of segments, that
    do not hold numbers, too.
    """
    by_name = {role.name: role for role in roles}
    kept: dict[str, list[str]] = {}
    for name, proposed in named.items():
        cells = [str(row.cells[list(columns).index(proposed[0])]) for row in sample]
        are_numbers = bool(cells) and sum(read_whole_number(cell) is not None for cell in cells) * 2 >= len(cells)
        if by_name[name].rank(proposed[0]) is not None or (name == "segment" and are_numbers):
            kept[name] = list(proposed)
    return kept


def list_numeric(
    wanted: Iterable[str], columns: Sequence[str], sample: Sequence[Row], *, least: float = 1.0
) -> list[str]:
    """Return those of the columns of whose cells at least this share are numbers, missing ones aside."""
    numeric = []
    for column in wanted:
        index = list(columns).index(column)
        if _are_numbers([str(row.cells[index]) for row in sample], least):
            numeric.append(column)
    return numeric


def _are_numbers(texts: Sequence[str], least: float) -> bool:
    filled = [text for text in texts if not is_missing(text)]
    return bool(filled) and sum(map(is_number, filled)) >= least * len(filled)
