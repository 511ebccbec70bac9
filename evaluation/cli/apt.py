"""`measure apt`: APT-Eval of the words that alignments connect with an expression."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, FormatError
from evaluation.cli.alignment.files import AlignmentFile
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.cli.averages import find_interval
from evaluation.files.lines import read_parallel, show_progress
from evaluation.metrics.apt import AptScore, AptSums, align_words, score_apt
from evaluation.metrics.averages import Observation
from evaluation.metrics.signature import write_signature
from evaluation.metrics.spans import MarkedExpression, find_tokens, locate_tokens, parse_spans

SCORES = ("unigram", "chrf")


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
    parser.add_argument("--alignment-format", choices=sorted(ALIGNMENT_FORMATS), default="pharaoh")
    parser.add_argument("--alignment-base", type=int, choices=(0, 1), help="default: the format's")
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


@dataclass(frozen=True, slots=True)
class Segment:
    """Line, the expression's label and source tokens, and what is aligned with them."""

    line: int
    label: str
    reference: list[str]
    hypothesis: list[str]


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Raises FormatError for input that cannot be measured."""
    sums = AptSums()
    rows: list[tuple[int, str, AptScore]] = []
    empty = 0
    for segment in show_progress(_read_segments(options), "sentences"):
        score = score_apt(segment.reference, segment.hypothesis)
        sums.put(segment.label, score)
        if score is not None:
            rows.append((segment.line, segment.label, score))
            empty += not segment.hypothesis
    result: dict[str, Any] = {
        "macro": {"unigram": sums.unigram.macro, "chrf": sums.chrf.macro},
        "micro": {"unigram": sums.unigram.micro.mean, "chrf": sums.chrf.micro.mean},
        "n": len(rows),
        "left_out": sums.left_out,
        "empty_hypotheses": empty,
        "rows": _list_labels(sums),
    }
    if not rows:
        reason = "No expression is aligned with a word of its reference."
        result["reasons"] = {"macro": reason, "micro": reason}
    signed = {"case": "mixed", "chrf": "chrF2", "n": len(rows)}
    if options["bootstrap"]:
        result["interval"] = _find_intervals(rows, options)
        signed |= {"bs": options["bootstrap"], "seed": options["seed"]}
    result["signature"] = write_signature("apt", version, **signed)
    return result


def _list_labels(sums: AptSums) -> list[dict[str, Any]]:
    pairs = zip(sums.unigram.rows(), sums.chrf.rows(), strict=True)
    return [
        {"label": first["label"], "unigram": first["score"], "chrf": second["score"], "n": first["n"]}
        for first, second in pairs
    ]


def _find_intervals(rows: list[tuple[int, str, AptScore]], options: dict[str, Any]) -> dict[str, Any]:
    observations: dict[str, list[Observation]] = {
        name: [(line, label, getattr(score, name)) for line, label, score in rows] for name in SCORES
    }
    return {
        average: {name: find_interval(observations[name], options, is_macro=average == "macro") for name in SCORES}
        for average in ("macro", "micro")
    }


def _read_segments(options: dict[str, Any]) -> Iterator[Segment]:
    names = ["source", "spans", "reference", "hypothesis", "source_tokens"]
    paths = [options[name] or options["source"] for name in names]
    links = [_read_links(options[f"{side}_alignment"], options) for side in ("reference", "hypothesis")]
    for number, (source, spans, reference, hypothesis, tokens) in read_parallel(paths, options["encoding"]):
        aligned = [next(stream, None) for stream in links]
        for side, sentence in zip(("reference", "hypothesis"), aligned, strict=True):
            if sentence is None or sentence.number != number:
                raise FormatError(options[f"{side}_alignment"], None, f"Sentence {number} is missing.")
        try:
            expression = parse_spans(spans, source)
        except ValueError as error:
            raise FormatError(options["spans"], number, str(error)) from error
        if expression is None:
            continue
        indices = _find_indices(expression, source, tokens, number, options)
        sides = [
            _align(side, text, sentence, indices, number, options)
            for side, text, sentence in zip(("reference", "hypothesis"), (reference, hypothesis), aligned, strict=True)
            if sentence is not None
        ]
        yield Segment(number, expression.label, *sides)


def _read_links(path: str, options: dict[str, Any]) -> Iterator[AlignedSentence]:
    file = AlignmentFile(path, options["alignment_format"], options["alignment_base"], encoding=options["encoding"])
    return file.sentences()


def _find_indices(
    expression: MarkedExpression, source: str, tokens: str, number: int, options: dict[str, Any]
) -> tuple[int, ...]:
    try:
        return find_tokens(locate_tokens(tokens.split(), source), expression.spans)
    except ValueError as error:
        raise FormatError(options["source_tokens"] or options["source"], number, str(error)) from error


def _align(
    side: str, text: str, sentence: AlignedSentence, indices: tuple[int, ...], number: int, options: dict[str, Any]
) -> list[str]:
    try:
        return align_words(indices, sentence.reading.links, text.split())
    except IndexError as error:
        raise FormatError(options[f"{side}_alignment"], number, str(error)) from error
