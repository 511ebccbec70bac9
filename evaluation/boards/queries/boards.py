"""The board of a test set: figures of every system by its newest measures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.figures.latex import PaperTable, place_column
from annotation_site.figures.plots import Plot
from evaluation.boards.plots import Point, plot_board
from evaluation.boards.queries.columns import (
    NO_VALUE,
    Cell,
    ColumnFigures,
    Head,
    explain_counts,
    make_heads,
    read_columns,
)
from evaluation.boards.queries.scores import newest_scores
from evaluation.measures.pairs.comparisons import TOO_FEW, find_equals, note_on_number
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation

TEST = (
    "no system is better with p < 0.05, paired bootstrap over segments and, between systems with several runs, Welch's "
    "t test over runs, uncorrected"
)


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A system with its cells; `translations` are its runs, and `runs` their cells if there are several."""

    name: str
    translations: Sequence[Any]
    cells: Sequence[Cell | None]
    runs: Sequence[tuple[Any, Sequence[Cell | None]]]

    @property
    def missing_count(self) -> int:
        return sum(translation.missing_count for translation in self.translations)


@dataclass(frozen=True, slots=True)
class Board:
    """Systems × figures, sorted by one figure, best first."""

    columns: list[Head]  # all there are
    by: Head | None  # that which it is sorted by
    rows: list[BoardRow]
    points: list[Point]  # of those that have this figure, in the order of the rows
    equals: list[tuple[int, int]]  # first and last point of each run in which none is significantly better
    scores: list[Any]
    notes: list[str]  # on what the figures cannot show

    @property
    def heads(self) -> list[Head]:
        """Columns that are shown."""
        return [head for head in self.columns if head.is_shown]

    @property
    def folded(self) -> list[Head]:
        """Columns that are left out because no system has a figure."""
        return [head for head in self.columns if head.is_empty and not head.is_shown]

    @property
    def has_missing(self) -> bool:
        return any(row.missing_count for row in self.rows)

    @property
    def has_ranks(self) -> bool:
        return any(cell and cell.rank for row in self.rows for cell in row.cells)

    @property
    def has_runs(self) -> bool:
        return any(row.runs for row in self.rows)

    def plot(self) -> Plot | None:
        """Return a plot of the figure by which the board is sorted, None if no system has it."""
        if self.by is None or not self.points:
            return None
        return plot_board(self.points, self.equals, self.by.name, is_error=self.by.is_error)


def read_board(test_set: TestSet, *, keys: Collection[str] = (), by: str = "") -> Board:
    """Return the board with the columns named by their keys, by default the main figure of each measure.

    Main figures that no system has are left out. It is sorted by the column `by`, which need not be shown, or else by
    the first shown column that has a figure. Runs of one system are one row.
    """
    scores = newest_scores(test_set)
    systems = fold_translations(test_set.translations.select_related("system", "upload"))
    heads = make_heads(scores, keys)
    chosen_head = next((head for head in heads if head.key == by), None)
    wanted = [head for head in heads if head.is_shown or head is chosen_head]
    columns_by_key = {column.head.key: column for column in read_columns(test_set, scores, wanted)}
    # A column without a figure would leave the systems in no order.
    chosen = (
        chosen_head
        or next((head for head in wanted if columns_by_key[head.key].figures), None)
        or next(iter(wanted), None)
    )
    columns = [columns_by_key[head.key] for head in heads if head.is_shown]
    if chosen is None:
        return Board([], None, _make_rows(systems, [], None), [], [], scores, [])
    order = columns_by_key[chosen.key]
    systems = dict(sorted(systems.items(), key=lambda entry: order.place(entry[0])))
    measured = [name for name in systems if name in order.figures]
    points = [order.point(name) for name in measured]
    rows = _make_rows(systems, columns, chosen)
    # Where nothing was tested, nothing is known to be equal.
    equals = find_equals([name for name in measured if name in order.ranks], order.better)
    return Board(heads, chosen, rows, points, equals, scores, list_notes(columns_by_key.values()))


def list_notes(columns: Iterable[ColumnFigures]) -> list[str]:
    """Return sentences on columns with few segments, on what figures leave out, and on systems without a rank."""
    listed = list(columns)
    notes = [TOO_FEW] if any(column.has_few and column.figures for column in listed) else []
    for column in listed:
        if column.figures:
            notes += explain_counts(column.head.name, column.head.measure, column.list_counts(column.scores))
    named: dict[tuple[str, str], list[str]] = {}
    for column in listed:
        for name, reason in column.unranked.items():
            if name in column.figures and not column.has_few:
                named.setdefault((name, reason), []).append(column.head.name)
    for (name, reason), heads in named.items():
        notes.append(f"{name} {reason}: no rank for {', '.join(heads)}.")
    return notes


def fold_translations(translations: Iterable[Translation]) -> dict[str, list[Translation]]:
    """Return the translations of each system: one, or one for each of its runs."""
    systems: dict[str, list[Translation]] = {}
    for translation in translations:
        systems.setdefault(translation.system.folded_name, []).append(translation)
    return systems


def _make_rows(
    systems: dict[str, list[Translation]], columns: Sequence[ColumnFigures], by: Head | None
) -> list[BoardRow]:
    rows = []
    for name, runs in systems.items():
        keys = [run.pk for run in runs]
        cells = [column.cell(name, keys, is_order=column.head is by) for column in columns]
        unfolded = [(run, _cells_of_run(run, columns)) for run in runs] if len(runs) > 1 else []
        rows.append(BoardRow(name, runs, cells, unfolded))
    return rows


def _cells_of_run(run: Translation, columns: Sequence[ColumnFigures]) -> list[Cell | None]:
    return [column.cell_of_run(run.pk) for column in columns]


def table_of_board(board: Board) -> PaperTable:
    """Return the shown columns as displayed, without intervals, for a table in a paper."""
    columns, titles = [], ["System"]
    for index, head in enumerate(board.heads):
        cells = [row.cells[index] for row in board.rows]
        columns.append(place_cells(cells))
        titles.append(f"{head.name} {head.arrow}{print_counts(cells)}")
    body = zip([row.name for row in board.rows], *columns, strict=True)
    return PaperTable([titles, *body], TEST, notes=board.notes)


def print_counts(cells: Iterable[Cell | None]) -> str:
    """Return what the head of a column says of how much it counts; where systems differ, the table's notes do."""
    counts = {cell.counted for cell in cells if cell and cell.value != NO_VALUE}
    return f" ({counted})" if len(counts) == 1 and (counted := counts.pop()) else ""


def place_cells(column: Sequence[Cell | None]) -> list[Any]:
    """Return the cells of a column for a paper: the best marked, and those that no system is better than."""
    cells = [cell or Cell(NO_VALUE, "", "") for cell in column]
    tops = [row for row, cell in enumerate(cells) if cell.is_top]
    return place_column([cell.printed for cell in cells], [cell.order for cell in cells], tops)


def table_of_scores(scores: Iterable[Any], segments: int) -> Iterable[Sequence[object]]:
    """Yield a line for each figure of each system output, unrounded, with a note where there are too few segments."""
    yield "system", "run_of", "measure", "figure", "value", "low", "high", "n", "left_out", "signature", "note"
    for score in scores:
        for name, figure in score.the_figures.items():
            low, high = figure["interval"] or ("", "")
            value = "" if figure["value"] is None else figure["value"]
            system, counts = score.translation.system, (score.the_n, score.the_left_out)
            note = note_on_number(min(segments, score.the_n))
            yield system.name, system.run_of, score.measure, name, value, low, high, *counts, score.signature, note
