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
    measured = [_read_measured(each, keys) for each in test_sets]
    names = list(dict.fromkeys(name for each in measured for name in each.systems))
    parts = match_names(names, pattern, (SPLIT, SYSTEM))
    heads = {key: column.head for each in reversed(measured) for key, column in each.columns.items()}
    shown = [(heads[key], each) for key in keys if key in heads for each in measured]
    columns = [Column(head, each.test_set) for head, each in shown]
    reasons: dict[str, int] = {}
    cells = [[_make_cell(each, head, name, reasons) for head, each in shown] for name in names]
    rows = [SystemRow(name, *parts.get(name, ("", name)), row) for name, row in zip(names, cells, strict=True)]
    # Splits in the order of their first systems.
    order = {split: place for place, split in reversed(list(enumerate(row.split for row in rows)))}
    rows.sort(key=lambda row: order[row.split])
    notes = [(each.test_set, list_notes(each.columns.values())) for each in measured]
    return SeveralTable(columns, rows, list(reasons), [f"{name}: {note}" for name, said in notes for note in said])


def _read_measured(test_set: TestSet, keys: Sequence[str]) -> _Measured:
    scores = newest_scores(test_set)
    heads = [head for head in make_heads(scores, keys) if head.key in keys]
    wanted = {head.measure for head in heads}
    columns = read_columns(test_set, [score for score in scores if score.measure in wanted], heads)
    systems = fold_translations(test_set.translations.select_related("system"))
    keyed = {name: [run.pk for run in runs] for name, runs in systems.items()}
    return _Measured(test_set, keyed, {column.head.key: column for column in columns})


def _make_cell(measured: _Measured, head: Head, system: str, reasons: dict[str, int]) -> FigureCell:
    """Return a system's cell; a reason for which it is empty gets a number."""
    column, runs = measured.columns.get(head.key), measured.systems.get(system)
    found = column.cell(system, runs) if column and runs else None
    figure = column.figures.get(system) if column else None
    if column and found and figure:
        values = [each.value for name, each in column.figures.items() if column.may_be_best(name)]
        best = (min if head.is_error else max)(values) if len(values) > 1 else None
        is_best = best is not None and column.may_be_best(system) and found.value == column.write(best)
        return FigureCell(found, figure, is_best)
    reason = _explain(measured.test_set, head, system, column, runs, found)
    return FigureCell(Cell("–", "", reason), None, is_best=False, note=reasons.setdefault(reason, len(reasons) + 1))


def _explain(
    test_set: TestSet,
    head: Head,
    system: str,
    column: ColumnFigures | None,
    runs: Sequence[int] | None,
    found: Cell | None,
) -> str:
    if not runs:
        return f"{system} has no translations of {test_set}."
    if column is None:
        return f"{test_set} was not measured by {head.name}."
    if found is None:
        return f"{system} was added to {test_set} after {head.name} was measured."
    return found.reason or f"{head.name} of {system} on {test_set} is undefined."
