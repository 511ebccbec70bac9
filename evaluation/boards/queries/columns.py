"""The columns of a board: a figure of every system by a measure's newest run, with what is significantly better."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.boards.folding import (
    MISSING_OUTPUTS,
    NO_OUTPUTS,
    FoldedFigure,
    Interval,
    Outputs,
    RunFigure,
    can_be_tested,
    find_better_systems,
    fold_runs,
)
from evaluation.boards.plots import Point
from evaluation.boards.queries.scores import newest_scores
from evaluation.measures.pairs.comparisons import FEW_SEGMENTS, rank
from evaluation.measures.registry import find_columns, find_measure, main_columns
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import TranslationScore

NO_VALUE = "–"
# Expressions, or segments, with a value and without.
Counts = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure with its interval, as displayed."""

    value: str
    interval: str
    reason: str
    rank: int | None = None  # 1 + how many systems are significantly better
    is_order: bool = False  # of the column that the board is sorted by
    order: float | None = None  # higher is better; None without a figure, or if it cannot be the best
    deviation: str = ""  # of runs
    runs: int = 1  # that have the figure
    counted: str = ""  # how many expressions or segments have a value, where some have none

    @property
    def is_top(self) -> bool:
        """Return whether no system is significantly better."""
        return self.rank == 1

    @property
    def printed(self) -> str:
        """The figure as papers print it, with the deviation of runs."""
        return f"{self.value} ± {self.deviation}" if self.deviation else self.value


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
    is_empty: bool = False  # no system has a figure

    @property
    def arrow(self) -> str:
        return "↓" if self.is_error else "↑"


@dataclass(frozen=True, slots=True)
class ColumnFigures:
    """A column: the scores of its measure by translation, the figures of systems, and which are better than which.

    With `has_few` segments nothing is significant, so that there are no ranks; `unranked` are the systems that have
    none for want of outputs, with the reason.
    """

    head: Head
    scores: Mapping[int, Any]
    figures: Mapping[str, FoldedFigure]
    better: set[tuple[str, str]]
    ranks: Mapping[str, int]
    has_few: bool
    unranked: Mapping[str, str]

    def may_be_best(self, system: str) -> bool:
        """Return whether the system may be marked as the best."""
        return not self.has_few and system in self.figures and system not in self.unranked

    def place(self, system: str) -> tuple[int, float]:
        """Return a sort key: best first, then systems that lack outputs, those without the figure last."""
        figure = self.figures.get(system)
        if figure is None:
            return 3, 0.0
        group = ("", MISSING_OUTPUTS, NO_OUTPUTS).index(self.unranked.get(system, ""))
        return group, figure.value if self.head.is_error else -figure.value

    def list_counts(self, translations: Collection[int]) -> list[Counts]:
        """Return how many expressions or segments figures of these translations count and leave out."""
        return [(score.the_n, score.the_left_out) for key in translations if (score := self.scores.get(key))]

    def cell(self, system: str, runs: Sequence[int], *, is_order: bool = False) -> Cell | None:
        """Return the cell of a system, whose `runs` are translations; None if none of them was measured."""
        figure = self.figures.get(system)
        if figure is None:
            reasons = [cell.reason for run in runs if (cell := self.cell_of_run(run))]
            return Cell(NO_VALUE, "", reasons[0]) if reasons else None
        order = None
        if self.may_be_best(system):
            order = -figure.value if self.head.is_error else figure.value
        deviation = "" if figure.deviation is None else self.write(figure.deviation)
        return Cell(
            self.write(figure.value),
            self._format_interval(figure.interval),
            "",
            self.ranks.get(system),
            is_order and self.may_be_best(system),
            order,
            deviation,
            len(figure.runs),
            describe_counts(self.list_counts(runs)),
        )

    def cell_of_run(self, run: int) -> Cell | None:
        score = self.scores.get(run)
        if score is None:
            return None
        figure = score.the_figures[self.head.figure]
        if figure["value"] is None:
            return Cell(NO_VALUE, "", score.the_reasons.get(self.head.figure, ""))
        interval, counted = self._format_interval(figure["interval"]), describe_counts(self.list_counts([run]))
        return Cell(self.write(figure["value"]), interval, "", counted=counted)

    def point(self, system: str) -> Point:
        figure = self.figures[system]
        return Point(system, figure.value, figure.interval, self.ranks.get(system))

    def write(self, value: float) -> str:
        """Return the value as displayed."""
        return f"{value:.{self.head.decimals}f}"

    def _format_interval(self, ends: Interval | Sequence[float]) -> str:
        return f"{self.write(ends[0])}–{self.write(ends[1])}" if ends else ""


def make_heads(scores: Sequence[Any], chosen_keys: Collection[str]) -> list[Head]:
    """Return all columns; without a known key in `shown`, the main columns that have a figure are shown."""
    columns = find_columns({score.measure for score in scores})
    keys = {column: f"{column.measure}.{column.figure}" for column in columns}
    there = {
        f"{score.measure}.{name}"
        for score in scores
        for name, figure in score.the_figures.items()
        if figure["value"] is not None
    }
    main = {keys[column] for column in main_columns(columns)}
    wanted = set(chosen_keys).intersection(keys.values()) or main & there or main
    return [
        Head(
            key,
            column.measure,
            column.figure,
            column.name,
            find_measure(column.measure).lower_is_better,
            key in wanted,
            column.decimals,
            key in main and key not in there,
        )
        for column, key in keys.items()
    ]


def find_unranked(scores: Sequence[Any], segments: int, *, gains_from_missing: bool) -> dict[str, str]:
    """Return the systems of these scores that lack outputs, with the reason why they have no rank."""
    missing: dict[str, dict[int, int]] = {}
    for score in scores:
        translation = score.translation
        missing.setdefault(translation.system.folded_name, {})[translation.pk] = translation.missing_count
    explained = {
        name: Outputs.of_runs(list(runs.values())).explain_no_rank(segments, gains_from_missing=gains_from_missing)
        for name, runs in missing.items()
    }
    return {name: reason for name, reason in explained.items() if reason}


def describe_counts(counts: Iterable[Counts]) -> str:
    """Return of how many expressions or segments figures are (“37 of 100”), or nothing if they are of all."""
    partial = [(n, left_out) for n, left_out in counts if left_out]
    if not partial:
        return ""
    numbers = sorted({n for n, _ in partial})
    counted = " to ".join(f"{number:,}" for number in dict.fromkeys((numbers[0], numbers[-1])))
    return f"{counted} of {max(n + left_out for n, left_out in partial):,}"


def explain_counts(title: str, measure: str, counts: Iterable[Counts]) -> list[str]:
    """Return a sentence on the expressions or segments that a measure's figures do not count, if there are any."""
    described, described_measure = describe_counts(counts), find_measure(measure)
    noun = "expressions" if described_measure.by_expression else "segments"
    return [f"{title} counts {described} {noun}: the others {described_measure.left_out_reason}."] if described else []


def read_unranked(test_set: TestSet, measure: str, systems: Collection[str] = ()) -> dict[str, str]:
    """Return the systems, by default of all, that lack outputs by which this measure ranks, with the reason."""
    scores = newest_scores(test_set, with_rows_of=measure)
    gains = find_measure(measure).gains_from_missing
    unranked = find_unranked(scores, test_set.segment_count, gains_from_missing=gains)
    return {name: reason for name, reason in unranked.items() if not systems or name in systems}


def note_unranked(unranked: Mapping[str, str]) -> list[str]:
    """Return a sentence for each system without a rank."""
    return [f"{name} {reason}: no rank." for name, reason in unranked.items()]


def read_columns(test_set: TestSet, scores: Sequence[Any], heads: Sequence[Head]) -> Iterator[ColumnFigures]:
    """Yield the columns with runs folded to their systems, and these compared if there are enough segments."""
    resampled = dict(
        TranslationScore.objects.filter(pk__in=[score.pk for score in scores]).values_list("pk", "resampled")
    )
    for head in heads:
        there = {score.translation_id: score for score in scores if score.measure == head.measure}
        runs: dict[str, list[RunFigure]] = {}
        for score in there.values():
            figure = score.the_figures[head.figure]
            if figure["value"] is not None:
                run_figure = RunFigure(figure["value"], figure["interval"], resampled[score.pk].get(head.figure, []))
                runs.setdefault(score.translation.system.folded_name, []).append(run_figure)
        figures = {name: fold_runs(run_figures) for name, run_figures in runs.items()}
        unranked = find_unranked(
            list(there.values()),
            test_set.segment_count,
            gains_from_missing=find_measure(head.measure).gains_from_missing,
        )
        counts = [score.the_n for score in there.values() if score.the_figures[head.figure]["value"] is not None]
        has_few = min([test_set.segment_count, *counts]) < FEW_SEGMENTS
        ranked = {} if has_few else {name: figure for name, figure in figures.items() if name not in unranked}
        better = find_better_systems(ranked, lower_is_better=head.is_error)
        ranks = rank(ranked, better) if can_be_tested(ranked.values()) else {}
        yield ColumnFigures(head, there, figures, better, ranks, has_few, unranked)
