"""Measures by expression, and by class, form and length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.boards.queries.boards import Cell, newest_scores
from evaluation.measures.groups import DIMENSIONS
from evaluation.measures.registry import find_measure
from evaluation.test_sets.models import TestSet


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
    scores = newest_scores(test_set, with_rows_of=measure)
    by_label: dict[str, dict[int, dict[str, Any]]] = {}
    for place, score in enumerate(scores):
        for row in score.result["rows"]:
            by_label.setdefault(row["label"], {})[place] = row
    rows = []
    for label, found in by_label.items():
        values = [found[place]["score"] if place in found else None for place in range(len(scores))]
        defined = [value for value in values if value is not None]
        n = max(row["n"] for row in found.values())
        rows.append(ExpressionRow(label, n, sum(defined) / len(defined), values))
    sign = -1 if find_measure(measure).lower_is_better else 1
    rows.sort(key=lambda row: (sign * row.mean, -row.n, row.label))
    return [score.translation.system.name for score in scores], rows


def read_groups(test_set: TestSet, measure: str) -> tuple[list[str], list[GroupPart]]:
    """Return the systems' names, and each dimension with its groups."""
    scores = newest_scores(test_set, with_rows_of=measure)
    found = {
        (row["dimension"], row["group"], place): row
        for place, score in enumerate(scores)
        for row in score.result.get("groups", [])
    }
    decimals = find_measure(measure).decimals if scores else 0
    parts = []
    for dimension, title, names in DIMENSIONS:
        rows = []
        for name in names:
            cells = [found.get((dimension, name, place)) for place in range(len(scores))]
            if any(cells):
                n = max(cell["n"] for cell in cells if cell)
                rows.append(GroupRow(name, n, [_group_cell(cell, decimals) for cell in cells], cells))
        if rows:
            parts.append(GroupPart(dimension, title, rows))
    return [score.translation.system.name for score in scores], parts


def _group_cell(row: dict[str, Any] | None, decimals: int) -> Cell | None:
    if row is None or row["value"] is None:
        return None
    ends = row["interval"]
    return Cell(f"{row['value']:.{decimals}f}", f"{ends[0]:.{decimals}f}–{ends[1]:.{decimals}f}" if ends else "", "")


def table_of_groups(systems: Sequence[str], parts: Sequence[GroupPart]) -> Iterator[list[object]]:
    """Yield a line for each group and system, unrounded."""
    yield ["dimension", "group", "system", "n", "value", "low", "high"]
    for part in parts:
        for row in part.rows:
            for name, value in zip(systems, row.values, strict=True):
                if value:
                    yield [part.title, row.name, name, value["n"], value["value"], *(value["interval"] or ("", ""))]


def print_groups(systems: Sequence[str], parts: Sequence[GroupPart]) -> Iterator[list[str]]:
    """Yield a line for each group, as displayed, for a table in a paper."""
    yield ["Group", "Number", *systems]
    for part in parts:
        for row in part.rows:
            yield [row.name, str(row.n), *(cell.value if cell else "–" for cell in row.cells)]


def table_of_expressions(systems: Sequence[str], rows: Sequence[ExpressionRow]) -> Iterator[list[object]]:
    """Yield a line for each label, unrounded."""
    yield ["label", "n", "mean", *systems]
    for row in rows:
        yield [row.label, row.n, row.mean, *("" if value is None else value for value in row.systems)]
