"""`measure mwe-score`: Score_mwe of a system's translations of expressions."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from alignment.formats import FormatError
from evaluation.cli.arguments import add_bootstrap_arguments, add_encoding_argument
from evaluation.cli.averages import add_segments_argument, find_interval
from evaluation.files.lines import read_parallel, show_progress
from evaluation.files.tables import read_cells
from evaluation.metrics.averages import Observation
from evaluation.metrics.mwe_score import AVERAGES, MweSums, match_expression, split_words
from evaluation.metrics.signature import write_signature


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", nargs="?", metavar="TABLE", help="xlsx, csv, tsv or jsonl with a header")
    parser.add_argument("--expression", metavar="COLUMN", help="the expression's reference translation")
    parser.add_argument(
        "--hypothesis", metavar="COLUMN", help="the translation, or its words aligned to the expression"
    )
    parser.add_argument(
        "--label", metavar="COLUMN", help="what makes an expression the same (default: its translation)"
    )
    parser.add_argument("--segment", metavar="COLUMN", help="rows of one sentence follow each other and share this")
    parser.add_argument("--sheet", metavar="NAME", help="of a workbook (default: the first)")
    parser.add_argument("--expressions", metavar="FILE", help="line-parallel files; tabs between a line's expressions")
    parser.add_argument("--hypotheses", metavar="FILE")
    parser.add_argument("--references", metavar="FILE", help="scored as well, as a check of the expressions")
    parser.add_argument("--average", choices=AVERAGES, default="paper")
    add_segments_argument(parser)
    add_encoding_argument(parser)
    add_bootstrap_arguments(parser)


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence: its expressions with their labels, and the texts they are looked for in."""

    line: int
    expressions: tuple[tuple[str, str, str], ...]  # label, expression, hypothesis
    reference: str | None = None


def measure(options: dict[str, Any], version: str) -> dict[str, Any]:
    """Raises FormatError for input that cannot be measured."""
    sums, reference_sums = MweSums(), MweSums()
    observations: list[Observation] = []
    segments: list[dict[str, Any]] = []
    empty = 0
    for number, row in enumerate(show_progress(_read_rows(options), "sentences")):
        scores: list[tuple[str, float | None]] = []
        for label, expression, hypothesis in row.expressions:
            words = split_words(hypothesis)
            empty += not words
            match = match_expression(expression, words)
            scores.append((label, match.score if match else None))
        sums.put_sentence(scores)
        if row.reference is not None:
            reference_sums.put_sentence(_score_reference(row.expressions, row.reference))
        defined = [(label, score) for label, score in scores if score is not None]
        if options["bootstrap"]:
            observations += _observe(number, defined, options["average"])
        if options["segments"]:
            segments.append({"line": row.line, "scores": [score for _, score in scores]})
    return _summarise(sums, reference_sums, observations, segments, empty, options, version)


def _score_reference(expressions: tuple[tuple[str, str, str], ...], reference: str) -> list[tuple[str, float | None]]:
    words = split_words(reference)
    matches = [(label, match_expression(expression, words)) for label, expression, _ in expressions]
    return [(label, match.score if match else None) for label, match in matches]


def _observe(number: int, scores: list[tuple[str, float]], average: str) -> list[Observation]:
    if average == "paper" and scores:
        return [(number, "", sum(score for _, score in scores) / len(scores))]
    return [(number, label, score) for label, score in scores]


def _summarise(
    sums: MweSums,
    reference_sums: MweSums,
    observations: list[Observation],
    segments: list[dict[str, Any]],
    empty: int,
    options: dict[str, Any],
    version: str,
) -> dict[str, Any]:
    average = options["average"]
    result: dict[str, Any] = {
        "score": sums.average(average),
        "n": sums.expressions.micro.count,
        "sentences": sums.sentences.count,
        "left_out": sums.left_out,
        "empty_hypotheses": empty,
    }
    if result["score"] is None:
        result["reasons"] = {"score": "No expression has a word."}
    if options["references"]:
        result["reference_score"] = reference_sums.average(average)
    if average == "macro":
        result["rows"] = sums.expressions.rows()
    signed = {"average": average, "case": "lower", "punctuation": "spaces", "n": result["n"]}
    if options["bootstrap"]:
        result["interval"] = {"score": find_interval(observations, options, is_macro=average == "macro")}
        signed |= {"bs": options["bootstrap"], "seed": options["seed"]}
    if options["segments"]:
        result["segments"] = segments
    result["signature"] = write_signature("mwe-score", version, **signed)
    return result


def _read_rows(options: dict[str, Any]) -> Iterator[Row]:
    if options["table"]:
        return _read_table(options)
    if not (options["expressions"] and options["hypotheses"]):
        missing = "Give a table with --expression and --hypothesis, or --expressions and --hypotheses."
        raise FormatError("measure mwe-score", None, missing)
    return _read_files(options)


def _read_table(options: dict[str, Any]) -> Iterator[Row]:
    path = options["table"]
    if not (options["expression"] and options["hypothesis"]):
        raise FormatError(path, None, "Name its columns with --expression and --hypothesis.")
    columns = [options["expression"], options["hypothesis"]]
    columns += [options["label"] or options["expression"], options["segment"] or options["expression"]]
    rows = read_cells(path, columns, options["encoding"], options["sheet"])
    is_empty = True
    # Without --segment every row is a sentence of its own.
    for _, group in groupby(rows, key=lambda row: row[1][3] if options["segment"] else str(row[0])):
        members = list(group)
        is_empty = False
        yield Row(members[0][0], tuple((cells[2], cells[0], cells[1]) for _, cells in members))
    if is_empty:
        raise FormatError(path, None, "The table has no rows.")


def _read_files(options: dict[str, Any]) -> Iterator[Row]:
    paths = [options["expressions"], options["hypotheses"]]
    if options["references"]:
        paths.append(options["references"])
    for number, lines in read_parallel(paths, options["encoding"]):
        expressions = tuple((expression.strip(), expression, lines[1]) for expression in lines[0].split("\t"))
        yield Row(number, expressions, lines[2] if options["references"] else None)
