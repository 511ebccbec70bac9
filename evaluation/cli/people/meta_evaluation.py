"""`measure meta-evaluation`: measures ranked by how well they follow people, in clusters of significance."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from alignment.formats import FormatError
from evaluation.cli.arguments import DEFAULT_RESAMPLES, add_seed_argument, read_count
from evaluation.cli.people.files import HUMAN, add_metric_arguments, read_judgements, read_metrics
from evaluation.metrics.correlation.judgements import Item, Scores, average_items, average_systems
from evaluation.metrics.correlation.measures import mean_by
from evaluation.metrics.correlation.permutations import PERMUTATIONS, Permutations
from evaluation.metrics.correlation.rankings import (
    PairwiseAccuracy,
    RankedFigure,
    SegmentPearson,
    SoftPairwiseAccuracy,
    SystemPearson,
    Tables,
    TieAccuracy,
    rank,
)
from evaluation.metrics.signature import write_signature


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_metric_arguments(parser)
    parser.add_argument("--human", metavar="TABLE", required=True, help=HUMAN)
    parser.add_argument(
        "--permute",
        choices=PERMUTATIONS,
        default=PERMUTATIONS[0],
        help="swap each score by itself (both), or those of all systems in a segment together (inputs)",
    )
    parser.add_argument(
        "--permutations",
        type=read_count,
        default=DEFAULT_RESAMPLES,
        metavar="N",
        help=f"of each test (default {DEFAULT_RESAMPLES}); if there are no more in all, each is taken once",
    )
    add_seed_argument(parser, "of the permutations")


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    metrics = read_metrics(options)
    judgements = read_judgements(options)
    people = average_items(judgements)
    for name, scores in metrics.items():
        if not people.keys() & scores.keys():
            raise FormatError(name, None, "It has no score of a segment and system that people judged.")
    tables = Tables(judgements, metrics)
    measured = {}
    for name, scores in metrics.items():
        measured[name] = _average_systems([item for item in people if item in scores], scores)
    permutations = Permutations(options["permutations"], options["seed"], options["permute"])
    figures: list[RankedFigure] = [
        PairwiseAccuracy(average_systems(judgements), measured, permutations),
        SoftPairwiseAccuracy(lambda *_: tables, permutations),
        SystemPearson(average_systems(judgements), measured, permutations),
        TieAccuracy(lambda *_: tables, permutations),
        SegmentPearson(lambda *_: tables, permutations),
    ]
    signed = {"metrics": len(metrics), "judgements": len(judgements), "permute": options["permute"]}
    signed |= {"permutations": options["permutations"], "seed": options["seed"]}
    return {
        "metrics": list(metrics),
        "rankings": [rank(figure, list(metrics)).to_json() for figure in figures],
        "signature": write_signature("meta-evaluation", version, **signed),
    }


def _average_systems(items: Sequence[Item], scores: Scores) -> dict[str, float]:
    return mean_by([system for system, _ in items], [scores[item] for item in items])
