"""`measure runs`: systems with several runs (seeds), their mean and deviation, and every pair of systems compared."""

from __future__ import annotations

import argparse
from itertools import combinations
from typing import Any

import numpy as np

from alignment.formats import FormatError
from annotation_site.tables.arguments import TABLES, add_table_arguments, read_table_options
from annotation_site.tables.columns import Role
from evaluation.cli.arguments import (
    DEFAULT_RESAMPLES,
    add_seed_argument,
    find_single_columns,
    read_count,
)
from evaluation.files.judgement_roles import SCORE, SEGMENT, SYSTEM
from evaluation.files.numbers import NumberColumn
from evaluation.files.tables import read_cells
from evaluation.measures.pairs.runs import SystemRuns, compare_runs
from evaluation.metrics.signature import write_signature

ROLES = (SYSTEM, Role("run", "Run", ("run", "seed", "lauf"), is_required=True), SEGMENT, SCORE)
Scores = dict[str, dict[str, dict[str, float]]]  # system, run, segment


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scores",
        metavar="TABLE",
        help=f"{TABLES}, with the columns {', '.join(role.name for role in ROLES)}; a run is named by its seed, say",
    )
    parser.add_argument("--runs", action="store_true", help="add the score of every run")
    parser.add_argument("--resamples", type=read_count, default=DEFAULT_RESAMPLES, metavar="N", help="of segments")
    add_seed_argument(parser, "of the randomisation")
    add_table_arguments(parser, ROLES)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    scores_by_system = _load_scores(options["scores"], options)
    parts = [set(scores) for runs in scores_by_system.values() for scores in runs.values()]
    segments = sorted(set.intersection(*parts))
    if not segments:
        raise FormatError(options["scores"], None, "No segment has a score from every run.")
    systems = []
    for name, runs in scores_by_system.items():
        table = np.empty((len(runs), len(segments)))
        for row, scores in zip(table, runs.values(), strict=True):
            row[:] = [scores[segment] for segment in segments]
        systems.append(SystemRuns(name, list(runs), table))
    resamples, seed = options["resamples"], options["seed"]
    return {
        "systems": [_system_to_json(system, with_runs=options["runs"]) for system in systems],
        "pairs": [_compare(*pair, resamples=resamples, seed=seed) for pair in combinations(systems, 2)],
        "n": len(segments),
        "left_out": len(set.union(*parts)) - len(segments),
        "signature": write_signature(
            "runs", version, test="welch+randomisation", ar=resamples, seed=seed, n=len(segments)
        ),
    }


def _load_scores(path: str, options: dict[str, Any]) -> Scores:
    scores_by_system: Scores = {}
    columns, tables = find_single_columns(path, ROLES, options), read_table_options(options)
    numbers = NumberColumn(path, columns["score"], tables)
    for line, (system, run, segment, score) in read_cells(path, [columns[role.name] for role in ROLES], tables):
        scores = scores_by_system.setdefault(system, {}).setdefault(run, {})
        if segment in scores:
            raise FormatError(path, line, f"Segment {segment} of run {run} of {system} already has a score.")
        if (value := numbers.read(line, score)) is not None:
            scores[segment] = value
    numbers.tell_missing()
    if not scores_by_system:
        raise FormatError(path, None, "The table has no scores.")
    return scores_by_system


def _system_to_json(system: SystemRuns, *, with_runs: bool) -> dict[str, Any]:
    row = {"system": system.name, "runs": len(system.runs), "mean": system.mean, "deviation": system.deviation}
    if system.deviation is None:
        row["reasons"] = {"deviation": "The system has one run."}
    if with_runs:
        means = system.run_means.tolist()
        row["by_run"] = [{"run": run, "score": score} for run, score in zip(system.runs, means, strict=True)]
    return row


def _compare(first: SystemRuns, second: SystemRuns, *, resamples: int, seed: int) -> dict[str, Any]:
    comparison = compare_runs(first, second, resamples=resamples, seed=seed)
    over_runs = comparison.over_runs
    row = {
        "first": first.name,
        "second": second.name,
        "difference": comparison.difference,
        "interval": over_runs and over_runs.interval,
        "df": over_runs and over_runs.degrees,
        "p": {"runs": over_runs and over_runs.p, "segments": comparison.over_segments},
    }
    if over_runs is None:
        one = min(len(first.runs), len(second.runs)) < 2
        row["reasons"] = {"p": "A system has one run." if one else "No run differs from the others of its system."}
    return row
