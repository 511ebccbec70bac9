"""One reading compared with gold, link by link: pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from alignment.readings.links import Cell, Label, Reading

Kind = Literal["same", "label", "missing", "extra"]


@dataclass(frozen=True, slots=True)
class LinkComparison:
    """A cell linked by the reading or by gold, with both labels; None means no link."""

    cell: Cell
    own: Label | None
    gold: Label | None

    @property
    def kind(self) -> Kind:
        if self.own == self.gold:
            return "same"
        if self.own is None:
            return "missing"
        return "extra" if self.gold is None else "label"

    @property
    def differs(self) -> bool:
        return self.own != self.gold


def compare_with_gold(own: Reading, gold: Reading) -> list[LinkComparison]:
    """Return every cell that either links, in cell order."""
    cells = sorted(own.links.keys() | gold.links.keys())
    return [LinkComparison(cell, own.links.get(cell), gold.links.get(cell)) for cell in cells]
