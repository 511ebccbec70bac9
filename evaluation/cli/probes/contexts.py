"""Probes of a model: the same sentences under several contexts, a file for each, compared with the first."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np

from alignment.formats import FormatError
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import Floats, Rate, resample_rates
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.files.tables import read_json_lines
from evaluation.metrics.signature import write_signature

Row = dict[str, Any]
# The statistics of a line; ValueError and TypeError for one that cannot be measured.
SumRow = Callable[[Row], list[float]]


def add_context_arguments(parser: argparse.ArgumentParser, contents: str) -> None:
    parser.add_argument("sentences", metavar="FILE", help=f"JSON Lines: {contents}")
    parser.add_argument(
        "contexts", metavar="CONTEXT", nargs="*", help="the same sentences under another context, compared with FILE"
    )
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


def measure_contexts(
    options: dict[str, Any], version: str, *, name: str, unit: str, figures: Sequence[str], sum_row: SumRow, rate: Rate
) -> tuple[Row, Floats]:
    """Return the output without counts, and the statistics of the first file's sentences."""
    resamples, seed = options["bootstrap"], options["seed"]
    paths = (options["sentences"], *options["contexts"])
    first, *others = (_sum_sentences(path, options["encoding"], sum_row) for path in paths)
    result: Row = _make_row(figures, rate(first.sum(axis=0)[None])[0])
    signed: dict[str, object] = {"unit": unit, "n": len(first)}
    if resamples:
        result["interval"] = _find_intervals(figures, resample_rates(first, rate, resamples=resamples, seed=seed))
        signed |= {"bs": resamples, "seed": seed}
    if others:
        result["contexts"] = []
    for path, other in zip(options["contexts"], others, strict=True):
        if len(other) != len(first):
            fault = f"It has {len(other):,} sentences, but {options['sentences']} {len(first):,}."
            raise FormatError(path, None, fault)
        rates = rate(other.sum(axis=0)[None])[0]
        context = {"file": PurePath(path).name, **_make_row(figures, rates)}
        context["change"] = _make_row(figures, rates - rate(first.sum(axis=0)[None])[0])
        if resamples:
            changes = _resample_changes(first, other, rate, resamples=resamples, seed=seed)
            context["interval"] = _find_intervals(figures, changes)
        result["contexts"].append(context)
    return {**result, "n": len(first), "signature": write_signature(name, version, **signed)}, first


def _resample_changes(first: Floats, other: Floats, rate: Rate, *, resamples: int, seed: int) -> Floats:
    """Return the other context's figures minus those of the first, in resamples of sentences that are the same."""
    end = first.shape[1]

    def change(sums: Floats) -> Floats:
        return rate(sums[:, end:]) - rate(sums[:, :end])

    return resample_rates(np.hstack([first, other]), change, resamples=resamples, seed=seed)


def _sum_sentences(path: str, encoding: str | None, sum_row: SumRow) -> Floats:
    rows = []
    for line, row in read_json_lines(path, encoding):
        try:
            rows.append(sum_row(row))
        except ValueError as error:
            raise FormatError(path, line, str(error)) from error
        except TypeError:
            raise FormatError(path, line, "The values of the line must be lists of numbers.") from None
    if not rows:
        raise FormatError(path, None, "The file has no sentences.")
    return np.array(rows)


def _make_row(figures: Sequence[str], values: Floats) -> Row:
    return {name: None if np.isnan(value) else value for name, value in zip(figures, values.tolist(), strict=True)}


def _find_intervals(figures: Sequence[str], sampled: Floats) -> Row:
    return {name: percentile_interval(sampled[:, column]) for column, name in enumerate(figures)}
