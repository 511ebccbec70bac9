"""Line-aligned files read in step: line 7 of one belongs to line 7 of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

T = TypeVar("T")
Refusal = Callable[[int, int, int], Exception]


def is_blank_line(line: str) -> bool:
    """Return whether the line has no character other than white space."""
    return not line or line.isspace()


def drop_blank_end(lines: Iterable[str], is_blank: Callable[[str], bool] = is_blank_line) -> Iterator[str]:
    """Yield the lines up to the last one that is not blank."""
    held = 0
    for line in lines:
        if is_blank(line):
            held += 1
            continue
        for _ in range(held):
            yield ""
        held = 0
        yield line


def read_in_step(
    readers: Sequence[Iterable[T]],
    refuse: Refusal,
    *,
    is_blank: Callable[[T], bool],
    make_blank: Callable[[int], T],
) -> Iterator[tuple[T, ...]]:
    """Yield the corresponding lines of all files. Blank lines at their ends do not count, whichever files have them.

    Raise what `refuse` makes of the places of a file that ends and of one that goes on, and the number of the line.
    `make_blank` gives a blank line in place of one that turns out to lie inside: only their number is held.
    """
    held = 0
    for number, row in enumerate(zip_longest(*readers), start=1):
        has_ended = None in row
        if (has_ended or is_blank(row[0])) and all(line is None or is_blank(line) for line in row):
            held += 1
            continue
        if has_ended:
            longer = next(index for index, line in enumerate(row) if line is not None and not is_blank(line))
            raise refuse(row.index(None), longer, number)
        if held:
            for blank in range(number - held, number):
                yield tuple(make_blank(blank) for _ in row)
            held = 0
        yield row


def read_lines_in_step(readers: Sequence[Iterable[str]], refuse: Refusal) -> Iterator[tuple[str, ...]]:
    """Yield the corresponding lines of files of text, otherwise as `read_in_step`."""
    return read_in_step(readers, refuse, is_blank=is_blank_line, make_blank=lambda _: "")
