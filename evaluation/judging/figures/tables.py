"""Tables of a judging round's results, as rows of plain values for CSV and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from evaluation.judging.figures.report_rows import JudgingRoundReport

Rows = Iterable[Sequence[object]]


def list_systems(report: JudgingRoundReport) -> Rows:
    """Yield each system's mean, or the share of comparisons it wins."""
    yield "system", "mean", "low", "high", "answers"
    for row in report.systems:
        yield row.system, row.mean, *(row.interval or (None, None)), row.judgements


def list_alphas(report: JudgingRoundReport) -> Rows:
    """Yield Krippendorff's alpha by level."""
    yield "level", "alpha", "low", "high", "reason"
    for row in report.alphas:
        ends = (row.interval.low, row.interval.high) if row.interval else (None, None)
        yield row.level, row.alpha.value, *ends, row.alpha.reason


def list_pairs(report: JudgingRoundReport) -> Rows:
    """Yield Pearson correlations between the system means of each two annotators."""
    yield "first", "second", "pearson", "low", "high", "both judged", "reason"
    for row in report.pairs:
        yield *row.annotators, row.pearson.value, *(row.interval or (None, None)), row.tasks, row.pearson.reason


def list_annotators(report: JudgingRoundReport) -> Rows:
    """Yield a line for each annotator."""
    yield (
        *("annotator", "rho", "compared", "same again", "asked again", "mean", "spread", "reference mean"),
        *("answers", "cannot judge", "seconds", "reason"),
    )
    for row in report.annotators:
        figures = [row.rho.value, row.compared, row.same, row.repeated, row.mean, row.spread, row.reference_mean]
        yield row.annotator, *figures, row.judgements, row.cannot_judge, row.seconds, row.rho.reason


TABLES: Mapping[str, Callable[[JudgingRoundReport], Rows]] = {
    "systems": list_systems,
    "alpha": list_alphas,
    "pairs": list_pairs,
    "annotators": list_annotators,
}
