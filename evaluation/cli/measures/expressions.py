"""Expressions in their reference translation, and the texts in which to find them, from a table or parallel files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from alignment.formats import FormatError
from annotation_site.tables.arguments import TABLES, add_table_arguments, read_table_options
from annotation_site.tables.columns import Role
from evaluation.cli.arguments import add_target_language_argument, find_single_columns
from evaluation.files.lines import read_parallel
from evaluation.files.tables import read_cells
from evaluation.measures.segments import Marked, Measured

LANGUAGES: Mapping[str, str] = {}
# Columns are never taken by a likely name but for the reference: a column of source expressions, or of another system,
# would give wrong figures.
ROLES = (
    Role("expression", "Expression in the reference", is_required=True),
    Role("hypothesis", "Translation", is_required=True),
    Role("label", "Label of the expression"),
    Role("reference", "Reference translation", ("reference", "ref")),
    Role("segment", "Number of the segment"),
)
NAMED = tuple(role.name for role in ROLES)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", nargs="?", metavar="TABLE", help=f"{TABLES}, with a header")
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
    parser.add_argument("--expressions", metavar="FILE", help="line-parallel files; tabs between a line's expressions")
    parser.add_argument("--hypotheses", metavar="FILE")
    parser.add_argument("--references", metavar="FILE", help="scored as well, as a check of the expressions")
    add_target_language_argument(parser)
    add_table_arguments(parser, ROLES, encoding=False)


def describe(options: dict[str, Any]) -> dict[str, Any]:
    return {"source_language": "", "target_language": options["target_language"]}


def read(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    """Yield sentences. In a table a sentence may have several rows, each with words of its own."""
    if options["table"]:
        return _measured_of_table(options)
    if not (options["expressions"] and options["hypotheses"]):
        missing = "Give a table with --expression and --hypothesis, or --expressions and --hypotheses."
        raise FormatError(f"measure {options['measure']}", None, missing)
    return _measured_of_files(options)


def _measured_of_table(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    path = options["table"]
    column_of = find_single_columns(path, ROLES, options, named=NAMED, may_share=True)
    tables = read_table_options(options)
    columns = [column_of["expression"], column_of["hypothesis"]]
    columns += [column_of.get("label", column_of["expression"]), column_of.get("segment", column_of["expression"])]
    columns += [column_of["reference"]] if "reference" in column_of else []
    rows = read_cells(path, columns, tables)
    is_empty = True
    # Without --segment every row is a sentence of its own. Rows of a JSON array may all be in one line.
    segments = (
        (cells[3] if "segment" in column_of else index, (line, cells)) for index, (line, cells) in enumerate(rows)
    )
    for _, group in groupby(segments, key=itemgetter(0)):
        members = [row for _, row in group]
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


def _measured_of_files(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    paths = [options["expressions"], options["hypotheses"]]
    if options["references"]:
        paths.append(options["references"])
    for number, (expressions, hypothesis, *references) in read_parallel(paths, options["encoding"]):
        marked = tuple(Marked(expression.strip(), (), expression) for expression in expressions.split("\t"))
        yield number, [Measured("", tuple(references), marked, hypothesis)]
