"""Columns of tables of judgements: scores by row or by system, verdicts on two systems, or the better of two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from annotation_site.tables.columns import (
    Assignment,
    ColumnsError,
    Role,
    check_assignment,
    find_unused,
    propose_columns,
)
from annotation_site.tables.reading import Table
from evaluation.files.judgement_roles import (
    ANNOTATOR,
    BETTER,
    EXPRESSION,
    FIRST,
    OF_SYSTEM,
    SCORE,
    SECOND,
    SEGMENT,
    SYSTEM,
    VERDICT,
    WORSE,
    find_numbers,
    find_system_columns,
    keep_sure,
    list_numeric,
    list_system_roles,
)
from evaluation.files.system_names import match_names
from evaluation.files.tables import have_columns

Layout = Literal["scores", "scores by system", "verdicts", "preferences"]
SCORES = (SYSTEM, SEGMENT, ANNOTATOR, SCORE)
VERDICTS = (SEGMENT, ANNOTATOR, FIRST, SECOND, VERDICT)
PREFERENCES = (SEGMENT, BETTER, WORSE)
# A table may have them besides.
OPTIONAL = (replace(ANNOTATOR, is_required=False), EXPRESSION)
_BY_SYSTEM = (SEGMENT, ANNOTATOR)
_REQUIRED: dict[Layout, tuple[Role, ...]] = {
    "scores": SCORES,
    "scores by system": _BY_SYSTEM,
    "verdicts": VERDICTS,
    "preferences": PREFERENCES,
}
# Contents that only one layout has.
_OWN: dict[Layout, frozenset[str]] = {
    "scores": frozenset({"system", "score"}),
    "verdicts": frozenset({"first", "second", "verdict"}),
    "preferences": frozenset({"better", "worse"}),
}
_SINGLE = (SEGMENT, ANNOTATOR, SYSTEM, SCORE, FIRST, SECOND, VERDICT, BETTER, WORSE, EXPRESSION)
_LOOKED_AT = 100


def list_roles(systems: Sequence[str]) -> tuple[Role, ...]:
    """Return what columns of judgements of these systems can hold."""
    return (*(replace(role, is_required=False) for role in _SINGLE), *list_system_roles(systems))


def propose_study(table: Table, systems: Sequence[str]) -> dict[str, list[str]]:
    """Return the likely columns: of the layout whose contents all have usual names, else those named as systems."""
    columns, sample = table.columns, table.read_sample(_LOOKED_AT)
    for roles in (SCORES, VERDICTS, PREFERENCES):
        if have_columns(roles, columns):
            required = {role.name for role in roles}
            return propose_columns([*roles, *(role for role in OPTIONAL if role.name not in required)], columns, sample)
    named = keep_sure(propose_columns(_BY_SYSTEM, columns, sample), _BY_SYSTEM, columns, sample)
    if "segment" not in named and (numbers := find_numbers(columns, sample)):
        named["segment"] = numbers
    free = find_unused(named, columns)
    matched = match_names(list_numeric(free, columns, sample, least=0.5), systems)
    if matched:
        named |= propose_columns([EXPRESSION], find_unused(named, columns), sample)
        return {**named, **{f"{OF_SYSTEM}{name}": [column] for name, column in matched.items()}}
    contents = list_roles(())
    return keep_sure(propose_columns(contents, columns, sample), contents, columns, sample)


def find_layout(assignment: Assignment, name: str, columns: Sequence[str]) -> Layout:
    """Return which judgements the columns give; raise ColumnsError for those of none, or of two."""
    given = {role for role, chosen in assignment.items() if chosen}
    layouts = [layout for layout, own in _OWN.items() if own & given]
    if find_system_columns(assignment):
        layouts.append("scores by system")
    if len(layouts) > 1:
        raise ColumnsError(
            name,
            None,
            f"The columns are those of {' and '.join(layouts)}. Choose one kind, and ignore the other columns.",
        )
    if not layouts:
        raise ColumnsError(
            name,
            None,
            "The columns must be those of scores (Segment, Annotator and either System and Score or a column of scores "
            "for each system) or preferences (Segment, Annotator, First system, Second system and Verdict; or Segment, "
            f"Better system and Worse system). The columns are {', '.join(columns)}.",
        )
    return layouts[0]


def check_columns(assignment: Assignment, columns: Sequence[str], name: str, systems: Sequence[str]) -> None:
    """Raise ColumnsError for an assignment that gives no judgements."""
    check_assignment(list_roles(systems), assignment, columns, name)
    layout = find_layout(assignment, name, columns)
    missing = [role.title for role in _REQUIRED[layout] if not assignment.get(role.name)]
    if missing:
        named = " and ".join(f"“{title}”" for title in missing)
        raise ColumnsError(
            name, None, f"There is no column for {named}. Choose it; the columns are {', '.join(columns)}."
        )
