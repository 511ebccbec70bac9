"""Lines that begin with an ID and a tab, as in the texts of published gold standards: `0⇥I have a book`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import NamedTuple

from annotation_site.texts.in_step import is_blank_line

NOTE = "Line numbers before a tab were read as IDs."
SAMPLE_LINES = 1_000
# Of the lines that are not blank, so many begin with an ID, and so many of the IDs are different.
SHARE = 0.9
_WITH_ID = re.compile(r"[ ]*([^\s|]{1,60})[ ]*\t(.*)", re.DOTALL)
# An empty sentence whose tab an editor took away.
_BARE_ID = re.compile(r"[ ]*([^\s|]{1,60})[ ]*")
_RUNNING = re.compile(r"[0-9]{1,9}")


class LineWithId(NamedTuple):
    """A line without its ID; `lacks_id` if the other lines of its file have one."""

    text: str
    identifier: str | None = None
    lacks_id: bool = False

    def is_blank(self) -> bool:
        return self.identifier is None and is_blank_line(self.text)

    @classmethod
    def blank(cls, _line: int) -> LineWithId:
        return cls("")


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a file, with the answer to whether they begin with IDs."""

    lines: Iterator[str]
    has_ids: bool

    def split(self) -> Iterator[LineWithId]:
        """Yield each line and its ID, if this file has any."""
        return map(_split, self.lines) if self.has_ids else map(LineWithId, self.lines)


def open_lines_with_ids(lines: Iterable[str]) -> Lines:
    """Return the lines, and whether the first of them, nearly all, begin with an ID of their own and a tab."""
    reader = iter(lines)
    sample = list(islice(reader, SAMPLE_LINES))
    return Lines(chain(sample, reader), have_ids(sample))


def have_ids(sample: Sequence[str]) -> bool:
    """Return whether nearly all lines begin with a running number, or with a name of their own that has a digit, and a
    tab. Text in columns has words, links or the same few numbers there.
    """
    if not any("\t" in line for line in sample):
        return False
    filled = [line for line in sample if not is_blank_line(line)]
    matches = [_WITH_ID.fullmatch(line) for line in filled]
    pairs = [(match[1], match[2]) for match in matches if match]
    bare = sum(1 for line, match in zip(filled, matches, strict=True) if match is None and _BARE_ID.fullmatch(line))
    ids = [identifier for identifier, _ in pairs if _has_digit(identifier)]
    texts = sum(1 for _, text in pairs if any(map(str.isalpha, text)))
    is_common = len(ids) + bare >= SHARE * len(filled) and len(ids) > bare
    is_distinct = len(set(ids)) >= SHARE * len(ids)
    return is_common and is_distinct and texts >= SHARE * len(pairs) and _are_ids(ids)


def _are_ids(ids: Sequence[str]) -> bool:
    """Return whether numbers rise nearly everywhere; names need not."""
    numbers = [int(identifier) for identifier in ids if _RUNNING.fullmatch(identifier)]
    if len(numbers) < SHARE * len(ids):
        return True
    rises = sum(1 for before, after in pairwise(numbers) if before < after)
    return rises >= SHARE * (len(numbers) - 1)


def _split(line: str) -> LineWithId:
    match = _WITH_ID.fullmatch(line)
    if match and _has_digit(match[1]):
        return LineWithId(match[2], match[1])
    match = _BARE_ID.fullmatch(line)
    if match and _has_digit(match[1]):
        return LineWithId("", match[1])
    return LineWithId(line, None, lacks_id=not is_blank_line(line))


def _has_digit(identifier: str) -> bool:
    """Return whether a name can be an ID: a header or the only word of a sentence has no digit."""
    return any(map(str.isdigit, identifier))


def find_disagreement(source: LineWithId, target: LineWithId, names: Sequence[str]) -> str | None:
    """Return a sentence that says that the IDs of a line differ, or None."""
    first, second = source.identifier, target.identifier
    if not do_ids_differ(first, second):
        return None
    return f"The ID of this line is “{second}”, but “{first}” in {names[0]}. The files are not line-aligned."


def do_ids_differ(first: str | None, second: str | None) -> bool:
    """Return whether both have an ID, and not the same one."""
    return first is not None and second is not None and _plain(first) != _plain(second)


def join_ids(source: LineWithId, target: LineWithId) -> str | None:
    """Return the ID of a pair, of which one side or both have it."""
    return source.identifier or target.identifier


def _plain(identifier: str) -> str | int:
    """Return a number for digits, so that 007 is 7."""
    return int(identifier) if _RUNNING.fullmatch(identifier) else identifier
