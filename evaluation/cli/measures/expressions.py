"""Expressions in their reference translation, and the texts in which to find them, from a table or parallel files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from alignment.formats import FormatError
from evaluation.cli.arguments import add_columns_argument, add_target_language_argument, take_columns
from evaluation.files.lines import read_parallel
from evaluation.files.tables import read_cells, read_header
from evaluation.measures.segments import Marked, Measured

LANGUAGES: Mapping[str, str] = {}
ROLES = ("expression", "hypothesis", "label", "segment")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", nargs="?", metavar="TABLE", help="xlsx, csv, tsv or jsonl with a header")
    parser.add_argument("--expression", metavar="COLUMN", help="the expression's reference translation")
    parser.add_argument(
        "--hypothesis", metavar="COLUMN", help="the translation, or its words aligned to the expression"
    )
    parser.add_argument(
        "--label", metavar="COLUMN", help="what makes an expression the same (default: its translation)"
    )
    parser.add_argument(
        "--reference",
        metavar="COLUMN",
        help="the whole reference, in which the expression must occur (default: a column called reference or ref)",
    )
    parser.add_argument("--segment", metavar="COLUMN", help="rows of one sentence follow each other and share this")
    parser.add_argument("--sheet", metavar="NAME", help="of a workbook (default: the first)")
    parser.add_argument("--expressions", metavar="FILE", help="line-parallel files; tabs between a line's expressions")
    parser.add_argument("--hypotheses", metavar="FILE")
    parser.add_argument("--references", metavar="FILE", help="scored as well, as a check of the expressions")
    add_target_language_argument(parser)
    add_columns_argument(parser, *ROLES)


def describe(options: dict[str, Any]) -> dict[str, Any]:
    return {"source_language": "", "target_language": options["target_language"]}


def read(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    """Yield sentences. In a table a sentence may have several rows, each with words of its own."""
    if options["table"]:
        return _read_table(options)
    if not (options["expressions"] and options["hypotheses"]):
        missing = "Give a table with --expression and --hypothesis, or --expressions and --hypotheses."
        raise FormatError(f"measure {options['measure']}", None, missing)
    return _read_files(options)


def _read_table(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    path = options["table"]
    take_columns(options, *ROLES)
    if not (options["expression"] and options["hypothesis"]):
        raise FormatError(path, None, "Give its columns with --expression and --hypothesis.")
    columns = [options["expression"], options["hypothesis"]]
    columns += [options["label"] or options["expression"], options["segment"] or options["expression"]]
    reference = options["reference"] or _find_reference(path, options)
    columns += [reference] if reference else []
    rows = read_cells(path, columns, options["encoding"], options["sheet"])
    is_empty = True
    # Without --segment every row is a sentence of its own.
    for _, group in groupby(rows, key=lambda row: row[1][3] if options["segment"] else str(row[0])):
        members = list(group)
        is_empty = False
        yield (
            members[0][0],
            [
                Measured("", tuple(references), (Marked(label, (), expression),), hypothesis)
                for _, (expression, hypothesis, label, _, *references) in members
            ],
        )
    if is_empty:
        raise FormatError(path, None, "The table has no rows.")


def _find_reference(path: str, options: dict[str, Any]) -> str:
    """Return the column that is called reference, if there is one."""
    header = read_header(path, options["encoding"])
    return next((name for name in header if name.strip().lower() in ("reference", "ref")), "")


def _read_files(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    paths = [options["expressions"], options["hypotheses"]]
    if options["references"]:
        paths.append(options["references"])
    for number, (expressions, hypothesis, *references) in read_parallel(paths, options["encoding"]):
        marked = tuple(Marked(each.strip(), (), each) for each in expressions.split("\t"))
        yield number, [Measured("", tuple(references), marked, hypothesis)]
