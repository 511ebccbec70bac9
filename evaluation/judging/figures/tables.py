"""Tables of a judging round's results, as rows of plain values for CSV and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from evaluation.judging.figures.report_rows import JudgingRoundReport

Rows = Iterable[Sequence[object]]


def list_systems(report: JudgingRoundReport) -> Rows:
    """Yield each system's mean, or the share of comparisons it wins."""
    yield "system", "mean", "low", "high", "p", "answers"
    for row in report.systems:
        yield row.system, row.mean, *(row.interval or (None, None)), row.p, row.judgements


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


def list_errors(report: JudgingRoundReport) -> Rows:
    """Yield the number of error spans of each system by category and severity."""
    yield "system", "category", "severity", "marks"
    for row in report.errors:
        yield row.system, row.category, row.severity, row.count


def list_overlaps(report: JudgingRoundReport) -> Rows:
    """Yield character F1 between error spans of all pairs of annotators, then of each pair."""
    yield "first", "second", "micro F1", "low", "high", "macro F1", "translations"
    for row in report.overlaps:
        yield (
            *(row.annotators or ("all", "all")),
            row.micro,
            *(row.interval or (None, None)),
            row.macro,
            row.translations,
        )


def list_adjudicated_annotators(report: JudgingRoundReport) -> Rows:
    """Yield each annotator's agreement with the decisions."""
    yield "annotator", "answers", "same", "mean distance", "micro F1", "macro F1"
    for row in report.adjudicated_annotators:
        yield row.annotator, row.answers, row.same, row.distance, row.micro, row.macro


def list_adjudicated_systems(report: JudgingRoundReport) -> Rows:
    """Yield each system's mean from the decisions, and from annotators on the same translations."""
    yield "system", "translations", "adjudicated", "annotators"
    for row in report.adjudicated_systems:
        yield row.system, row.translations, row.adjudicated, row.annotated


def list_given_marks(report: JudgingRoundReport) -> Rows:
    """Yield what annotators made of given marks, all of them first, then judgements with and without these shown."""
    yield "annotator", "given", "kept", "changed", "deleted", "added", "share added"
    if report.given_marks is None:
        return
    for row in report.given_marks.annotators:
        yield row.annotator or "all", row.given, row.kept, row.changed, row.deleted, row.added, row.added_share


def list_anchoring(report: JudgingRoundReport) -> Rows:
    """Yield judgements with given marks shown and withheld, then the difference in F1 with its interval."""
    yield (
        "given marks",
        "judgements",
        "translations",
        "seconds",
        "marks per translation",
        "F1 with given marks",
        "low",
        "high",
    )
    if report.given_marks is None:
        return
    given = report.given_marks
    for name, side in (("shown", given.shown), ("withheld", given.controls)):
        yield name, side.judgements, side.translations, side.seconds, side.marks, side.f1, None, None
    yield "difference", None, None, None, None, given.anchoring, *(given.interval or (None, None))


TABLES: Mapping[str, Callable[[JudgingRoundReport], Rows]] = {
    "systems": list_systems,
    "alpha": list_alphas,
    "pairs": list_pairs,
    "annotators": list_annotators,
    "errors": list_errors,
    "overlaps": list_overlaps,
    "adjudicated-annotators": list_adjudicated_annotators,
    "adjudicated-systems": list_adjudicated_systems,
    "given-marks": list_given_marks,
    "anchoring": list_anchoring,
}
