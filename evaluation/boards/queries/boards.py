"""The board of a test set: figures of every system by its newest measures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from annotation_site.figures.plots import Plot
from evaluation.boards.plots import Point, plot_board
from evaluation.measures.pairs.comparisons import Resampled, find_better, find_equals, rank
from evaluation.measures.registry import Column, find_columns, find_measure, main_columns
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure with its interval, as displayed."""

    value: str
    interval: str
    reason: str
    rank: int | None = None  # 1 + how many systems are significantly better
    is_order: bool = False  # of the column that the board is sorted by


@dataclass(frozen=True, slots=True)
class Head:
    """A column: its key in a URL, its name, and whether lower is better."""

    key: str
    measure: str
    figure: str
    name: str
    is_error: bool
    is_shown: bool
    decimals: int


@dataclass(frozen=True, slots=True)
class Board:
    """Systems × figures, sorted by one figure, best first."""

    columns: list[Head]  # all there are
    by: Head | None  # that which it is sorted by
    rows: list[tuple[Any, list[Cell | None]]]
    points: list[Point]  # of those that have this figure, in the order of the rows
    equals: list[tuple[int, int]]  # first and last point of each run in which none is significantly better
    scores: list[Any]

    @property
    def heads(self) -> list[Head]:
        """Columns that are shown."""
        return [head for head in self.columns if head.is_shown]

    def plot(self) -> Plot | None:
        """Return a plot of the figure by which the board is sorted, None if no system has it."""
        if self.by is None or not self.points:
            return None
        return plot_board(self.points, self.equals, self.by.name, is_error=self.by.is_error)


def newest_keys(test_set: TestSet) -> dict[str, str]:
    """Return the key of each measure's newest run."""
    scores = TranslationScore.objects.filter(translation__test_set=test_set).order_by("pk")
    return dict(scores.values_list("measure", "key"))


def newest_scores(test_set: TestSet, *, with_rows_of: str = "") -> list[Any]:
    """Return the scores of each measure's newest run, so that a column never mixes dictionaries or versions.

    Rows by label, of which there may be thousands, are loaded for the measure `with_rows_of` alone.
    """
    scores = TranslationScore.objects.filter(translation__test_set=test_set).order_by("pk")
    latest = newest_keys(test_set)
    scores = scores.select_related("translation__system")
    if with_rows_of:
        scores = scores.filter(measure=with_rows_of).defer("resampled")
    else:
        parts = {f"the_{name}": F(f"result__{name}") for name in ("figures", "reasons", "n", "left_out")}
        scores = scores.annotate(**parts).defer("result", "resampled")
    return [score for score in scores if latest[score.measure] == score.key]


def read_board(test_set: TestSet, *, shown: Collection[str] = (), by: str = "") -> Board:
    """Return the board with the columns named by their keys, by default the main figure of each measure.

    It is sorted by the column `by`, which need not be shown, or else by the first shown column that has a figure.
    """
    scores = newest_scores(test_set)
    translations = list(test_set.translations.select_related("system", "upload"))
    heads = _make_heads(find_columns({score.measure for score in scores}), shown)
    asked = next((head for head in heads if head.key == by), None)
    wanted = [head for head in heads if head.is_shown or head is asked]
    found = {column.head.key: column for column in _read_columns(scores, wanted)}
    # A column without a figure would leave the systems in no order.
    chosen = asked or next((head for head in wanted if found[head.key].figures), None) or next(iter(wanted), None)
    if chosen is None:
        return Board([], None, [(each, []) for each in translations], [], [], scores)
    order = found[chosen.key]
    translations.sort(key=lambda each: order.place(each.pk))
    rows = [
        (each, [found[head.key].cell(each.pk, is_order=head is chosen) for head in heads if head.is_shown])
        for each in translations
    ]
    measured = [each for each in translations if each.pk in order.figures]
    points = [order.point(each.pk) for each in measured]
    return Board(heads, chosen, rows, points, find_equals([each.pk for each in measured], order.better), scores)


def _make_heads(columns: Sequence[Column], shown: Collection[str]) -> list[Head]:
    """Return all columns. Unknown keys are ignored; if no known key is left, the main columns are shown."""
    keys = {column: f"{column.measure}.{column.figure}" for column in columns}
    wanted = set(shown).intersection(keys.values()) or {keys[column] for column in main_columns(columns)}
    return [
        Head(
            keys[column],
            column.measure,
            column.figure,
            column.name,
            find_measure(column.measure).lower_is_better,
            keys[column] in wanted,
            column.decimals,
        )
        for column in columns
    ]


@dataclass(frozen=True, slots=True)
class _Figures:
    """A column: the scores of its measure by translation, and significant differences between systems."""

    head: Head
    scores: Mapping[int, Any]
    figures: Mapping[int, tuple[float, Resampled]]
    better: set[tuple[int, int]]
    ranks: Mapping[int, int]

    def place(self, translation: int) -> tuple[bool, float]:
        """Return a sort key: best first, systems without the figure last."""
        if translation not in self.figures:
            return True, 0.0
        value = self.figures[translation][0]
        return False, value if self.head.is_error else -value

    def cell(self, translation: int, *, is_order: bool) -> Cell | None:
        score = self.scores.get(translation)
        if score is None:
            return None
        found = score.the_figures[self.head.figure]
        if found["value"] is None:
            return Cell("–", "", score.the_reasons.get(self.head.figure, ""))
        ends, decimals = found["interval"], self.head.decimals
        interval = f"{ends[0]:.{decimals}f}–{ends[1]:.{decimals}f}" if ends else ""
        return Cell(f"{found['value']:.{decimals}f}", interval, "", self.ranks.get(translation), is_order)

    def point(self, translation: int) -> Point:
        score = self.scores[translation]
        found = score.the_figures[self.head.figure]
        name = score.translation.system.name
        return Point(name, found["value"], found["interval"], self.ranks.get(translation))


def _read_columns(scores: Sequence[Any], heads: Sequence[Head]) -> Iterator[_Figures]:
    """Yield the columns with their systems compared by the paired bootstrap."""
    resampled = dict(
        TranslationScore.objects.filter(pk__in=[score.pk for score in scores]).values_list("pk", "resampled")
    )
    for head in heads:
        there = {score.translation_id: score for score in scores if score.measure == head.measure}
        figures = {
            translation: (score.the_figures[head.figure]["value"], resampled[score.pk].get(head.figure, []))
            for translation, score in there.items()
            if score.the_figures[head.figure]["value"] is not None
        }
        better = find_better(figures, lower_is_better=head.is_error)
        yield _Figures(head, there, figures, better, rank(figures, better) if len(figures) > 1 else {})


def table_of_board(board: Board) -> Iterator[list[str]]:
    """Yield the shown columns as displayed, without intervals, for a table in a paper."""
    yield ["System", *(head.name for head in board.heads)]
    for each, cells in board.rows:
        yield [each.system.name, *(cell.value if cell else "–" for cell in cells)]


def table_of_scores(scores: Iterable[Any]) -> Iterable[Sequence[object]]:
    """Yield a line for each figure of each system, unrounded."""
    yield "system", "measure", "figure", "value", "low", "high", "n", "left_out", "signature"
    for score in scores:
        for name, figure in score.the_figures.items():
            low, high = figure["interval"] or ("", "")
            value = "" if figure["value"] is None else figure["value"]
            counts = score.the_n, score.the_left_out
            yield score.translation.system.name, score.measure, name, value, low, high, *counts, score.signature
