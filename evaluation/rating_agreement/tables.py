"""The tables of the agreement of ratings as rows for files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from annotation_site.coefficients.figure import LEVELS
from evaluation.rating_agreement.report import Report
from evaluation.rating_agreement.timeline import LEVELS as TIMELINE_LEVELS

Cell = str | int | float | None
Rows = Iterator[list[Cell]]


def list_scales(report: Report) -> Rows:
    """Yield alpha of every scale at every level, with its interval: of all items, then of each sort of items."""
    yield ["scale", "level", "alpha", "low", "high", "units", "annotators", "values", "items"]
    for part in ({"items": "all", "scales": report["scales"]}, *report["by_item"]):
        for row in _scale_rows(part["scales"], []):
            yield [*row, part["items"]]


def list_common(report: Report) -> Rows:
    """Yield alpha of the annotators with most units in common."""
    yield ["k", "annotators", "scale", "level", "alpha", "low", "high", "units", "annotators_counted", "values"]
    for row in report["common"]:
        for each in row["sets"]:
            yield from _scale_rows(each["scales"], [row["k"], " ".join(each["annotators"])])


def list_left_out(report: Report) -> Rows:
    """Yield alpha without each annotator in turn."""
    yield ["annotator", *LEVELS, "change_ordinal"]
    for row in report["left_out"]:
        yield [row["annotator"], *(row[level] for level in LEVELS), row["change"]]


def list_annotators(report: Report) -> Rows:
    """Yield the correlation of each annotator with the mean of the others."""
    yield ["annotator", "rho", "scores", "compared"]
    for row in report["annotators"]:
        yield [row["annotator"], row["rho"], row["scores"], row["compared"]]


def list_weeks(report: Report) -> Rows:
    return _list_stretches("week", report["weeks"])


def list_thousands(report: Report) -> Rows:
    return _list_stretches("ratings", report["thousands"])


TABLES: Mapping[str, Callable[[Report], Rows]] = {
    "alpha": list_scales,
    "common": list_common,
    "left-out": list_left_out,
    "annotators": list_annotators,
    "weeks": list_weeks,
    "thousands": list_thousands,
}


def _scale_rows(scales: Sequence[Report], before: list[Cell]) -> Rows:
    for scale in scales:
        for each in scale["levels"]:
            low, high = each["interval"] or (None, None)
            counts = [scale["units"], scale["annotators"], scale["values"]]
            yield [*before, scale["scale"], each["level"], each["alpha"], low, high, *counts]


def _list_stretches(name: str, rows: Sequence[Report]) -> Rows:
    told = [f"{part}_{level}" for part in ("within", "so_far") for level in TIMELINE_LEVELS]
    yield [name, "number", *told]
    for row in rows:
        values = [row[part][level] for part in ("within", "so_far") for level in TIMELINE_LEVELS]
        yield [row["stretch"], row["ratings"], *values]
