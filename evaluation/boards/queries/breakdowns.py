"""Measures by expression, and by class, form and length."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from statistics import mean
from typing import Any

from annotation_site.figures.latex import PaperTable, place_column
from evaluation.boards.folding import FoldedFigure, RunFigure, can_be_tested, find_better_systems, fold_runs
from evaluation.boards.queries.boards import TEST, place_cells
from evaluation.boards.queries.columns import Cell, find_unranked, note_unranked
from evaluation.boards.queries.scores import newest_scores
from evaluation.measures.breakdowns import name_group
from evaluation.measures.groups import DIMENSIONS
from evaluation.measures.pairs.comparisons import FEW_SEGMENTS, TOO_FEW, note_on_number, rank
from evaluation.measures.registry import find_measure
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group of expressions or segments with each system's figure, as displayed and unrounded."""

    name: str
    n: int
    cells: list[Cell | None]
    values: list[dict[str, Any] | None]


@dataclass(frozen=True, slots=True)
class GroupPart:
    """A dimension and its groups."""

    dimension: str
    title: str
    rows: list[GroupRow]

    @property
    def has_values(self) -> bool:
        """True if any system has a figure in any group."""
        return any(value and value["value"] is not None for row in self.rows for value in row.values)


@dataclass(frozen=True, slots=True)
class ExpressionRow:
    """A label with its mean over systems, and each system's mean."""

    label: str
    n: int
    mean: float
    systems: list[float | None]


def read_expressions(test_set: TestSet, measure: str) -> tuple[list[str], list[ExpressionRow]]:
    """Return the systems' names and a row for each label, worst mean over systems first."""
    systems = _fold_scores(newest_scores(test_set, with_rows_of=measure))
    by_label: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for name, scores in systems.items():
        for score in scores:
            for row in score.result["rows"]:
                by_label.setdefault(row["label"], {}).setdefault(name, []).append(row)
    rows = []
    for label, rows_by_system in by_label.items():
        means = {}
        for name, run_rows in rows_by_system.items():
            means[name] = mean(row["score"] for row in run_rows)
        values = [means.get(name) for name in systems]
        defined = [value for value in values if value is not None]
        n = max(row["n"] for run_rows in rows_by_system.values() for row in run_rows)
        rows.append(ExpressionRow(label, n, sum(defined) / len(defined), values))
    sign = -1 if find_measure(measure).lower_is_better else 1
    rows.sort(key=lambda row: (sign * row.mean, -row.n, row.label))
    return list(systems), rows


def read_groups(test_set: TestSet, measure: str) -> tuple[list[str], list[GroupPart]]:
    """Return the systems' names, and each dimension with its groups."""
    scores = newest_scores(test_set, with_rows_of=measure)
    systems = _fold_scores(scores)
    rows_by_group = _load_group_rows(scores)
    described_measure = find_measure(measure) if systems else None
    unranked = find_unranked(
        scores,
        test_set.segment_count,
        gains_from_missing=bool(described_measure and described_measure.gains_from_missing),
    )
    parts = []
    for dimension, title, names in DIMENSIONS:
        rows = []
        for name in names:
            by_system = rows_by_group.get((dimension, name))
            if by_system and described_measure:
                n = max(row["n"] for run_rows in by_system.values() for row in run_rows)
                folded = _fold_rows(by_system, n, unranked, lower_is_better=described_measure.lower_is_better)
                values = [folded.get(system) for system in systems]
                cells = [
                    _group_cell(
                        value,
                        described_measure.decimals,
                        is_error=described_measure.lower_is_better,
                        may_be_best=n >= FEW_SEGMENTS and system not in unranked,
                    )
                    for system, value in zip(systems, values, strict=True)
                ]
                rows.append(GroupRow(name, n, cells, values))
        if rows:
            parts.append(GroupPart(dimension, title, rows))
    return list(systems), parts


def _load_group_rows(scores: Sequence[Any]) -> dict[tuple[str, str], dict[str, list[dict[str, Any]]]]:
    """Return by dimension and group the rows of each system's runs with their resamples."""
    stored = TranslationScore.objects.filter(pk__in=[score.pk for score in scores])
    resampled = dict(stored.values_list("pk", "groups_resampled"))
    rows_by_group: dict[tuple[str, str], dict[str, list[dict[str, Any]]]] = {}
    for score in scores:
        system = score.translation.system.folded_name
        for row in score.result.get("groups", []):
            by_system = rows_by_group.setdefault((row["dimension"], row["group"]), {})
            resamples = resampled[score.pk].get(name_group(row), [])
            by_system.setdefault(system, []).append({**row, "resampled": resamples})
    return rows_by_group


def _fold_scores(scores: Sequence[Any]) -> dict[str, list[Any]]:
    """Return the scores of each system: one, or one for each of its runs."""
    systems: dict[str, list[Any]] = {}
    for score in scores:
        systems.setdefault(score.translation.system.folded_name, []).append(score)
    return systems


def _fold_rows(
    by_system: Mapping[str, Sequence[dict[str, Any]]], n: int, unranked: Collection[str], *, lower_is_better: bool
) -> dict[str, dict[str, Any]]:
    """Return the row of each system from those of its runs, with its rank unless the group is too small to be tested.

    In a small group, resamples vary too little, so that a system would be called better too easily.
    """
    figures: dict[str, FoldedFigure] = {}
    for system, rows in by_system.items():
        run_figures = [
            RunFigure(row["value"], row["interval"], row["resampled"]) for row in rows if row["value"] is not None
        ]
        if run_figures:
            figures[system] = fold_runs(run_figures)
    ranks: Mapping[str, int] = {}
    ranked = {system: figure for system, figure in figures.items() if system not in unranked}
    if n >= FEW_SEGMENTS and can_be_tested(ranked.values()):
        ranks = rank(ranked, find_better_systems(ranked, lower_is_better=lower_is_better))
    folded = {}
    for system, rows in by_system.items():
        row = {"dimension": rows[0]["dimension"], "group": rows[0]["group"], "n": max(row["n"] for row in rows)}
        figure = figures.get(system)
        if figure is None:
            row |= {"value": None, "interval": None, "deviation": None, "runs": 0}
        else:
            row |= {
                "value": figure.value,
                "interval": figure.interval,
                "deviation": figure.deviation,
                "runs": len(figure.runs),
            }
        folded[system] = {**row, "rank": ranks.get(system)}
    return folded


def _group_cell(row: dict[str, Any] | None, decimals: int, *, is_error: bool, may_be_best: bool) -> Cell | None:
    if row is None or row["value"] is None:
        return None
    ends, deviation = row["interval"], row["deviation"]
    return Cell(
        f"{row['value']:.{decimals}f}",
        f"{ends[0]:.{decimals}f}–{ends[1]:.{decimals}f}" if ends else "",
        "",
        row["rank"],
        order=(-row["value"] if is_error else row["value"]) if may_be_best else None,
        deviation="" if deviation is None else f"{deviation:.{decimals}f}",
        runs=row["runs"],
    )


def table_of_groups(systems: Sequence[str], parts: Sequence[GroupPart]) -> Iterator[list[object]]:
    """Yield a line for each group and system, unrounded."""
    yield ["dimension", "group", "system", "n", "value", "low", "high", "deviation", "runs", "rank", "note"]
    for part in parts:
        for row in part.rows:
            for name, value in zip(systems, row.values, strict=True):
                if value:
                    ends = value["interval"] or (None, None)
                    cells = [value["value"], *ends, value["deviation"], value["runs"], value["rank"]]
                    cells.append(note_on_number(row.n))
                    yield [part.title, row.name, name, value["n"], *("" if cell is None else cell for cell in cells)]


def print_groups(systems: Sequence[str], parts: Sequence[GroupPart], unranked: Mapping[str, str]) -> PaperTable:
    """Return a line for each group, as displayed, with the systems of each marked and a rule between dimensions; the
    systems that are `unranked` with the reason.
    """
    head = ["Group", "Number", *systems]
    rows = [[row.name, str(row.n), *place_cells(row.cells)] for part in parts for row in part.rows]
    starts = list(accumulate(len(part.rows) for part in parts))[:-1]
    test = f"{TEST}; groups of fewer than {FEW_SEGMENTS} are not tested"
    notes = [TOO_FEW] if any(row.n < FEW_SEGMENTS for part in parts for row in part.rows) else []
    notes += note_unranked(unranked)
    return PaperTable([head, *rows], test, rules=starts, notes=notes)


def table_of_expressions(systems: Sequence[str], rows: Sequence[ExpressionRow]) -> Iterator[list[object]]:
    """Yield a line for each label, unrounded."""
    yield ["label", "n", "mean", *systems]
    for row in rows:
        yield [row.label, row.n, row.mean, *("" if value is None else value for value in row.systems)]


def print_expressions(
    systems: Sequence[str], rows: Sequence[ExpressionRow], unranked: Mapping[str, str], *, is_error: bool
) -> PaperTable:
    """Return a line for each label for a table in a paper: the best system is marked where there are enough of it."""
    sign = -1 if is_error else 1
    printed: list[Sequence[object]] = [["Expression", "Number", "Mean", *systems]]
    for row in rows:
        order = [
            sign * value if row.n >= FEW_SEGMENTS and value is not None and name not in unranked else None
            for name, value in zip(systems, row.systems, strict=True)
        ]
        printed.append([row.label, row.n, row.mean, *place_column(row.systems, order)])
    return PaperTable(printed, notes=note_unranked(unranked))
