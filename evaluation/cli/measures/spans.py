"""Parallel sentences, translations and references, with expressions by their spans in the source."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from alignment.formats import FormatError
from annotation_site.phrases.presence import describe_span
from annotation_site.phrases.span_units import CODE_POINTS, UNITS, SpanUnits
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
    add_span_units_argument(parser)


def add_span_units_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--span-units",
        choices=UNITS,
        default=CODE_POINTS,
        help="what the numbers of spans count: characters, UTF-16 code units or bytes of UTF-8 (default: %(default)s)",
    )


def describe(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("source_language", "target_language")}


def read(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    """Yield sentences that have an expression."""
    paths = [options[name] for name, _ in TEXTS]
    for number, (source, reference, hypothesis, line) in read_parallel(paths, options["encoding"]):
        expression = read_expression(line, source, options, number)
        if expression is not None:
            marked = Marked(expression.label, expression.spans, "")
            yield number, [Measured(source, (reference,), (marked,), hypothesis)]


def read_expression(line: str, source: str, options: dict[str, Any], number: int) -> MarkedExpression | None:
    """Return the line's expression, if any; raise FormatError for a malformed line or a span past the end."""
    try:
        return parse_spans(line, source, options["span_units"])
    except ValueError as error:
        hint = ""
        if units := next((units_tried for units_tried in UNITS if _fits(line, source, units_tried)), None):
            hint = f" It fits with --span-units {units}."
        raise FormatError(options["spans"], number, f"{error}{hint}") from error


def _fits(line: str, source: str, units: SpanUnits) -> bool:
    with suppress(ValueError):
        expression = parse_spans(line, source, units)
        return expression is not None and not describe_span(source, expression.spans, expression.label)
    return False
