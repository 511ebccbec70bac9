"""Files of marked expressions named on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from annotation_site.coefficients.figure import Figure
from evaluation.cli.arguments import add_encoding_argument
from expressions.formats.registry import EXPRESSION_FORMATS, read_file
from expressions.formats.same_text import SameText
from expressions.formats.sentences import MarkedSentence


def add_format_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=sorted(EXPRESSION_FORMATS),
        help="of the files (default: recognised); of brat, name the texts: marks lie beside them (.ann)",
    )
    parser.add_argument(
        "--keep-not-mwe", action="store_true", help="count NotMWE as an expression (default: leave it out)"
    )
    add_encoding_argument(parser)


def open_sentences(path: str, options: dict[str, Any]) -> Iterator[MarkedSentence]:
    return read_file(path, options["format"], options["encoding"])


def open_same_text(paths: Sequence[str], options: dict[str, Any], *, needs_same_words: bool = False) -> SameText:
    """Return the files to be read in step."""
    return SameText(paths, [open_sentences(path, options) for path in paths], needs_same_words)


def write_figures(figures: dict[str, Figure], reasons: dict[str, str], prefix: str = "") -> dict[str, float | None]:
    """Return the values by name; note the reasons of those that have none, under the names of place and figure."""
    for name, figure in figures.items():
        if figure.value is None:
            reasons[f"{prefix}{name}"] = figure.reason
    return {name: figure.value for name, figure in figures.items()}
