"""Tables of a correlation, as rows of plain values for CSV and LaTeX."""

from __future__ import annotations

import math
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


def list_rankings(result: Result) -> Rows:
    """Yield the measures of each ranking with their clusters, one per line."""
    labels = _labels(result)
    yield "level", "figure", "cluster", "measure", "value", "epsilon"
    for ranking in result.get("rankings", ()):
        for row in ranking["measures"]:
            place = ranking["level"], ranking["figure"], row["cluster"]
            yield *place, labels[row["name"]], row["value"], _or_nothing(row.get("epsilon"))


def list_tests(result: Result) -> Rows:
    """Yield the permutation test of every two measures in each ranking, the better first."""
    labels = _labels(result)
    yield "level", "figure", "better", "worse", "p"
    for ranking in result.get("rankings", ()):
        for row in ranking["tests"]:
            better, worse = (labels[name] for name in row["measures"])
            yield ranking["level"], ranking["figure"], better, worse, _or_nothing(row["p"])


def list_flips(result: Result) -> Rows:
    """Yield the judgements that turn wrong (P→N) and right (N→P) from the first measure to the second."""
    labels = _labels(result)
    yield "before", "after", "judgements", "P→N", "N→P", "gain"
    for row in result["flips"]:
        before, after = (labels[name] for name in row["measures"])
        yield before, after, row["judgements"], row["lost"], row["won"], row["gain"]


def line_up_rankings(result: Result) -> tuple[list[tuple[str, str]], list[tuple[str, list[Result | None]]]]:
    """Return level and figure of each ranking, and each measure with its place in them: those in the best clusters
    first, then those with the best places.
    """
    rankings = result.get("rankings", ())
    placed = [
        {row["name"]: {**row, "place": place} for place, row in enumerate(ranking["measures"], 1)}
        for ranking in rankings
    ]
    measured: list[tuple[str, list[Result | None]]] = [
        (label, [rows.get(name) for rows in placed]) for name, label in _labels(result).items()
    ]

    def average(rows: Sequence[Result | None], key: str) -> float:
        there = [row[key] for row in rows if row]
        return sum(there) / len(there) if there else math.inf

    measured.sort(key=lambda each: (average(each[1], "cluster"), average(each[1], "place"), each[0]))
    return [(each["level"], each["figure"]) for each in rankings], measured


TABLES: Mapping[str, Callable[[Result], Rows]] = {
    "measures": list_measures,
    "systems": list_systems,
    "williams": list_williams,
    "rankings": list_rankings,
    "permutations": list_tests,
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
