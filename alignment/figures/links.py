"""The links of one reading, or of two side by side, as figures draw them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from alignment.readings.links import Cell, Label, Reading

Origin = Literal["both", "first", "second"]
Direction = Literal["rows", "columns"]
ORIGINS: tuple[Origin, ...] = ("both", "first", "second")


@dataclass(frozen=True, slots=True)
class DrawnLink:
    """One line of the figure: a cell with the label and the reading it comes from."""

    cell: Cell
    label: Label
    origin: Origin
    # Both readings link the words but label them differently: two lines side by side.
    is_doubled: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of one side, in the order of the text."""

    words: Sequence[str]
    is_right_to_left: bool = False

    def places(self) -> list[int]:
        """Return word indices as they stand on a line from left to right."""
        indices = list(range(len(self.words)))
        return indices[::-1] if self.is_right_to_left else indices


@dataclass(frozen=True, slots=True)
class AlignmentFigure:
    """All that a figure shows, whatever it is drawn with; `names` are of the reading, or of both."""

    title: str
    source: Sentence
    target: Sentence
    links: Sequence[DrawnLink]
    names: Sequence[str]
    direction: Direction

    def legend(self) -> list[tuple[Origin, Label, str]]:
        """Return the kinds of line that occur, with their meaning."""
        drawn = {(link.origin, link.label) for link in self.links}
        return [
            (origin, label, self._name(origin, label))
            for origin in ORIGINS
            for label, _ in LABELS
            if (origin, label) in drawn
        ]

    def _name(self, origin: Origin, label: Label) -> str:
        word = dict(LABELS)[label]
        if len(self.names) == 1:
            return word
        who = {"both": "both", "first": f"{self.names[0]} only", "second": f"{self.names[1]} only"}[origin]
        return f"{word}, {who}"


LABELS: tuple[tuple[Label, str], ...] = (("S", "Sure"), ("P", "Possible"))


def combine_readings(first: Reading, second: Reading | None = None) -> list[DrawnLink]:
    """Return the lines of a figure in cell order; a single reading counts as what both drew."""
    if second is None:
        return [DrawnLink(cell, label, "both") for cell, label in sorted(first.links.items())]
    drawn: list[DrawnLink] = []
    for cell in sorted(first.links.keys() | second.links.keys()):
        one, other = first.links.get(cell), second.links.get(cell)
        if one == other and one is not None:
            drawn.append(DrawnLink(cell, one, "both"))
            continue
        is_doubled = one is not None and other is not None
        if one is not None:
            drawn.append(DrawnLink(cell, one, "first", is_doubled))
        if other is not None:
            drawn.append(DrawnLink(cell, other, "second", is_doubled))
    return drawn
