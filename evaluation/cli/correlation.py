"""`measure correlation`: correlation of measures with human scores and preferences."""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path
from typing import Any

from alignment.formats import FormatError
from annotation_site.coefficients.agreement import Figure
from evaluation.cli.arguments import DEFAULT_RESAMPLES, add_bootstrap_arguments, add_encoding_argument
from evaluation.files.tables import read_cells, read_number
from evaluation.metrics.correlation.judgements import (
    HumanScore,
    Item,
    average_systems,
    compare_annotators,
    compare_metrics,
    compare_softly,
    correlate_segments,
    correlate_systems,
)
from evaluation.metrics.correlation.kendall import VARIANTS, count_flips, count_preferences, kendall
from evaluation.metrics.signature import write_signature

Preference = tuple[str, str, str]  # segment, better system, worse system
Metrics = dict[str, dict[Item, float]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("metrics", nargs="+", metavar="METRIC", help="one table system,segment,score per measure")
    parser.add_argument("--human", metavar="TABLE", help="segment,system,annotator,score")
    parser.add_argument("--preferences", metavar="TABLE", help="segment,better,worse with names of systems")
    parser.add_argument(
        "--lower-is-better",
        metavar="METRIC",
        action="append",
        default=[],
        help="one of the tables, of errors such as TER: its scores are compared with their sign turned",
    )
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    if not (options["human"] or options["preferences"]):
        raise FormatError("measure correlation", None, "Give human judgements with --human or --preferences.")
    metrics = _read_metrics(options)
    reasons: dict[str, str] = {}
    result: dict[str, Any] = {"metrics": list(metrics)}
    signed: dict[str, Any] = {"metrics": len(metrics)}
    if options["lower_is_better"]:
        signed["turned"] = len(options["lower_is_better"])
    if options["human"]:
        judgements = _read_judgements(options)
        result |= _follow_scores(judgements, metrics, options, reasons)
        signed |= {"judgements": len(judgements), "spa-resamples": options["bootstrap"] or DEFAULT_RESAMPLES}
    if options["preferences"]:
        preferences = _read_preferences(options)
        result |= _follow_preferences(preferences, metrics, reasons)
        signed["preferences"] = len(preferences)
    if options["bootstrap"]:
        signed["bs"] = options["bootstrap"]
    if options["bootstrap"] or options["human"]:
        signed["seed"] = options["seed"]
    if reasons:
        result["reasons"] = reasons
    result["signature"] = write_signature("correlation", version, **signed)
    return result


def _follow_scores(
    judgements: list[HumanScore], metrics: Metrics, options: dict[str, Any], reasons: dict[str, str]
) -> dict[str, Any]:
    resamples, seed = options["bootstrap"] or 0, options["seed"]
    segment_level = {}
    for name, scores in metrics.items():
        found = correlate_segments(judgements, scores, resamples=resamples, seed=seed)
        row: dict[str, Any] = {key: _value(f"{name}.{key}", figure, reasons) for key, figure in found.figures.items()}
        row |= {"n": found.items, "missing": found.missing, "pairs": found.pairs.concordant + found.pairs.discordant}
        if found.intervals:
            row["interval"] = dict(found.intervals)
        segment_level[name] = row
    return {
        "systems": average_systems(judgements),
        "annotators": [
            {"annotators": list(pair), "pearson": _value("–".join(pair), figure, reasons)}
            for pair, figure in compare_annotators(judgements).items()
        ],
        "system_level": {
            name: {"pearson": _value(f"{name}.system_level", correlate_systems(judgements, scores), reasons)}
            for name, scores in metrics.items()
        },
        "segment_level": segment_level,
        "soft_pairwise_accuracy": {
            name: _value(
                f"{name}.soft_pairwise_accuracy",
                compare_softly(judgements, scores, resamples=resamples or DEFAULT_RESAMPLES, seed=seed),
                reasons,
            )
            for name, scores in metrics.items()
        },
        "williams": _compare_all(judgements, metrics, reasons),
    }


def _compare_all(judgements: list[HumanScore], metrics: Metrics, reasons: dict[str, str]) -> list[dict[str, Any]]:
    rows = []
    for first, second in combinations(metrics, 2):
        test = compare_metrics(judgements, metrics[first], metrics[second])
        rows.append({"metrics": [first, second], "t": test.t, "p": test.p})
        if test.reason:
            reasons[f"williams.{first}–{second}"] = test.reason
    return rows


def _follow_preferences(preferences: list[Preference], metrics: Metrics, reasons: dict[str, str]) -> dict[str, Any]:
    """Return agreement with preferences, over the judgements for which a measure scores both translations.

    Flips need two such measures.
    """
    pairs = {
        name: {
            place: (scores[better, segment], scores[worse, segment])
            for place, (segment, better, worse) in enumerate(preferences)
            if (better, segment) in scores and (worse, segment) in scores
        }
        for name, scores in metrics.items()
    }
    rows: dict[str, Any] = {}
    for name, judged in pairs.items():
        counts = count_preferences([pair[0] for pair in judged.values()], [pair[1] for pair in judged.values()])
        # tau_b needs ties of people, which preferences do not hold.
        rows[name] = {
            variant: _value(f"{name}.preferences", kendall(counts, variant), reasons) for variant in VARIANTS[:2]
        }
        rows[name] |= {"n": len(judged), "missing": len(preferences) - len(judged), "ties": counts.metric_ties}
    flips = []
    for before, after in combinations(pairs, 2):
        common = [place for place in pairs[before] if place in pairs[after]]
        turned = count_flips([pairs[before][place] for place in common], [pairs[after][place] for place in common])
        flips.append({"metrics": [before, after], "lost": turned.lost, "won": turned.won, "gain": turned.gain})
    return {"preferences": rows, "flips": flips}


def _value(name: str, figure: Figure, reasons: dict[str, str]) -> float | None:
    if figure.value is None:
        reasons[name] = figure.reason
    return figure.value


def _read_metrics(options: dict[str, Any]) -> Metrics:
    """Return scores by file name, or by whole path if two files have the same name."""
    paths = options["metrics"]
    names = [Path(path).stem for path in paths]
    if len(set(names)) < len(names):
        names = paths
    if len(set(names)) < len(names):
        raise FormatError(paths[0], None, "The file is given twice.")
    of_errors = set(options["lower_is_better"])
    if unknown := of_errors - {*paths, *names}:
        raise FormatError("--lower-is-better", None, f"“{min(unknown)}” is not among the tables of measures.")
    metrics = {name: _read_metric(path, options["encoding"]) for name, path in zip(names, paths, strict=True)}
    for name, path in zip(names, paths, strict=True):
        if of_errors & {name, path}:
            metrics[name] = {item: -score for item, score in metrics[name].items()}
    return metrics


def _read_metric(path: str, encoding: str | None) -> dict[Item, float]:
    scores: dict[Item, float] = {}
    for line, (system, segment, score) in read_cells(path, ["system", "segment", "score"], encoding):
        if (system, segment) in scores:
            raise FormatError(path, line, f"Segment {segment} of {system} already has a score.")
        scores[system, segment] = read_number(path, line, score)
    if not scores:
        raise FormatError(path, None, "The table has no scores.")
    return scores


def _read_judgements(options: dict[str, Any]) -> list[HumanScore]:
    path = options["human"]
    judgements = []
    seen = set()
    for line, cells in read_cells(path, ["segment", "system", "annotator", "score"], options["encoding"]):
        segment, system, annotator, score = cells
        if (segment, system, annotator) in seen:
            raise FormatError(path, line, f"{annotator} has already scored segment {segment} of {system}.")
        seen.add((segment, system, annotator))
        judgements.append(HumanScore(segment, system, annotator, read_number(path, line, score)))
    if not judgements:
        raise FormatError(path, None, "The table has no judgements.")
    return judgements


def _read_preferences(options: dict[str, Any]) -> list[Preference]:
    path = options["preferences"]
    preferences = []
    for line, (segment, better, worse) in read_cells(path, ["segment", "better", "worse"], options["encoding"]):
        if better == worse:
            raise FormatError(path, line, f"{better} cannot be better than itself.")
        preferences.append((segment, better, worse))
    if not preferences:
        raise FormatError(path, None, "The table has no judgements.")
    return preferences
