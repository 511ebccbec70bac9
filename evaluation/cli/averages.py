"""What the measures of expressions have in common on the command line: rows by label, intervals, scores by segment."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from evaluation.metrics.averages import Observation, bootstrap_mean, macro_table, micro_table
from evaluation.metrics.resampling import percentile_interval


def add_segments_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--segments", action="store_true", help="add the score of every segment")


def find_interval(
    observations: Sequence[Observation], options: dict[str, Any], *, is_macro: bool
) -> tuple[float, float] | None:
    """Over segments drawn with replacement; None without a score."""
    if not observations:
        return None
    table = macro_table(observations) if is_macro else micro_table(observations)
    drawn = bootstrap_mean(table, is_macro=is_macro, resamples=options["bootstrap"], seed=options["seed"])
    return percentile_interval(drawn)
