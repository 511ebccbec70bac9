"""Links in two directions, and their combination into one set."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from alignment.formats import ALIGNMENT_FORMATS, FormatError, Rejected
from alignment.formats.files import read_lines
from alignment.readings.links import Cell, Label


class AlignerError(Exception):
    """The program is missing or failed; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Directions:
    """Links of every sentence pair in both directions, as source and target words."""

    forward: Path
    reverse: Path

    def read(self) -> Iterator[tuple[set[Cell], set[Cell]]]:
        """Yield both sets of links, pair by pair."""
        yield from zip(_read_links(self.forward), _read_links(self.reverse), strict=True)


def label_links(forward: Collection[Cell], reverse: Collection[Cell]) -> dict[Cell, Label]:
    """Return Sure links where both directions agree, Possible ones where only one has the link."""
    return {cell: "S" if cell in forward and cell in reverse else "P" for cell in sorted({*forward, *reverse})}


def _read_links(path: Path) -> Iterator[set[Cell]]:
    for row in ALIGNMENT_FORMATS["pharaoh"].read(read_lines(str(path)), 0):
        if isinstance(row, Rejected):
            raise FormatError(str(path), row.line, row.reason)
        yield set(row.reading.links)
