"""`measure correlation`: correlation of measures with human scores and preferences."""

from __future__ import annotations

import argparse
from itertools import combinations
from typing import Any

from alignment.formats import FormatError
from annotation_site.coefficients.figure import Figure
from evaluation.cli.arguments import DEFAULT_RESAMPLES, add_bootstrap_arguments
from evaluation.cli.people.files import (
    HUMAN,
    Metrics,
    Preference,
    add_metric_arguments,
    read_judgements,
    read_metrics,
    read_preferences,
)
from evaluation.metrics.correlation.judgements import (
    HumanScore,
    average_systems,
    compare_annotators,
    compare_metrics,
    compare_softly,
    correlate_segments,
    correlate_systems,
)
from evaluation.metrics.correlation.kendall import VARIANTS, count_flips, count_preferences, kendall
from evaluation.metrics.signature import write_signature


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_metric_arguments(parser)
    parser.add_argument("--human", metavar="TABLE", help=HUMAN)
    parser.add_argument("--preferences", metavar="TABLE", help="segment,better,worse with names of systems")
    add_bootstrap_arguments(parser)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    if not (options["human"] or options["preferences"]):
        raise FormatError("measure correlation", None, "Give human judgements with --human or --preferences.")
    metrics = read_metrics(options)
    reasons: dict[str, str] = {}
    result: dict[str, Any] = {"metrics": list(metrics)}
    signed: dict[str, Any] = {"metrics": len(metrics)}
    if options["lower_is_better"]:
        signed["turned"] = len(options["lower_is_better"])
    if options["human"]:
        judgements = read_judgements(options)
        result |= _follow_scores(judgements, metrics, options, reasons)
        signed |= {"judgements": len(judgements), "spa-resamples": options["bootstrap"] or DEFAULT_RESAMPLES}
    if options["preferences"]:
        preferences = read_preferences(options)
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
        correlation = correlate_segments(judgements, scores, resamples=resamples, seed=seed)
        row: dict[str, Any] = {
            key: _value(f"{name}.{key}", figure, reasons) for key, figure in correlation.figures.items()
        }
        row |= {
            "n": correlation.items,
            "missing": correlation.missing,
            "pairs": correlation.pairs.concordant + correlation.pairs.discordant,
        }
        if correlation.intervals:
            row["interval"] = dict(correlation.intervals)
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
    pairs: dict[str, dict[int, tuple[float, float]]] = {name: {} for name in metrics}
    for name, scores in metrics.items():
        for index, (segment, better, worse) in enumerate(preferences):
            if (better, segment) in scores and (worse, segment) in scores:
                pairs[name][index] = scores[better, segment], scores[worse, segment]
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
        common = [index for index in pairs[before] if index in pairs[after]]
        turned = count_flips([pairs[before][index] for index in common], [pairs[after][index] for index in common])
        flips.append({"metrics": [before, after], "lost": turned.lost, "won": turned.won, "gain": turned.gain})
    return {"preferences": rows, "flips": flips}


def _value(name: str, figure: Figure, reasons: dict[str, str]) -> float | None:
    if figure.value is None:
        reasons[name] = figure.reason
    return figure.value
