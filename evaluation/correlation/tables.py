"""Tables of a correlation, as rows of plain values for CSV and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from evaluation.metrics.correlation.kendall import VARIANTS

Rows = Iterable[Sequence[object]]
Result = Mapping[str, Any]


def list_measures(result: Result) -> Rows:
    """Yield every figure of every measure with its interval, one per line."""
    yield "measure", "level", "figure", "value", "low", "high", "signature"
    for measure in result["measures"]:
        for level, name, figure in _figures(measure):
            low, high = figure["interval"] or ("", "")
            value = "" if figure["value"] is None else figure["value"]
            yield measure["label"], level, name, value, low, high, measure["signature"]


def list_systems(result: Result) -> Rows:
    """Yield people's mean of each system next to every measure's figure."""
    names = [measure["name"] for measure in result["measures"]]
    yield "system", "people", "low", "high", *(measure["label"] for measure in result["measures"])
    for row in result["systems"]:
        low, high = row["interval"] or ("", "")
        yield row["system"], row["human"], low, high, *("" if row["measures"].get(name) is None
                                                        else row["measures"][name] for name in names)  # fmt: skip


def list_williams(result: Result) -> Rows:
    """Yield Williams's test for every two measures."""
    labels = _labels(result)
    yield "first", "second", "t", "p", "reason"
    for row in result["williams"]:
        first, second = (labels[name] for name in row["measures"])
        yield first, second, _or_nothing(row["t"]), _or_nothing(row["p"]), row["reason"]


def list_flips(result: Result) -> Rows:
    """Yield the judgements that turn wrong (P→N) and right (N→P) from the first measure to the second."""
    labels = _labels(result)
    yield "before", "after", "judgements", "P→N", "N→P", "gain"
    for row in result["flips"]:
        before, after = (labels[name] for name in row["measures"])
        yield before, after, row["judgements"], row["lost"], row["won"], row["gain"]


TABLES: Mapping[str, Callable[[Result], Rows]] = {
    "measures": list_measures,
    "systems": list_systems,
    "williams": list_williams,
    "flips": list_flips,
}


def _figures(measure: Result) -> Iterable[tuple[str, str, Result]]:
    yield "system", "pearson, figures of the whole test set", measure["corpus"]
    if measure["systems"]:
        yield "system", "pearson, means over judged segments", measure["systems"]
    for name, figure in (measure["segments"] or {}).items():
        yield measure.get("unit", "segment"), name, figure
    if measure["soft_pairwise_accuracy"]:
        yield "system", "soft pairwise accuracy", measure["soft_pairwise_accuracy"]
    for name in VARIANTS:
        # Those computed before ties were counted have no τ-b.
        if name in (measure["preferences"] or {}):
            yield "judgement", name, measure["preferences"][name]


def _labels(result: Result) -> dict[str, str]:
    return {measure["name"]: measure["label"] for measure in result["measures"]}


def _or_nothing(value: float | None) -> object:
    return "" if value is None else value
