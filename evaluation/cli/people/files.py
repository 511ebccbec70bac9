"""Files of measures' scores and of people's judgements: tables, and segment scores as mt-metrics-eval keeps them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from alignment.formats import FormatError
from annotation_site.tables.arguments import TABLES, add_table_arguments, read_table_options
from annotation_site.tables.similar_names import describe_similar_names, find_similar_names
from evaluation.cli.arguments import find_single_columns
from evaluation.files.judgement_roles import ANNOTATOR, BETTER, SCORE, SEGMENT, SYSTEM, WORSE
from evaluation.files.numbers import NumberColumn
from evaluation.files.score_files import SEGMENTS, is_score_file, read_scores
from evaluation.files.tables import read_cells
from evaluation.metrics.correlation.judgements import HumanScore, Item

Preference = tuple[str, str, str]  # segment, better system, worse system
Metrics = dict[str, dict[Item, float]]
HUMAN = "segment,system,annotator,score; or a .seg.score file"


def add_metric_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files of measures, those of errors among them, and `--encoding`."""
    parser.add_argument(
        "metrics",
        nargs="+",
        metavar="METRIC",
        help=f"a table for each measure with the columns system, segment and score ({TABLES}), or a .seg.score file",
    )
    parser.add_argument(
        "--lower-is-better",
        metavar="METRIC",
        action="append",
        default=[],
        help="one of the tables, of errors such as TER: its scores are compared with their sign turned",
    )
    add_table_arguments(parser, (SYSTEM, SEGMENT, SCORE, ANNOTATOR, BETTER, WORSE))


def read_metrics(options: dict[str, Any]) -> Metrics:
    """Return scores by file name, or by whole path if two files have the same name."""
    paths = options["metrics"]
    names = [Path(path).name.removesuffix(SEGMENTS) if is_score_file(path) else Path(path).stem for path in paths]
    if len(set(names)) < len(names):
        names = paths
    if len(set(names)) < len(names):
        raise FormatError(paths[0], None, "The file is given twice.")
    of_errors = set(options["lower_is_better"])
    if unknown := of_errors - {*paths, *names}:
        raise FormatError("--lower-is-better", None, f"“{min(unknown)}” is not among the tables of measures.")
    metrics = {name: _load_metric(path, options) for name, path in zip(names, paths, strict=True)}
    for name, path in zip(names, paths, strict=True):
        if of_errors & {name, path}:
            metrics[name] = {item: -score for item, score in metrics[name].items()}
    return metrics


def _load_metric(path: str, options: Mapping[str, Any]) -> dict[Item, float]:
    scores: dict[Item, float] = {}
    if is_score_file(path):
        scores = {
            (system, str(number)): score
            for system, row in read_scores(path).items()
            for number, score in enumerate(row, 1)
            if score is not None
        }
    else:
        columns, tables = find_single_columns(path, (SYSTEM, SEGMENT, SCORE), options), read_table_options(options)
        numbers = NumberColumn(path, columns["score"], tables)
        names = [columns[role] for role in ("system", "segment", "score")]
        for line, (system, segment, score) in read_cells(path, names, tables):
            if (system, segment) in scores:
                raise FormatError(path, line, f"Segment {segment} of {system} already has a score.")
            if (value := numbers.read(line, score)) is not None:
                scores[system, segment] = value
        numbers.tell_missing()
    if not scores:
        raise FormatError(path, None, "The table has no scores.")
    return scores


def read_judgements(options: dict[str, Any]) -> list[HumanScore]:
    path = options["human"]
    if is_score_file(path):
        scores = _load_metric(path, options)
        return [HumanScore(segment, system, "", score) for (system, segment), score in scores.items()]
    judgements = []
    seen = set()
    columns = find_single_columns(path, (SEGMENT, SYSTEM, ANNOTATOR, SCORE), options)
    tables = read_table_options(options)
    numbers = NumberColumn(path, columns["score"], tables)
    names = [columns[role] for role in ("segment", "system", "annotator", "score")]
    for line, cells in read_cells(path, names, tables):
        segment, system, annotator, score = cells
        if (segment, system, annotator) in seen:
            raise FormatError(path, line, f"{annotator} has already scored segment {segment} of {system}.")
        seen.add((segment, system, annotator))
        if (value := numbers.read(line, score)) is not None:
            judgements.append(HumanScore(segment, system, annotator, value))
    numbers.tell_missing()
    _warn_of_similar_names(path, [judgement.annotator for judgement in judgements])
    if not judgements:
        raise FormatError(path, None, "The table has no judgements.")
    return judgements


def _warn_of_similar_names(path: str, annotators: Iterable[str]) -> None:
    """Write to standard error which annotators are probably one."""
    if sentence := describe_similar_names(find_similar_names(annotators)):
        sys.stderr.write(f"{path}: {sentence}\n")


def read_preferences(options: dict[str, Any]) -> list[Preference]:
    path = options["preferences"]
    preferences = []
    columns, tables = find_single_columns(path, (SEGMENT, BETTER, WORSE), options), read_table_options(options)
    names = [columns[role] for role in ("segment", "better", "worse")]
    for line, (segment, better, worse) in read_cells(path, names, tables):
        if better == worse:
            raise FormatError(path, line, f"{better} cannot be better than itself.")
        preferences.append((segment, better, worse))
    if not preferences:
        raise FormatError(path, None, "The table has no judgements.")
    return preferences
