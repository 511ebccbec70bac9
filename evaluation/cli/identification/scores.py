"""`measure expressions`: a system's marked expressions against a gold standard, as evaluate.py of PARSEME has them."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import resample_sums
from annotation_site.texts.files import read_lines
from evaluation.cli.arguments import add_bootstrap_arguments
from evaluation.cli.identification.files import add_format_arguments, open_same_text, open_sentences, write_figures
from evaluation.metrics.signature import write_signature
from expressions.formats.cupt import read_cupt
from expressions.formats.registry import detect_format
from expressions.identification.scores import Counts, Evaluation, Score
from expressions.identification.training import TrainingText

SIDES = ("mwe", "token")
FIGURES = ("precision", "recall", "f")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("system", metavar="SYSTEM", help="output of the system on the same text")
    parser.add_argument("--train", metavar="FILE", help="text for training: adds seen and unseen expressions")
    add_format_arguments(parser)
    add_bootstrap_arguments(parser)


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the output as JSON; raise FormatError for input that cannot be measured."""
    training = _load_training(options) if options["train"] else None
    text = open_same_text([options["gold"], options["system"]], options)
    keeps = options["keep_not_mwe"]
    evaluation = Evaluation.of(((gold, system) for gold, system in text.read()), training=training, keeps_not_mwe=keeps)
    reasons: dict[str, str] = {}
    result: dict[str, Any] = {
        **_score_to_json(evaluation.total, reasons),
        "rows": [
            {"by": name, "value": value, **_score_to_json(score, reasons, f"{name} {value} ")}
            for name, value, score in evaluation.list_parts()
        ],
        "sentences": text.sentences,
        "words": text.words,
    }
    if reasons:
        result["reasons"] = reasons
    signed: dict[str, Any] = {
        "notmwe": "kept" if keeps else "left-out",
        "train": "yes" if training else "no",
        "sentences": text.sentences,
    }
    if resamples := options["bootstrap"]:
        result["interval"] = _find_intervals(evaluation, resamples, options["seed"])
        signed |= {"bs": resamples, "seed": options["seed"]}
    if text.notes:
        result["notes"] = text.notes
    result["signature"] = write_signature("expressions", version, **signed)
    return result


def _load_training(options: dict[str, Any]) -> TrainingText:
    """Return what the text for training has; codes on its ranges are passed over, as evaluate.py does."""
    path = options["train"]
    if (options["format"] or detect_format(path) or "cupt") == "cupt":
        sentences = read_cupt(read_lines(path, options["encoding"]), path, spreads_ranges=False)
    else:
        sentences = open_sentences(path, options)
    return TrainingText.of(sentences, path, keeps_not_mwe=options["keep_not_mwe"])


def _score_to_json(score: Score, reasons: dict[str, str], prefix: str = "") -> dict[str, Any]:
    return {
        side: _counts_to_json(counts, reasons, f"{prefix}{side} ")
        for side, counts in zip(SIDES, (score.expressions, score.words), strict=True)
    }


def _counts_to_json(counts: Counts, reasons: dict[str, str], prefix: str) -> dict[str, Any]:
    return {**write_figures({name: getattr(counts, name) for name in FIGURES}, reasons, prefix), **counts._asdict()}


def _find_intervals(evaluation: Evaluation, resamples: int, seed: int) -> dict[str, dict[str, Any]]:
    """Return 95 % intervals of the figures over all expressions, from sentences sampled with replacement."""
    sums = resample_sums(evaluation.table, resamples=resamples, seed=seed)
    intervals: dict[str, dict[str, Any]] = {}
    with np.errstate(invalid="ignore"):
        for side, (correct, gold, predicted) in zip(SIDES, (sums[:, :3].T, sums[:, 3:].T), strict=True):
            rates = {"precision": correct / predicted, "recall": correct / gold, "f": 2 * correct / (gold + predicted)}
            intervals[side] = {name: percentile_interval(values) for name, values in rates.items()}
    return intervals
