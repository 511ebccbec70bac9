"""Links in two directions, and their combination into one set."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alignment.formats import ALIGNMENT_FORMATS, FormatError, Rejected
from alignment.readings.links import Cell, Label
from annotation_site.texts.files import read_lines


@dataclass(frozen=True, slots=True)
class Directions:
    """Links of every sentence pair in both directions, as source and target words, the confidence in each where the
    aligner has one, and what the aligner says of the model behind them.
    """

    forward: Path
    reverse: Path
    confidences: Path | None = None
    about: Path | None = None

    def read(self) -> Iterator[tuple[set[Cell], set[Cell]]]:
        """Yield both sets of links, pair by pair."""
        yield from zip(_read_links(self.forward), _read_links(self.reverse), strict=True)

    def read_model(self) -> dict[str, Any]:
        """Return name and checksum of the model and the checksum of its linker; nothing of an aligner without any."""
        return dict(json.loads(self.about.read_text())) if self.about else {}

    def read_confidences(self) -> Iterator[dict[Cell, float]]:
        """Yield the confidences, 0 to 1, pair by pair; none of an aligner without them."""
        with (self.confidences or self.forward).open() as lines:
            for line in lines:
                yield dict(map(_read_confidence, line.split())) if self.confidences else {}


def label_links(forward: Collection[Cell], reverse: Collection[Cell]) -> dict[Cell, Label]:
    """Return Sure links where both directions agree, Possible ones where only one has the link."""
    return {cell: "S" if cell in forward and cell in reverse else "P" for cell in sorted({*forward, *reverse})}


def _read_confidence(text: str) -> tuple[Cell, float]:
    source, target, confidence = text.replace(":", "-").split("-")
    return (int(source), int(target)), float(confidence)


def _read_links(path: Path) -> Iterator[set[Cell]]:
    for row in ALIGNMENT_FORMATS["pharaoh"].read(read_lines(str(path)), 0):
        if isinstance(row, Rejected):
            raise FormatError(str(path), row.line, row.reason)
        yield set(row.reading.links)
