"""Sentences with expressions, and tokens of reference and translation with their links to the source."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from alignment.formats import AlignedSentence, FormatError
from annotation_site.texts.token_places import Span, find_tokens, locate_tokens
from evaluation.cli.alignment.files import add_format_argument, describe_links
from evaluation.cli.arguments import add_target_language_argument
from evaluation.cli.measures.spans import add_span_units_argument, read_expression
from evaluation.files.lines import read_parallel
from evaluation.measures.segments import Marked, Measured, SegmentLinks
from evaluation.metrics.spans import MarkedExpression

LANGUAGES: Mapping[str, str] = {}
SIDES = ("reference", "hypothesis")
_TOKEN = re.compile(r"\S+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, meaning in (
        ("source", "raw source sentences, in which the spans count"),
        ("spans", "label, tab, character spans such as [(35, 48)]"),
        ("reference", "tokens between spaces, as they were aligned"),
        ("reference-alignment", "source-reference links"),
        ("hypothesis", "tokens between spaces, as they were aligned"),
        ("hypothesis-alignment", "source-hypothesis links"),
    ):
        parser.add_argument(f"--{name}", metavar="FILE", required=True, help=meaning)
    parser.add_argument("--source-tokens", metavar="FILE", help="the source as it was aligned (default: as --source)")
    add_format_argument(parser, "alignment")
    add_target_language_argument(parser)
    add_span_units_argument(parser)


def describe(options: dict[str, Any]) -> dict[str, Any]:
    return {"source_language": "", "target_language": options["target_language"]}


def read(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    """Yield sentences that have an expression."""
    names = ["source", "spans", "reference", "hypothesis", "source_tokens"]
    paths = [options[name] or options["source"] for name in names]
    streams = [_open_links(options[f"{side}_alignment"], options) for side in SIDES]
    for number, (source, spans, reference, hypothesis, tokens) in read_parallel(paths, options["encoding"]):
        aligned = [
            _require(next(stream, None), options[f"{side}_alignment"], number)
            for side, stream in zip(SIDES, streams, strict=True)
        ]
        expression = read_expression(spans, source, options, number)
        if expression is None:
            continue
        token_spans = _locate(tokens.split(), source, number, options)
        links = [
            _link(side, text, sentence, token_spans, expression, number, options)
            for side, text, sentence in zip(SIDES, (reference, hypothesis), aligned, strict=True)
        ]
        marked = Marked(expression.label, expression.spans, "")
        yield number, [Measured(source, (reference,), (marked,), hypothesis, links[1], links[0])]


def _open_links(path: str, options: dict[str, Any]) -> Iterator[AlignedSentence]:
    return describe_links(path, options, "alignment", encoding=options["encoding"]).sentences()


def _require(sentence: AlignedSentence | None, path: str, number: int) -> AlignedSentence:
    if sentence is None or sentence.number != number:
        raise FormatError(path, None, f"Sentence {number} is missing.")
    return sentence


def _locate(tokens: Sequence[str], source: str, number: int, options: dict[str, Any]) -> list[Span]:
    try:
        return locate_tokens(tokens, source)
    except ValueError as error:
        raise FormatError(options["source_tokens"] or options["source"], number, str(error)) from error


def _link(
    side: str,
    text: str,
    sentence: AlignedSentence,
    token_spans: Sequence[Span],
    expression: MarkedExpression,
    number: int,
    options: dict[str, Any],
) -> SegmentLinks:
    """Return the links; raise FormatError if one of the expression's leads past the end of the sentence."""
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    wanted = set(find_tokens(token_spans, expression.spans))
    links = [(source, target) for source, target in sentence.reading.links if source in wanted]
    last = max((target for _, target in links), default=-1)
    if last >= len(tokens):
        reason = f"A link points to token {last}, but the sentence has {len(tokens)} tokens."
        raise FormatError(options[f"{side}_alignment"], number, reason)
    return SegmentLinks(token_spans, tokens, links)
