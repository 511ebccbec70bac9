"""Line-aligned files named on the command line."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from tqdm import tqdm

from alignment.formats import FormatError
from alignment.formats.detection import is_too_long
from annotation_site.texts.batches import in_batches
from annotation_site.texts.files import read_lines
from annotation_site.texts.in_step import read_lines_in_step

T = TypeVar("T")
BATCH = 200
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def check_line(path: str, number: int, line: str) -> str:
    """Return the line; raise FormatError if it is not text or too long to be a sentence."""
    if is_too_long(line):
        raise FormatError(path, number, "The line is longer than 1 MB.")
    if "\0" in line:
        raise FormatError(path, number, "The file is not text.")
    if not line.isascii() and _SURROGATE.search(line):
        raise FormatError(path, number, "The line is not valid in the encoding of the file.")
    return line


def check_lines(path: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines, each checked, most of them many at a time."""
    number = 1
    for batch in in_batches(lines, BATCH):
        joined = "".join(batch)
        is_safe = "\0" not in joined and not is_too_long(joined) and (joined.isascii() or not _SURROGATE.search(joined))
        yield from batch if is_safe else (check_line(path, at, line) for at, line in enumerate(batch, number))
        number += len(batch)


def read_texts(path: str, encoding: str | None = None) -> Iterator[str]:
    """Yield lines without their ends, each checked."""
    return check_lines(path, read_lines(path, encoding))


def read_parallel(paths: Sequence[str], encoding: str | None = None) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number and the corresponding line of every file; blank lines at their ends do not count.

    Raise FormatError, at the end, if one file has fewer lines than another.
    """
    number = 0
    readers = [read_texts(path, encoding) for path in paths]
    for number, lines in enumerate(read_lines_in_step(readers, refuse_end(paths)), 1):
        yield number, lines
    if not number:
        raise FormatError(paths[0], None, "The file is empty.")


def refuse_end(paths: Sequence[str]) -> Callable[[int, int, int], FormatError]:
    """Return what makes the error of a file that ends before a line of another."""

    def refuse(shorter: int, longer: int, line: int) -> FormatError:
        problem = f"The file ends before this line, but {paths[longer]} has more lines."
        return FormatError(paths[shorter], line, problem)

    return refuse


def show_progress(items: Iterable[T], unit: str) -> Iterable[T]:
    """Return the items, with a progress bar if standard error is a terminal."""
    return tqdm(items, unit=f" {unit}", file=sys.stderr, disable=None, leave=False)
