"""Parallel sentences, translations and references, with expressions by their spans in the source."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from alignment.formats import FormatError
from evaluation.files.lines import read_parallel
from evaluation.measures.segments import Marked, Measured
from evaluation.metrics.spans import MarkedExpression, parse_spans

LANGUAGES: Mapping[str, str] = {"source": "--source-language", "target": "--target-language"}
TEXTS = (
    ("source", "raw source sentences, one per line"),
    ("reference", "their reference translations"),
    ("hypothesis", "the system's translations"),
    ("spans", "label, tab, character spans such as [(35, 48)]"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, meaning in TEXTS:
        parser.add_argument(f"--{name}", metavar="FILE", required=True, help=meaning)
    for argument in LANGUAGES.values():
        parser.add_argument(argument, metavar="CODE", required=True)


def describe(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("source_language", "target_language")}


def read(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    """Yield sentences that have an expression."""
    paths = [options[name] for name, _ in TEXTS]
    for number, (source, reference, hypothesis, line) in read_parallel(paths, options["encoding"]):
        expression = read_expression(line, source, options["spans"], number)
        if expression is not None:
            marked = Marked(expression.label, expression.spans, "")
            yield number, [Measured(source, (reference,), (marked,), hypothesis)]


def read_expression(line: str, source: str, path: str, number: int) -> MarkedExpression | None:
    """Return the line's expression, if any; raise FormatError for a malformed line or a span past the end."""
    try:
        return parse_spans(line, source)
    except ValueError as error:
        raise FormatError(path, number, str(error)) from error
