"""`measure bleu`, `chrf` and `ter`: sacrebleu's scores with intervals, and of two systems how they differ."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.cli.averages import add_segments_argument
from evaluation.files.lines import read_parallel, show_progress
from evaluation.measures.comparisons import compare_draws
from evaluation.measures.randomisation import Randomisation, find_figures
from evaluation.metrics.resampling import Floats, percentile_interval, resample_rates
from evaluation.metrics.surface import SURFACE_NAMES, SurfaceMeasure, SurfaceName

CHUNK = 500  # as on the site, so that the same trials are drawn


@dataclass(frozen=True, slots=True)
class SurfaceCommand:
    """BLEU, chrF or TER of a system's translations, as sacrebleu computes them."""

    name: SurfaceName

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--hypothesis", metavar="FILE", required=True, help="a translation per line")
        parser.add_argument(
            "--reference", metavar="FILE", required=True, action="append", help="line-parallel; several times for more"
        )
        parser.add_argument("--against", metavar="FILE", help="another system, to compare it with; needs --bootstrap")
        add_segments_argument(parser)
        add_encoding_argument(parser)
        add_bootstrap_arguments(parser)

    def measure(self, options: dict[str, Any], version: str) -> dict[str, Any]:
        """Raises FormatError for input that cannot be measured."""
        return measure(self.name, options)


COMMANDS: dict[str, SurfaceCommand] = {name: SurfaceCommand(name) for name in SURFACE_NAMES}


def measure(name: SurfaceName, options: dict[str, Any]) -> dict[str, Any]:
    """Only what was counted of each segment stays in memory."""
    surface = SurfaceMeasure(name)
    paths = [options["hypothesis"], *([options["against"]] if options["against"] else [])]
    tables = _count(surface, paths, options["reference"], options["encoding"])
    first = tables[0]
    result: dict[str, Any] = {"score": surface.score(first.sum(axis=0)), "n": len(first)}
    signed = [f"n:{len(first)}"]
    if options["bootstrap"]:
        draws = [_resample(surface, table, options) for table in tables]
        result["interval"] = {"score": percentile_interval(draws[0])}
        signed += [f"bs:{options['bootstrap']}", f"seed:{options['seed']}"]
        if options["against"]:
            result["against"] = _compare(surface, tables, draws, options)
    elif options["against"]:
        result["against"] = {"score": surface.score(tables[1].sum(axis=0))}
    if options["segments"]:
        result["segments"] = [
            {"line": line, "score": score} for line, score in enumerate(surface.score_segments(first).tolist(), 1)
        ]
    result["signature"] = "|".join([surface.signature, *signed])
    return result


def _count(
    surface: SurfaceMeasure, systems: Sequence[str], references: Sequence[str], encoding: str | None
) -> list[Floats]:
    """Segments × statistics of each system."""
    lines = show_progress((lines for _, lines in read_parallel([*systems, *references], encoding)), "sentences")
    parts: list[list[Floats]] = [[] for _ in systems]
    for chunk in _split(lines):
        texts = [list(line[len(systems) :]) for line in chunk]
        for place, part in enumerate(parts):
            part.append(surface.count([line[place] for line in chunk], texts))
    return [np.concatenate(part) for part in parts]


def _split(lines: Iterable[tuple[str, ...]]) -> Iterator[list[tuple[str, ...]]]:
    stream = iter(lines)
    while chunk := list(islice(stream, CHUNK)):
        yield chunk


def _resample(surface: SurfaceMeasure, table: Floats, options: dict[str, Any]) -> Floats:
    return resample_rates(table, surface.rate, resamples=options["bootstrap"], seed=options["seed"])[:, 0]


def _compare(
    surface: SurfaceMeasure, tables: Sequence[Floats], draws: Sequence[Floats], options: dict[str, Any]
) -> dict[str, Any]:
    """The other system's score, and its difference (other minus first) with both tests."""
    score, other = (surface.score(table.sum(axis=0)) for table in tables)
    found = compare_draws(score, other, *(each.tolist() for each in draws))
    trials = Randomisation(find_figures(surface.name, {}), resamples=options["bootstrap"], seed=options["seed"])
    for start in range(0, len(tables[0]), CHUNK):
        first, second = (table[start : start + CHUNK].tolist() for table in tables)
        trials.add(start + 1, [[]] * len(first), first, second)
    assert found is not None
    return {
        "score": other,
        "difference": found.value,
        "interval": found.interval,
        "p": {"bootstrap": found.p, "randomisation": trials.compare()["score"].p},
    }
