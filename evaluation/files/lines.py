"""Line-aligned files named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from tqdm import tqdm

from alignment.formats import FormatError
from alignment.formats.detection import is_too_long
from alignment.formats.files import read_lines

T = TypeVar("T")


def check_line(path: str, number: int, line: str) -> str:
    """Return the line; raise FormatError if it is not text or too long to be a sentence."""
    if is_too_long(line):
        raise FormatError(path, number, "The line is longer than 1 MB.")
    if "\0" in line:
        raise FormatError(path, number, "The file is not text.")
    if not line.isascii() and any("\ud800" <= character <= "\udfff" for character in line):
        raise FormatError(path, number, "The line is not valid in the encoding of the file.")
    return line


def read_texts(path: str, encoding: str | None = None) -> Iterator[str]:
    """Yield lines without their ends, each checked."""
    for number, line in enumerate(read_lines(path, encoding), 1):
        yield check_line(path, number, line)


def read_parallel(paths: Sequence[str], encoding: str | None = None) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number and the corresponding line of every file.

    Raise FormatError, at the end, if one file has fewer lines than another.
    """
    number = 0
    for number, lines in enumerate(zip_longest(*(read_texts(path, encoding) for path in paths)), 1):
        for path, line in zip(paths, lines, strict=True):
            if line is None:
                longer = next(other for other, text in zip(paths, lines, strict=True) if text is not None)
                raise FormatError(path, number, f"The file ends before this line, but {longer} has more lines.")
        yield number, lines
    if not number:
        raise FormatError(paths[0], None, "The file is empty.")


def show_progress(items: Iterable[T], unit: str) -> Iterable[T]:
    """Return the items, with a progress bar if standard error is a terminal."""
    return tqdm(items, unit=f" {unit}", file=sys.stderr, disable=None, leave=False)
