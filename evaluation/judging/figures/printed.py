"""Tables of a judging round's results as papers print them: the best in bold, a dagger where nothing is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from annotation_site.figures.latex import PaperTable, Placed, place_column, print_interval
from evaluation.judging.figures.report_rows import JudgingRoundReport
from evaluation.judging.methods import is_penalty
from evaluation.measures.pairs.comparisons import FEW_SEGMENTS, TOO_FEW

LEVEL = 0.05
TEST = f"p ≥ {LEVEL}, paired bootstrap over segments, two-sided, uncorrected"


def print_systems(report: JudgingRoundReport, method: str) -> PaperTable:
    """Return a line for each system, best first, with the best mean marked and those not significantly worse."""
    rows = report.systems
    equals = [index for index, row in enumerate(rows) if row.p is not None and row.p >= LEVEL]
    title = "Wins" if method == "preference" else "Mean"
    columns = [
        [row.mean for row in rows] if report.has_few else _place([row.mean for row in rows], method, equals),
        [print_interval(row.interval) for row in rows],
        [row.judgements for row in rows],
    ]
    head = ["System", f"{title} {_arrow(method)}", "95 %", "Answers"]
    notes = [TOO_FEW] if report.has_few else []
    return PaperTable([head, *zip([row.system for row in rows], *columns, strict=True)], TEST, notes=notes)


def print_adjudicated_systems(report: JudgingRoundReport, method: str) -> PaperTable:
    """Return a line for each system with the best mean of the decisions, and of the annotators, marked."""
    rows = report.adjudicated_systems
    has_few = min((row.translations for row in rows), default=0) < FEW_SEGMENTS
    values = [row.adjudicated for row in rows], [row.annotated for row in rows]
    columns = [
        *(cell if has_few else _place(cell, method) for cell in values),
        [row.translations for row in rows],
    ]
    head = ["System", f"Adjudicated {_arrow(method)}", f"Annotators {_arrow(method)}", "Translations"]
    notes = [TOO_FEW] if has_few and rows else []
    return PaperTable([head, *zip([row.system for row in rows], *columns, strict=True)], notes=notes)


def print_alphas(report: JudgingRoundReport, _method: str) -> PaperTable:
    """Return Krippendorff's alpha by level."""
    rows = [
        (row.level, row.alpha.value, print_interval((row.interval.low, row.interval.high) if row.interval else None))
        for row in report.alphas
    ]
    return PaperTable([["Level", "α", "95 %"], *rows])


def print_pairs(report: JudgingRoundReport, _method: str) -> PaperTable:
    """Return the correlation between the system means of each two annotators."""
    rows = [
        ("–".join(row.annotators), row.pearson.value, print_interval(row.interval), row.tasks) for row in report.pairs
    ]
    return PaperTable([["Annotators", "Pearson", "95 %", "Items"], *rows])


def print_overlaps(report: JudgingRoundReport, _method: str) -> PaperTable:
    """Return character F1 between error spans of all pairs of annotators, then of each pair below a rule."""
    rows = [
        ("–".join(row.annotators) or "All pairs", row.micro, print_interval(row.interval), row.macro, row.translations)
        for row in report.overlaps
    ]
    return PaperTable([["Annotators", "Micro F1", "95 %", "Macro F1", "Translations"], *rows], rules=(1,))


def _place(values: Sequence[float | None], method: str, equals: Sequence[int] = ()) -> list[Placed]:
    sign = -1 if is_penalty(method) else 1
    return place_column(values, [None if value is None else sign * value for value in values], equals)


def _arrow(method: str) -> str:
    return "↓" if is_penalty(method) else "↑"


PRINTED: Mapping[str, Callable[[JudgingRoundReport, str], PaperTable]] = {
    "systems": print_systems,
    "adjudicated-systems": print_adjudicated_systems,
    "alpha": print_alphas,
    "pairs": print_pairs,
    "overlaps": print_overlaps,
}
