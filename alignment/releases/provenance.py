"""The origin of each gold link, and the reason why other links that somebody drew are not gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from alignment.readings.links import Cell, Decision, GoldPolicy, Label, Reading, gold_links, read_cells, write_cells

Cause = Literal["agreed", "majority", "policy", "decided"]
CAUSES: tuple[Cause, ...] = ("agreed", "majority", "policy", "decided")


@dataclass(frozen=True, slots=True)
class LinkOrigin:
    """The outcome for one cell: its gold label, or None if it was dropped, and the cause.

    agreed: all readings gave this label; decided: the adjudicator chose it; majority: the vote; policy: nobody decided,
    so the policy made it Possible. `is_noted`: the adjudicator gave a reason; `is_left_open`: left open on purpose.
    """

    cell: Cell
    label: Label | None
    cause: Cause
    is_noted: bool = False
    is_left_open: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the origin; flags are written only if they are true, because most links are agreed."""
        row: dict[str, Any] = {"link": write_cells([self.cell]), "label": self.label, "by": self.cause}
        if self.is_noted:
            row["note"] = True
        if self.is_left_open:
            row["left_open"] = True
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> LinkOrigin:
        """Return the origin in an object made by to_json. Raise ValueError if it is malformed."""
        [cell] = read_cells(row["link"])
        if row["label"] not in ("S", "P", None) or row["by"] not in CAUSES:
            raise ValueError(f"“{row['label']}” by “{row['by']}” is no origin of a link.")
        return cls(cell, row["label"], row["by"], row.get("note", False), row.get("left_open", False))


def explain_links(
    readings: Sequence[Reading],
    decisions: Mapping[Cell, Decision],
    policy: GoldPolicy,
    noted: Collection[Cell] = (),
) -> Iterator[LinkOrigin]:
    """Yield origins of all cells that were drawn or decided, in cell order; those with a label are exactly
    `gold_links`.
    """
    gold = gold_links(readings, decisions, policy)
    for cell in sorted(set(decisions).union(*(reading.links for reading in readings))):
        labels = {reading.links.get(cell) for reading in readings}
        decision = decisions.get(cell)
        cause: Cause
        if decision is not None and decision != "open":
            cause = "decided"
        elif len(labels) == 1 and labels != {None}:
            cause = "agreed"
        else:
            cause = "majority" if policy == "majority" else "policy"
        yield LinkOrigin(cell, gold.get(cell), cause, cell in noted, decision == "open")


def labelled(origins: Iterable[LinkOrigin]) -> dict[Cell, Label]:
    """Return the gold links among the origins."""
    return {origin.cell: origin.label for origin in origins if origin.label is not None}


def count_causes(origins: Iterable[LinkOrigin]) -> Counter[str]:
    """Return numbers of cells by cause: `agreed`, `majority`, `policy` and `decided` are gold links, `dropped_by_…` are
    not.
    """
    return Counter(origin.cause if origin.label else f"dropped_by_{origin.cause}" for origin in origins)
