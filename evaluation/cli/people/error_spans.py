"""`measure error-spans`: MQM scores, counts of errors, and agreement of raters, from a file of error spans."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from typing import Any

import numpy as np

from alignment.formats import FormatError
from annotation_site.coefficients.alpha import krippendorff_alpha
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.error_spans.registry import FORMATS, detect_format, read_ratings
from evaluation.judging.figures.answer_table import AnswerTable, Question
from evaluation.judging.figures.marks import compare_marks, count_errors
from evaluation.metrics.error_spans.schemes import add_weights
from evaluation.metrics.signature import write_signature


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("spans", metavar="FILE", help="ratings with error spans")
    parser.add_argument("--format", choices=list(FORMATS), help="detected if not given")
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    file = RatingFile(options["spans"], options["encoding"])
    name = options["format"] or _detect(file.path)
    rated = read_ratings(FORMATS[name], file)
    if sentence := file.describe_rejected():
        sys.stderr.write(f"{file.path}: {sentence}\n")
    table, resamples, seed = _tabulate(rated), options["bootstrap"] or 0, options["seed"]
    everything = np.arange(len(rated))
    segments, rows = np.unique([f"{rating.doc}\t{rating.seg_id}" for rating in rated], return_inverse=True)
    scores = table.tabulate(everything, rows, len(segments))
    intervals = scores.mean_intervals(resamples=resamples, seed=seed) if resamples else [None] * len(table.systems)
    alpha = krippendorff_alpha(table.question_of, table.by, table.values, "interval")
    systems = {
        name: {"mqm": mean, "n": int(count), **({"interval": interval} if resamples else {})}
        for name, mean, count, interval in zip(
            table.systems, scores.means(), scores.counts.sum(axis=0), intervals, strict=True
        )
    }
    overlaps = [asdict(row) for row in compare_marks(table, everything, resamples=resamples, seed=seed)]
    signed = {"bs": resamples, "seed": seed} if resamples else {}
    return {
        "systems": systems,
        "errors": [asdict(row) for row in count_errors(table, everything)],
        "character_f1": overlaps[0] if overlaps else None,
        "pairs": overlaps[1:],
        "alpha": alpha.value,
        "n": len(rated),
        "left_out": len(file.rejected),
        "segments": len(segments),
        **({"reasons": {"alpha": alpha.reason}} if alpha.value is None else {}),
        "signature": write_signature("error-spans", version, format=name, **signed),
    }


def _detect(path: str) -> str:
    detected = detect_format(path)
    for name, span_format in FORMATS.items():
        if span_format is detected:
            return name
    raise FormatError(path, None, f"The file has no error spans. Give --format: {', '.join(FORMATS)}.")


def _tabulate(rated: list[RatedTranslation]) -> AnswerTable:
    """Return ratings as answers; a translation of a system is a question of its own."""
    names = sorted({rating.system for rating in rated})
    systems = {name: index for index, name in enumerate(names)}
    rater_names = sorted({rating.rater for rating in rated})
    raters = {name: index for index, name in enumerate(rater_names)}
    units: dict[tuple[str, str, str], int] = {}
    questions = []
    for rating in rated:
        if rating.unit not in units:
            units[rating.unit] = len(units)
            questions.append(
                Question(units[rating.unit], 0, f"{rating.doc}\t{rating.seg_id}", [systems[rating.system]])
            )
    return AnswerTable(
        systems=list(systems),
        annotators=list(raters),
        questions=questions,
        question_of=np.array([units[rating.unit] for rating in rated], dtype=np.int64),
        by=np.array([raters[rating.rater] for rating in rated], dtype=np.int64),
        values=np.array([add_weights(rating.spans) for rating in rated], dtype=np.float64),
        spans=[rating.spans for rating in rated],
        lower_is_better=True,
    )
