"""Translations and references, one sentence per line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.cli.arguments import add_target_language_argument
from evaluation.files.lines import read_parallel
from evaluation.measures.segments import Measured

LANGUAGES: Mapping[str, str] = {}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hypothesis", metavar="FILE", required=True, help="a translation per line")
    parser.add_argument(
        "--reference", metavar="FILE", required=True, action="append", help="line-parallel; several times for more"
    )
    add_target_language_argument(parser)


def describe(options: dict[str, Any]) -> dict[str, Any]:
    counts = {len(options["reference"])}
    return {"source_language": "", "target_language": options["target_language"], "reference_counts": counts}


def read(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    """Yield each line's references with the translation, followed by the second system's if one is given."""
    systems = [options["hypothesis"], *([options["against"]] if options.get("against") else [])]
    for number, lines in read_parallel([*systems, *options["reference"]], options["encoding"]):
        references = lines[len(systems) :]
        yield number, [Measured("", references, (), hypothesis) for hypothesis in lines[: len(systems)]]
