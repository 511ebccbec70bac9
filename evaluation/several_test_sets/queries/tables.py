"""The figures of systems on several test sets, as a table for a paper and as rows of data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from annotation_site.figures.latex import PaperTable
from evaluation.boards.folding import FoldedFigure
from evaluation.boards.queries.boards import TEST, place_cells, print_counts
from evaluation.boards.queries.columns import Cell, Head
from evaluation.measures.pairs.comparisons import note_on_number


@dataclass(frozen=True, slots=True)
class Column:
    """A figure on one test set."""

    head: Head
    test_set: Any


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A system's cell in a column: what is displayed, the figure behind it, and why there is none."""

    cell: Cell
    figure: FoldedFigure | None
    is_best: bool
    note: int | None = None  # number of the reason for which there is no figure, from 1


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system with a cell for each column; `split` and `name` are the parts of its name if it follows the pattern."""

    system: str
    split: str
    name: str
    cells: Sequence[FigureCell]


@dataclass(frozen=True, slots=True)
class SeveralTable:
    """Systems × test sets × figures, with the reasons for empty cells."""

    columns: Sequence[Column]
    rows: Sequence[SystemRow]
    reasons: Sequence[str]
    notes: Sequence[str] = ()  # on test sets with few segments, and on systems that lack outputs

    @property
    def has_splits(self) -> bool:
        return any(row.split for row in self.rows)

    @property
    def spans(self) -> list[tuple[Head, int]]:
        """Figures with the number of their columns."""
        return [(next(columns).head, 1 + len(list(columns))) for _, columns in _by_figure(self.columns)]

    @property
    def splits(self) -> list[tuple[str, list[SystemRow]]]:
        """Rows by split, in their order."""
        return [(split, list(rows)) for split, rows in groupby(self.rows, key=lambda row: row.split)]


def _by_figure(columns: Sequence[Column]) -> Iterator[tuple[str, Iterator[Column]]]:
    return groupby(columns, key=lambda column: column.head.key)


def print_several(table: SeveralTable) -> PaperTable:
    """Return the table for a paper: a head for the figures above that of the test sets, and a rule between splits."""
    names = ["Split", "System"] if table.has_splits else ["System"]
    columns, titles = [], [*names]
    for index, column in enumerate(table.columns):
        cells = [row.cells[index].cell for row in table.rows]
        columns.append(place_cells(cells))
        titles.append(f"{column.test_set.name}{print_counts(cells)}")
    body: list[list[object]] = []
    rules = []
    for split, rows in table.splits:
        rules.append(len(body))
        for row_in_split, row in enumerate(rows):
            named = [row.name]
            if table.has_splits:
                named = ["" if row_in_split else split, row.name]
            body.append([*named, *(cells[len(body)] for cells in columns)])
    heads = [("", len(names)), *((f"{head.name} {head.arrow}", width) for head, width in table.spans)]
    return PaperTable([titles, *body], TEST, tuple(heads), tuple(rules[1:]), len(names), table.notes)


def table_of_several(table: SeveralTable) -> Iterator[Sequence[object]]:
    """Yield a line for each cell, unrounded."""
    yield (
        *("split", "system", "test_set", "project", "measure", "figure"),
        *("value", "deviation", "runs", "low", "high", "rank", "reason", "note"),
    )
    for system_cell in list_cells(table):
        low, high = system_cell["interval"] or (None, None)
        values = (
            system_cell["value"],
            system_cell["deviation"],
            system_cell["runs"],
            low,
            high,
            system_cell["rank"],
            system_cell["reason"],
            system_cell["note"],
        )
        named = (system_cell[name] for name in ("split", "system", "test_set", "project", "measure", "figure"))
        yield (*named, *("" if value is None else value for value in values))


def list_cells(table: SeveralTable) -> Iterator[dict[str, Any]]:
    """Yield every cell as data."""
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            figure = cell.figure
            yield {
                "split": row.split,
                "system": row.system,
                "test_set": column.test_set.name,
                "project": column.test_set.project.slug,
                "measure": column.head.measure,
                "figure": column.head.figure,
                "value": figure and figure.value,
                "deviation": figure and figure.deviation,
                "runs": len(figure.runs) if figure else 0,
                "interval": figure and figure.interval,
                "rank": cell.cell.rank,
                "reason": table.reasons[cell.note - 1] if cell.note else "",
                "note": note_on_number(column.test_set.segment_count),
            }
