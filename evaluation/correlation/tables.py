"""Tables of a correlation, as rows of plain values for CSV and LaTeX."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from annotation_site.figures.latex import PaperTable, Placed, place_column
from evaluation.measures.pairs.comparisons import LEVEL
from evaluation.metrics.correlation.kendall import VARIANTS

Rows = Iterable[Sequence[object]]
Result = Mapping[str, Any]
RANKING_TITLES = {
    ("system", "pairwise_accuracy"): "Pairwise accuracy",
    ("system", "soft_pairwise_accuracy"): "SPA",
    ("system", "pearson"): "Pearson, systems",
    ("segment", "acc_eq"): "acc_eq",
    ("segment", "pearson"): "Pearson, segments",
}
_PRINTED = {
    "pearson, figures of the whole test set": "Pearson, systems",
    "pearson, means over judged segments": "Pearson, judged",
    "soft pairwise accuracy": "SPA",
    "pearson": "Pearson",
    "spearman": "Spearman",
    "wmt13": "τ WMT13",
    "wmt14": "τ WMT14",
    "tau_b": "τ-b",
}
_LEVELS = ("system", "segment", "judgement")
_WILLIAMS = ("segment", "pearson")  # of which Williams's test asks
PEOPLE = "people"


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
            cluster = ranking["level"], ranking["figure"], row["cluster"]
            yield *cluster, labels[row["name"]], row["value"], _or_nothing(row.get("epsilon"))


def list_tests(result: Result) -> Rows:
    """Yield the permutation test of every two measures in each ranking, the better first."""
    labels = _labels(result)
    yield "level", "figure", "better", "worse", "p"
    for ranking in result.get("rankings", ()):
        for row in ranking["tests"]:
            better, worse = (labels[name] for name in row["measures"])
            yield ranking["level"], ranking["figure"], better, worse, _or_nothing(row["p"])


def list_associations(result: Result) -> Rows:
    """Yield Pearson's correlation of every two measures."""
    labels = _labels(result)
    yield "first", "second", "pearson", "items"
    for row in result.get("associations", ()):
        first, second = (labels[name] for name in row["measures"])
        yield first, second, _or_nothing(row["value"]), row["items"]


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
    ranked: list[dict[str, Result]] = []
    for ranking in rankings:
        ranked.append({row["name"]: {**row, "rank": rank} for rank, row in enumerate(ranking["measures"], 1)})
    measured: list[tuple[str, list[Result | None]]] = []
    for name, label in _labels(result).items():
        measured.append((label, [rows.get(name) for rows in ranked]))

    def average(rows: Sequence[Result | None], key: str) -> float:
        there = [row[key] for row in rows if row]
        return sum(there) / len(there) if there else math.inf

    measured.sort(key=lambda entry: (average(entry[1], "cluster"), average(entry[1], "rank"), entry[0]))
    return [(ranking["level"], ranking["figure"]) for ranking in rankings], measured


TABLES: Mapping[str, Callable[[Result], Rows]] = {
    "measures": list_measures,
    "systems": list_systems,
    "williams": list_williams,
    "rankings": list_rankings,
    "permutations": list_tests,
    "flips": list_flips,
    "associations": list_associations,
}


def print_systems(result: Result) -> PaperTable:
    """Return a line for each system with the best of people's means and of each measure marked."""
    measures = result["measures"]
    columns = [_place([row["human"] for row in result["systems"]])]
    for measure in measures:
        values = [row["measures"].get(measure["name"]) for row in result["systems"]]
        columns.append(_place(values, is_error=measure["is_error"]))
    head = [
        "System",
        "People ↑",
        *(f"{measure['label']} {'↓' if measure['is_error'] else '↑'}" for measure in measures),
    ]
    return PaperTable([head, *zip([row["system"] for row in result["systems"]], *columns, strict=True)])


def _place(values: Sequence[float | None], *, is_error: bool = False) -> list[Placed]:
    sign = -1 if is_error else 1
    return place_column(values, [None if value is None else sign * value for value in values])


def print_measures(result: Result) -> PaperTable:
    """Return a line for each measure with the best of each figure marked; figures that no measure has are left out.

    Williams's test says of Pearson over segments which measures do not follow people significantly worse.
    """
    figures_by_measure: list[dict[tuple[str, str], float | None]] = [{} for _ in result["measures"]]
    for row, measure in zip(figures_by_measure, result["measures"], strict=True):
        for level, name, figure in _figures(measure):
            # Measures of expressions share the columns of those of segments, as on the page.
            row[level if level in _LEVELS else "segment", name] = figure["value"]
    there = {key for row in figures_by_measure for key, value in row.items() if value is not None}
    keys = [(level, name) for level in _LEVELS for name in _PRINTED if (level, name) in there]
    columns = []
    for key in keys:
        values = [row.get(key) for row in figures_by_measure]
        columns.append(place_column(values, values, _find_equals(result, values) if key == _WILLIAMS else ()))
    heads = [_PRINTED[name] + (", preferences" if level == "judgement" else "") for level, name in keys]
    rows = [["Measure", *heads], *zip(_labels(result).values(), *columns, strict=True)]
    return PaperTable(rows, f"Pearson of segments only: Williams's test, p ≥ {LEVEL}")


def _find_equals(result: Result, values: Sequence[float | None]) -> list[int]:
    """Return the indexes of measures whose correlation Williams's test does not find lower than the best one."""
    names = [measure["name"] for measure in result["measures"]]
    defined = [-math.inf if value is None else value for value in values]
    best = names[defined.index(max(defined))]
    tests = {frozenset(row["measures"]): row["p"] for row in result["williams"]}
    return [
        index
        for index, name in enumerate(names)
        if (p := tests.get(frozenset((best, name)))) is not None and p >= LEVEL
    ]


def print_rankings(result: Result) -> PaperTable:
    """Return a line for each measure with its figure in each ranking, marked where it is in the first cluster."""
    rankings, measured = line_up_rankings(result)
    columns: list[list[Placed]] = []
    for index in range(len(rankings)):
        rows = [row[index] for _, row in measured]
        values = [row["value"] if row else None for row in rows]
        columns.append(place_column(values, values, [n for n, row in enumerate(rows) if row and row["cluster"] == 1]))
    head = ["Measure", *(RANKING_TITLES[level_and_figure] for level_and_figure in rankings)]
    names = [label for label, _ in measured]
    return PaperTable([head, *zip(names, *columns, strict=True)], "first cluster, permutation tests, p ≤ 0.05")


def print_williams(result: Result) -> PaperTable:
    """Return Williams's test for every two measures, without the reasons why there is none."""
    _, *rows = list_williams(result)
    return PaperTable([["First", "Second", "t", "p"], *(row[:4] for row in rows)], names=2)


def print_flips(result: Result) -> PaperTable:
    """Return the judgements that change from one measure to another."""
    _, *rows = list_flips(result)
    return PaperTable([["Before", "After", "Judgements", "P→N", "N→P", "Gain"], *rows], names=2)


PRINTED: Mapping[str, Callable[[Result], PaperTable]] = {
    "measures": print_measures,
    "systems": print_systems,
    "rankings": print_rankings,
    "williams": print_williams,
    "flips": print_flips,
}


def line_up_measures(result: Result) -> tuple[list[str], dict[tuple[str, str], float | None]]:
    """Return the names of people and measures, those that follow people best first, and each two's correlation."""
    if not result.get("associations"):
        return [], {}
    labels = _labels(result)
    followed = {
        measure["label"]: (measure["segments"] or {}).get("pearson", {}).get("value") for measure in result["measures"]
    }
    names = sorted(followed, key=lambda label: (-(followed[label] or -math.inf), label))
    values: dict[tuple[str, str], float | None] = {}
    for row in result["associations"]:
        first, second = (labels[name] for name in row["measures"])
        values |= {(first, second): row["value"], (second, first): row["value"]}
    if not result["scores"]:
        return names, values
    return [PEOPLE, *names], values | {(PEOPLE, label): value for label, value in followed.items()}


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
