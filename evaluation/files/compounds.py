"""Tables of compounds and how compositional they are."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from alignment.formats import FormatError
from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Assignment, Role
from annotation_site.tables.reading import RECOGNISED, TableOptions
from evaluation.files.numbers import NumberColumn
from evaluation.files.tables import assign_columns, read_cells
from evaluation.metrics.tesla.compounds import CompoundScores, compound_words

COMPOUND = Role("compound", "Compound", find_words("compound"), is_required=True)
COMPOSITIONALITY = Role(
    "compositionality",
    "Compositionality",
    (
        *("compositionality", "compositionality score", "kompositionalität", "composicionalidad"),
        *("compositionnalité", "composizionalità", "composicionalidade"),
        *find_words("type_score"),
    ),
    is_required=True,
)
ROLES = (COMPOUND, COMPOSITIONALITY)


def read_compounds(
    path: str,
    tables: TableOptions = RECOGNISED,
    wanted: Assignment = MappingProxyType({}),
    *,
    highest: float,
    is_exact: bool,
) -> CompoundScores:
    """Read scores from 0 to 1, skipping rows without one.

    For an exact match they are all 0, and their column may be absent.
    """
    scores: dict[tuple[str, ...], float] = {}
    columns = assign_columns(path, (COMPOUND, replace(COMPOSITIONALITY, is_required=not is_exact)), tables, wanted)
    compounds, values = columns["compound"], columns.get("compositionality")
    is_list = values is None
    numbers = NumberColumn(path, values or compounds, tables)
    for line, (compound, text) in read_cells(path, [compounds, values or compounds], tables):
        number = 0.0 if is_list and text else numbers.read(line, text)
        if number is None:
            continue
        try:
            score = number / highest
        except ZeroDivisionError as error:
            raise FormatError(path, line, str(error)) from error
        words = _require_words(path, line, compound, score)
        if words in scores:
            raise FormatError(path, line, f"“{compound}” already has a score.")
        scores[words] = 0.0 if is_exact else score
    if not scores:
        raise FormatError(path, None, "The table has no compounds with scores.")
    return scores


def keep_listed(path: str, scores: CompoundScores, wanted: Assignment = MappingProxyType({})) -> CompoundScores:
    """Return the scores of the compounds that the table lists."""
    named = {role: columns for role, columns in wanted.items() if role == COMPOUND.name}
    column = assign_columns(path, (COMPOUND,), wanted=named)["compound"]
    cells = ((line, compound) for line, (compound,) in read_cells(path, [column]) if compound)
    listed = {_require_words(path, line, compound) for line, compound in cells}
    kept = {words: score for words, score in scores.items() if words in listed}
    if not kept:
        raise FormatError(path, None, "None of the compounds in the table have scores in the project.")
    return kept


def _require_words(path: str, line: int, compound: str, score: float = 0.0) -> tuple[str, ...]:
    try:
        return compound_words(compound, score)
    except ValueError as error:
        raise FormatError(path, line, str(error)) from error
