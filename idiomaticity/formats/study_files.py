"""Files that a release has beside its ratings: paraphrases as given, decisions on them, and classes by experts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from annotation_site.tables.columns import Role, check_assignment, propose_columns, read_cells
from annotation_site.tables.reading import Table
from annotation_site.texts.faults import Rejected
from annotation_site.texts.removed_characters import RemovedCharacters
from idiomaticity.formats.columns import STUDY_ROLES

StudyTable = Literal["ratings", "paraphrases", "decisions", "classes"]


def find_kind(table: Table) -> StudyTable:
    """Return which table of a study the file holds, by the names of its columns; any other has ratings."""
    for kind, roles in STUDY_ROLES.items():
        if all(_has_column(table, role) for role in roles if role.is_required):
            return kind
    return "ratings"


def _has_column(table: Table, role: Role) -> bool:
    return any(role.rank(column) is not None for column in table.columns)


def read_texts(
    table: Table, kind: StudyTable, removed: RemovedCharacters | None = None
) -> Iterator[tuple[int, dict[str, str]] | Rejected]:
    """Yield rows of a table beside the ratings, as line and texts by role; what is removed is counted in `removed`."""
    removed = removed or RemovedCharacters.none()
    assert kind != "ratings", "ratings are read as such"
    roles = STUDY_ROLES[kind]
    assignment = propose_columns(roles, table.columns)
    check_assignment(roles, assignment, table.columns, table.name)
    for cells in read_cells(table, assignment):
        if isinstance(cells, Rejected):
            yield cells
        else:
            yield cells.line, {role.name: removed.clean(str(cells.first(role.name))).strip() for role in roles}
