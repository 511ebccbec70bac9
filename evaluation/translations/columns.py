"""Columns of tables of system outputs: one for each system, or those of systems and translations."""

from __future__ import annotations

from collections.abc import Sequence

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Assignment, ColumnsError, Role, check_assignment, propose_columns
from annotation_site.tables.contents import list_filled
from annotation_site.tables.numbers import is_number
from annotation_site.tables.reading import Row, Table
from evaluation.files.by_system import Layout, TextsBySystem, counts_segments, read_by_system
from evaluation.files.judgement_roles import NUMBERED, keep_sure
from evaluation.test_sets.files import (
    LONGEST_SYSTEM,
    LOOKED_AT,
    MOST_SYSTEMS,
    SEGMENT_COLUMN,
    holds_translations,
)

# The systems of a preview that are shown with their names and first texts.
SYSTEMS_SHOWN = 4
# What stands beside translations in the tables of test sets, so that it is no system's output.
_OTHERS = tuple(
    Role(concept, concept, find_words(concept))
    for concept in (
        *("segment", "identifier", "source", "reference", "expression", "label", "span", "class", "note"),
        *("previous", "next"),
    )
)
_OUTPUTS = ("hypothesis", "hyp", "mt", "output", "system output", "ausgabe", "systemausgabe", "salida", "sortie",
            "uscita", "saída")  # fmt: skip
# From as many cells their lengths can be compared.
_ENOUGH = 5
# More rows than any test set has segments.
_MOST_ROWS = 1_000_000


def list_roles(source_language: str = "") -> tuple[Role, ...]:
    """Return what columns of system outputs can hold; a column named by the language has the sources."""
    return (
        Role("systems", "System output", takes_several=True, help="One column per system, named by the header."),
        Role(
            "segment",
            "Segment",
            (SEGMENT_COLUMN, *find_words("segment")),
            help="Without it, rows are in the order of the segments.",
        ),
        Role("system", "System", find_words("system"), help="For one row per translation."),
        Role("translation", "Translation", (*find_words("target"), *_OUTPUTS), help="For one row per translation."),
        Role("source", "Source sentence", find_words("source"), language=source_language, help="Compared, not stored."),
    )


def propose_translations(
    table: Table, sources: Sequence[str], source_language: str = "", wanted: Sequence[str] = ()
) -> dict[str, list[str]]:
    """Return the likely columns: by their names, and by their cells for systems' outputs, which have names of their own
    and are compared with the test set's `sources`. The columns `wanted` are outputs in any case.
    """
    sample = table.read_sample(LOOKED_AT)
    roles = list_roles(source_language)
    proposed = propose_columns(roles, [name for name in table.columns if name not in wanted], sample)
    named = keep_sure(proposed, roles, table.columns, sample)
    if "system" in named and "translation" in named and not wanted:
        return named
    kept = {role: columns for role, columns in named.items() if role in ("segment", "source")}
    if "segment" not in kept and (identifier := _find_numbers(table, wanted)):
        kept["segment"] = [identifier]
    taken = {column for columns in kept.values() for column in columns}
    free = [column for column in list_outputs(table.columns) if column not in taken]
    compared = sources[: len(sample)]
    systems = [column for column in free if _holds_outputs(column, _list_cells(table, column, sample), compared)]
    chosen = list(wanted) or systems[:MOST_SYSTEMS]
    if chosen:
        kept = {"systems": chosen, **kept}
    return kept


def list_outputs(header: Sequence[str]) -> list[str]:
    """Return the columns that may be outputs of systems, which have names of their own."""
    return [name for name in header if not _is_other_content(name)]


def _is_other_content(name: str) -> bool:
    return any(role.rank(name) is not None for role in _OTHERS)


def check_columns(assignment: Assignment, columns: Sequence[str], name: str) -> None:
    """Raise ColumnsError for an assignment that gives no system's output, or gives them in two ways."""
    check_assignment(list_roles(), assignment, columns, name)
    systems = assignment.get("systems", ())
    by_row = [role for role in ("system", "translation") if assignment.get(role)]
    if systems and by_row:
        raise ColumnsError(
            name, None, "Choose “System output” for one column per system, or “System” and “Translation”."
        )
    if by_row and len(by_row) < 2:
        missing = "Translation" if by_row == ["system"] else "System"
        raise ColumnsError(name, None, f"No column is “{missing}”. Choose it, or “System output” for each system.")
    if not systems and not by_row:
        raise ColumnsError(
            name,
            None,
            "No column is a system output. Choose the columns with translations; the columns are "
            f"{', '.join(columns)}.",
        )
    require_names(systems, name)


def require_names(systems: Sequence[str], name: str) -> None:
    """Raise ColumnsError for too many systems, or one whose name is too long."""
    if too_long := [system for system in systems if len(system) > LONGEST_SYSTEM]:
        raise ColumnsError(
            name, None, f"The system's name “{too_long[0][:40]}…” is longer than {LONGEST_SYSTEM} characters."
        )
    if len(systems) > MOST_SYSTEMS:
        raise ColumnsError(name, None, f"The table has {len(systems):,} systems; at most {MOST_SYSTEMS} can be added.")


def make_layout(assignment: Assignment) -> Layout:
    """Return where the table has its texts."""
    first = {role: columns[0] for role, columns in assignment.items() if columns}
    return Layout(
        columns={column: column for column in assignment.get("systems", ())},
        system=first.get("system", ""),
        text=first.get("translation", ""),
        segment=first.get("segment", ""),
        source=first.get("source", ""),
    )


def read_translations(table: Table, assignment: Assignment, count: int) -> TextsBySystem:
    """Return the translations of each system for `count` segments, empty where there is none."""
    by_system = read_by_system(table, make_layout(assignment), count)
    if not by_system.systems:
        raise ColumnsError(table.name, None, "The table has no rows.")
    require_names(list(by_system.systems), table.name)
    return by_system


def _find_numbers(table: Table, wanted: Sequence[str]) -> str:
    """Return a column of IDs that count the segments, or nothing."""
    for name in table.columns:
        if name in wanted or NUMBERED.rank(name) is None:
            continue
        numbers = [row.cells[list(table.columns).index(name)] for row in table.read_sample(_MOST_ROWS)]
        if counts_segments(numbers):
            return name
    return ""


def _holds_outputs(column: str, cells: Sequence[object], sources: Sequence[object]) -> bool:
    """Return whether most cells of a column hold something that may be translations of as many sources; of few cells,
    whether they are as different as the sources, and no numbers.
    """
    filled = list_filled(cells)
    if len(filled) * 2 < len(cells):
        return False
    if len(filled) >= _ENOUGH:
        return holds_translations(column, filled, sources)
    are_different = len(set(map(str, filled))) * 2 >= min(len(filled), len(set(sources)))
    return bool(filled) and are_different and not all(map(is_number, map(str, filled)))


def _list_cells(table: Table, column: str, sample: Sequence[Row]) -> list[object]:
    index = list(table.columns).index(column)
    return [row.cells[index] for row in sample]
