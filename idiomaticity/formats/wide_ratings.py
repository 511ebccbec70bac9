"""Tables with a column for each rater, recognised for a refusal that says how to convert them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from annotation_site.tables.columns import Assignment, find_unused
from annotation_site.tables.contents import list_filled
from annotation_site.tables.numbers import read_whole_number
from idiomaticity.formats.combined_tables import CombinedTables
from idiomaticity.scales.score_scale import MOST

_LOOKED_AT, _SHOWN = 50, 4
_COUNT = re.compile(r"id|nr|no|n|age|alter|time|year|jahr|trial|index|session|row|progress|finished", re.IGNORECASE)


def describe_wide(tables: CombinedTables, assignment: Assignment) -> str:
    """Return a sentence if raters have columns instead of rows: no column is the annotator, and several that nothing
    else is have scores alone. Else return nothing.
    """
    if assignment.get("annotator") or len(tables.tables) > 1:
        return ""
    (table,) = tables.tables
    sample = table.read_sample(_LOOKED_AT)
    raters = []
    for column in find_unused(assignment, table.columns):
        index = table.columns.index(column)
        if not _COUNT.fullmatch(column) and _are_scores([row.cells[index] for row in sample]):
            raters.append(column)
    if len(raters) < 2:
        return ""
    shown = ", ".join(raters[:_SHOWN]) + (", …" if len(raters) > _SHOWN else "")
    return (
        f"{table.name}: The table has a column for each rater or question ({shown}). Make it long: a row for each "
        "rating, with the columns compound, scale (head, modifier or whole), annotator and rating."
    )


def _are_scores(cells: Sequence[object]) -> bool:
    filled = [read_whole_number(str(cell)) for cell in list_filled(cells)]
    return bool(filled) and all(number is not None and -1 <= number <= MOST for number in filled)
