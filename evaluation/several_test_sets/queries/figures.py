"""Stored figures of several test sets, arranged by the names of systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from evaluation.boards.queries.boards import fold_translations, list_notes
from evaluation.boards.queries.columns import Cell, ColumnFigures, Head, make_heads, read_columns
from evaluation.boards.queries.scores import newest_scores
from evaluation.measures.registry import Column as MeasureColumn
from evaluation.measures.registry import find_columns
from evaluation.several_test_sets.queries.tables import Column, FigureCell, SeveralTable, SystemRow
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore
from evaluation.translations.runs import SPLIT, SYSTEM, match_names

# Test sets, and figures, at once.
MOST = 12
# Of other projects that can be chosen.
OFFERED = 100


@dataclass(frozen=True, slots=True)
class _Measured:
    """A test set with its systems and the columns that were asked for."""

    test_set: TestSet
    systems: dict[str, list[int]]
    columns: dict[str, ColumnFigures]


def offer_test_sets(user: User, project: Project) -> tuple[QuerySet[TestSet], QuerySet[TestSet]]:
    """Return the test sets with outputs of the project, and those of others whose results the user may see."""
    seen = TestSet.objects.for_user(user).filter(translations__isnull=False).distinct().select_related("project")
    own, others = seen.filter(project=project), seen.exclude(project=project)
    return own.order_by("pk"), others.filter(pk__in=list(others.values_list("pk", flat=True)[:OFFERED]))


def offer_figures(test_sets: Sequence[TestSet]) -> list[MeasureColumn]:
    """Return the figures that these test sets were measured by, in the order of the board."""
    measured = TranslationScore.objects.filter(translation__test_set__in=test_sets).order_by()
    return find_columns(set(measured.values_list("measure", flat=True).distinct()))


def read_several(test_sets: Sequence[TestSet], keys: Sequence[str], pattern: str = "") -> SeveralTable:
    """Return systems by figures and test sets; names that follow the pattern are grouped by split.

    Raise ValueError for a pattern without its places.
    """
    measured = [_load_measured(test_set, keys) for test_set in test_sets]
    names = list(dict.fromkeys(name for of_test_set in measured for name in of_test_set.systems))
    parts = match_names(names, pattern, (SPLIT, SYSTEM))
    heads = {key: column.head for of_test_set in reversed(measured) for key, column in of_test_set.columns.items()}
    heads_shown = [(heads[key], of_test_set) for key in keys if key in heads for of_test_set in measured]
    columns = [Column(head, of_test_set.test_set) for head, of_test_set in heads_shown]
    reasons: dict[str, int] = {}
    rows = []
    for name in names:
        cells = [_make_cell(of_test_set, head, name, reasons) for head, of_test_set in heads_shown]
        rows.append(SystemRow(name, *parts.get(name, ("", name)), cells))
    splits = list(dict.fromkeys(row.split for row in rows))  # in the order of their first systems
    rows.sort(key=lambda row: splits.index(row.split))
    notes = [(of_test_set.test_set, list_notes(of_test_set.columns.values())) for of_test_set in measured]
    return SeveralTable(
        columns, rows, list(reasons), [f"{name}: {note}" for name, of_test_set in notes for note in of_test_set]
    )


def _load_measured(test_set: TestSet, keys: Sequence[str]) -> _Measured:
    scores = newest_scores(test_set)
    heads = [head for head in make_heads(scores, keys) if head.key in keys]
    wanted = {head.measure for head in heads}
    columns = read_columns(test_set, [score for score in scores if score.measure in wanted], heads)
    systems = fold_translations(test_set.translations.select_related("system"))
    run_keys = {}
    for name, runs in systems.items():
        run_keys[name] = [run.pk for run in runs]
    return _Measured(test_set, run_keys, {column.head.key: column for column in columns})


def _make_cell(measured: _Measured, head: Head, system: str, reasons: dict[str, int]) -> FigureCell:
    """Return a system's cell; a reason for which it is empty gets a number."""
    column, runs = measured.columns.get(head.key), measured.systems.get(system)
    cell = column.cell(system, runs) if column and runs else None
    figure = column.figures.get(system) if column else None
    if column and cell and figure:
        values = [other.value for name, other in column.figures.items() if column.may_be_best(name)]
        best = None
        if len(values) > 1:
            best = min(values) if head.is_error else max(values)
        is_best = best is not None and column.may_be_best(system) and cell.value == column.write(best)
        return FigureCell(cell, figure, is_best)
    reason = _explain(measured.test_set, head, system, column, runs, cell)
    return FigureCell(Cell("–", "", reason), None, is_best=False, note=reasons.setdefault(reason, len(reasons) + 1))


def _explain(
    test_set: TestSet,
    head: Head,
    system: str,
    column: ColumnFigures | None,
    runs: Sequence[int] | None,
    cell: Cell | None,
) -> str:
    if not runs:
        return f"{system} has no translations of {test_set}."
    if column is None:
        return f"{test_set} was not measured by {head.name}."
    if cell is None:
        return f"{system} was added to {test_set} after {head.name} was measured."
    return cell.reason or f"{head.name} of {system} on {test_set} is undefined."
