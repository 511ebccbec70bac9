"""Columns of tables of scores: one for each system of a test set, or those of systems and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation_site.tables.checks import SimilarNames, describe_short_lines
from annotation_site.tables.columns import (
    Assignment,
    ColumnsError,
    Role,
    check_assignment,
    find_unused,
    propose_columns,
)
from annotation_site.tables.reading import Row, Table
from evaluation.files.by_system import Layout, TextsBySystem
from evaluation.files.judgement_roles import (
    OF_SYSTEM,
    SCORE,
    SEGMENT,
    SYSTEM,
    find_numbers,
    find_system_columns,
    keep_sure,
    list_numeric,
    list_system_roles,
)
from evaluation.files.system_names import match_names

LOOKED_AT = 100
_OF_ROWS = (
    replace(SEGMENT, is_required=False),
    replace(SYSTEM, is_required=False),
    replace(SCORE, is_required=False),
)


def list_roles(systems: Sequence[str]) -> tuple[Role, ...]:
    """Return what columns of scores of these systems can hold."""
    return (*_OF_ROWS, *list_system_roles(systems))


def propose_scores(table: Table, systems: Sequence[str], system: str = "") -> dict[str, list[str]]:
    """Return the likely columns: by their names, which may be those of systems. `system` is that of a table that names
    none.
    """
    sample = table.read_sample(LOOKED_AT)
    named = keep_sure(propose_columns(_OF_ROWS, table.columns, sample), _OF_ROWS, table.columns, sample)
    if "segment" not in named and (identifiers := find_numbers(table.columns, sample)):
        named["segment"] = identifiers
    if "system" in named and "score" in named:
        return named
    of_segment = {role: columns for role, columns in named.items() if role == "segment"}
    free = find_unused(of_segment, table.columns)
    # A faulty cell is named where it is read, if the rest of a system's column are scores.
    matched = match_names(list_numeric(free, table.columns, sample, least=0.5), systems)
    if matched:
        return {**of_segment, **{f"{OF_SYSTEM}{name}": [column] for name, column in matched.items()}}
    if system and (scores := named.get("score") or _find_only_score(of_segment, table.columns, sample)):
        return {**of_segment, "score": scores}
    return of_segment


def check_columns(
    assignment: Assignment, columns: Sequence[str], name: str, systems: Sequence[str], system: str = ""
) -> None:
    """Raise ColumnsError for an assignment that gives no scores, or gives them in two ways."""
    check_assignment(list_roles(systems), assignment, columns, name)
    by_column = find_system_columns(assignment)
    has_score, has_system = bool(assignment.get("score")), bool(assignment.get("system"))
    if by_column and (has_score or has_system):
        raise ColumnsError(name, None, "Choose the system of each column of scores, or “System” and “Score”, not both.")
    if has_system and not has_score:
        raise ColumnsError(name, None, "No column is “Score”. Choose it.")
    if has_score and not has_system and not system:
        raise ColumnsError(name, None, "No column names the system. Choose “System”, or whose scores the column has.")
    if not by_column and not has_score:
        raise ColumnsError(name, None, f"No column has scores. Choose it; the columns are {', '.join(columns)}.")


def find_unmatched(table: Table, assignment: Assignment) -> list[str]:
    """Return the columns of numbers without a role, which may be scores of systems under other names."""
    columns = find_unused(assignment, table.columns)
    return list_numeric(columns, table.columns, table.read_sample(LOOKED_AT))


def make_layout(assignment: Assignment, system: str = "") -> Layout:
    """Return where the table has its scores."""
    first = {role: columns[0] for role, columns in assignment.items() if columns}
    return Layout(
        columns=find_system_columns(assignment),
        system=first.get("system", ""),
        text=first.get("score", ""),
        only=system,
        segment=first.get("segment", ""),
    )


def check_scores(table: Table, texts: TextsBySystem) -> list[str]:
    """Return sentences on what the table has that its author may not have meant: segments counted from 0, rows without
    a score, the same scores twice, and names of systems that differ in case or spaces only.
    """
    warnings = ["The file counts segments from 0: its segment 0 is the first."] if texts.counts_from_zero else []
    names = SimilarNames("systems")
    first: dict[tuple[str, ...], str] = {}
    for name, of_system in texts.systems.items():
        names.add(name)
        scores = tuple(of_system.texts)
        before = first.setdefault(scores, name)
        if before != name and len(set(scores)) > 1:
            warnings.append(f"“{before}” and “{name}” have the same scores.")
    return [*warnings, *names.sentences(), *describe_short_lines(table.short_lines)]


def _find_only_score(taken: Mapping[str, Sequence[str]], columns: Sequence[str], sample: Sequence[Row]) -> list[str]:
    numeric = list_numeric(find_unused(taken, columns), columns, sample)
    return numeric if len(numeric) == 1 else []
