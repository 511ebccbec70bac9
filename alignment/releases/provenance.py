"""The origin of each gold link, and the reason why other links that somebody drew are not gold."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import repeat
from typing import Any, Literal

from alignment.readings.links import (
    Cell,
    Decision,
    GoldPolicy,
    Label,
    Reading,
    Votes,
    collect_votes,
    read_cells,
    require_readings,
    resolve,
    write_cells,
)
from annotation_site.texts.json_lines import to_json

Cause = Literal["agreed", "majority", "policy", "decided"]
CAUSES: tuple[Cause, ...] = ("agreed", "majority", "policy", "decided")


@dataclass(frozen=True)
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

    @cached_property
    def written(self) -> str:
        """Its text on the line of provenance.jsonl."""
        return to_json(self.to_json())

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
) -> list[LinkOrigin]:
    """Return origins of all cells that were drawn or decided, in cell order; those with a label are exactly
    `gold_links`.
    """
    require_readings(len(readings), policy)
    return explain_votes(*collect_votes(readings, decisions), decisions, policy, noted)


def explain_votes(
    cells: Sequence[Cell],
    votes: Sequence[Votes],
    decisions: Mapping[Cell, Decision],
    policy: GoldPolicy,
    noted: Collection[Cell] = (),
) -> list[LinkOrigin]:
    """Return origins of cells from the votes that `collect_votes` found."""
    origins = list(map(_explain, cells, map(decisions.get, cells), repeat(policy), votes))
    return [replace(origin, is_noted=origin.cell in noted) for origin in origins] if noted else origins


# Few cells and patterns of votes occur, many times each.
@lru_cache(maxsize=1 << 14)
def _explain(cell: Cell, decision: Decision | None, policy: GoldPolicy, votes: Votes) -> LinkOrigin:
    label = resolve(votes, decision or "open", policy)
    cause: Cause
    if decision is not None and decision != "open":
        cause = "decided"
    elif label is not None and len(set(votes)) == 1:
        cause = "agreed"
    else:
        cause = "majority" if policy == "majority" else "policy"
    return LinkOrigin(cell, label, cause, is_left_open=decision == "open")


def labelled(origins: Iterable[LinkOrigin]) -> dict[Cell, Label]:
    """Return the gold links among the origins."""
    return {origin.cell: origin.label for origin in origins if origin.label is not None}


def name_outcome(label: Label | None, cause: Cause) -> str:
    """Return the name under which a cell is counted: `agreed`, `majority`, `policy` and `decided` are gold links,
    `dropped_by_…` are not.
    """
    return cause if label is not None else f"dropped_by_{cause}"
