"""Lists of phrases and their occurrences, and files read line by line, for the commands about expressions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import repeat
from typing import Any

from alignment.formats import FormatError
from annotation_site.phrases import Lemmatiser, PhraseFinder
from annotation_site.tables.arguments import add_table_arguments, read_table_options
from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role
from annotation_site.tables.reading import TableOptions, open_table
from annotation_site.texts.files import open_file, read_lines
from annotation_site.texts.in_step import read_lines_in_step
from annotation_site.texts.removed_characters import RemovedCharacters
from evaluation.cli.arguments import find_single_columns
from evaluation.files.lines import refuse_end
from evaluation.files.tables import is_table, read_cells, read_header
from expressions.finding.phrase_lists import read_phrases

PHRASE = Role("phrase", "Phrase", ("phrase", *find_words("expression"), *find_words("compound")), is_required=True)


def add_finder_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", default="en", help="language of the text (default: en)")
    parser.add_argument("--gap", type=_gap, default=0, metavar="N", help="maximum gap between words of a phrase")
    parser.add_argument("--any-order", action="store_true", help="match words in any order")
    add_table_arguments(parser, (PHRASE,))


def make_finder(path: str, lemmatiser: Lemmatiser, options: dict[str, Any]) -> PhraseFinder:
    """Return a finder of the phrases in a list with one per line, or in a column of a table; say on standard error
    what was removed from them.
    """
    removed = RemovedCharacters.none()
    tables = _find_table(path, options)
    with closing(
        _phrases_in_place(path, options, tables) if tables else read_lines(path, options["encoding"])
    ) as lines:
        patterns = read_phrases(lines, path, lemmatiser, options["language"], removed)
    if sentence := removed.describe():
        sys.stderr.write(f"{path}: {sentence}\n")
    return PhraseFinder(patterns.values(), gap=options["gap"], any_order=options["any_order"])


def _find_table(path: str, options: dict[str, Any]) -> TableOptions | None:
    """Return how to read the list as a table, None for one phrase a line. A single column needs no header."""
    tables = read_table_options(options)
    with open_file(path) as file:
        if not options["columns"] and not is_table(file, path):
            return None
        table = open_table(file, path, tables, expects_header=False)
        if table.kind == "text" and len(table.columns) == 1 and not options["columns"]:
            return None
        first = [str(cell) for row in table.read_sample(1) for cell in row.cells]
    has_header = table.has_header or any(PHRASE.rank(cell) is not None for cell in first) or bool(options["columns"])
    return replace(tables, header=tables.header or ("yes" if has_header else "no"))


def _phrases_in_place(path: str, options: dict[str, Any], tables: TableOptions) -> Generator[str]:
    """Yield the phrases at the places of their rows, with empty lines between."""
    columns = read_header(path, tables)
    if len(columns) == 1 and not options["columns"]:
        column = columns[0]
    else:
        column = find_single_columns(path, (PHRASE,), {**options, "header": tables.header})["phrase"]
    row = 0
    for line, (phrase,) in read_cells(path, [column], tables):
        yield from repeat("", max(0, line - row - 1))
        yield " ".join(phrase.split())
        row = max(line, row + 1)


def read_parallel(source: str, target: str, encoding: str | None) -> Generator[tuple[int, str, str]]:
    """Yield (number, source, target) of two parallel files; raise FormatError if one ends first."""
    with closing(read_lines(source, encoding)) as sources, closing(read_lines(target, encoding)) as targets:
        lines = read_lines_in_step([sources, targets], refuse_end((source, target)))
        for number, (line, other) in enumerate(lines, start=1):
            yield number, line, other


@contextmanager
def naming_file(path: str) -> Iterator[None]:
    """Turn a ValueError about the file's content into a FormatError that names the file."""
    try:
        yield
    except ValueError as error:
        raise FormatError(path, None, str(error)) from error


def _gap(text: str) -> int:
    if not 0 <= (gap := int(text)) <= 10:
        raise argparse.ArgumentTypeError("the gap must be 0 to 10 words")
    return gap
