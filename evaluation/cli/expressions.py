"""Lists of phrases and their occurrences, and files read line by line, for the commands about expressions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from typing import Any

from alignment.formats import FormatError
from alignment.formats.files import read_lines
from annotation_site.phrases import Lemmatiser, PhraseFinder
from annotation_site.texts.in_step import read_lines_in_step
from annotation_site.texts.removed_characters import RemovedCharacters
from evaluation.files.lines import refuse_end
from evaluation.training_text.expressions.phrase_lists import read_phrases


def add_finder_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", default="en", help="language of the text (default: en)")
    parser.add_argument("--gap", type=_gap, default=0, metavar="N", help="maximum gap between words of a phrase")
    parser.add_argument("--any-order", action="store_true", help="match words in any order")
    parser.add_argument("--encoding", help="encoding of all files (default: detected)")


def make_finder(path: str, lemmatiser: Lemmatiser, options: dict[str, Any]) -> PhraseFinder:
    """Return a finder of the phrases in a list with one per line; say on standard error what was removed from them."""
    removed = RemovedCharacters.none()
    with closing(read_lines(path, options["encoding"])) as lines:
        patterns = read_phrases(lines, path, lemmatiser, options["language"], removed)
    if told := removed.describe():
        sys.stderr.write(f"{path}: {told}\n")
    return PhraseFinder(patterns.values(), gap=options["gap"], any_order=options["any_order"])


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
