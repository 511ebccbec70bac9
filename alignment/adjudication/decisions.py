"""The adjudicator's decisions as data: how a form encodes them, and what the last action on a pair changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from alignment.readings.links import Cell
from annotation_site.languages.marks import gettext_noop

Entry = tuple[int, int, str | None]
_CLEAR = "clear"
_ENTRY = re.compile(r"([0-9]{1,6})-([0-9]{1,6})=(S|P|none|open|clear)")


def write_entries(entries: Iterable[Entry]) -> str:
    """Return decisions as `3-1=S,3-2=none`; one that is withdrawn is written `clear`."""
    return ",".join(f"{source}-{target}={decision or _CLEAR}" for source, target, decision in entries)


def read_entries(text: str) -> list[Entry]:
    """Return the decisions in a string made by write_entries. Raise ValueError with a message for the user."""
    entries: list[Entry] = []
    for part in text.split(","):
        match = _ENTRY.fullmatch(part)
        if match is None:
            raise ValueError(gettext_noop("The decision is not valid. Reload the page and try again."))
        entries.append((int(match[1]), int(match[2]), None if match[3] == _CLEAR else match[3]))
    return entries


def write_seen(labels: Iterable[str | None]) -> str:
    """Return others' labels of one cell, in the order of the page, as `S.none`."""
    return ".".join(label or "none" for label in labels)


def needed_decision(labels: Iterable[str | None], decision: str | None) -> str | None:
    """Return the decision to store so that a cell has this outcome; None if the labels of its readings give it anyway,
    or if there is no disagreement to leave open.
    """
    given = set(labels)
    if len(given) > 1:
        return decision
    return None if decision in ("open", given.pop() or "none") else decision


class Standing(NamedTuple):
    """A decision as it stands on a cell."""

    decision: str
    note: str


@dataclass(frozen=True, slots=True)
class Action:
    """One action on a pair: the operation it left, and what stood on its cells before."""

    operation: int
    before: Mapping[Cell, Standing | None]


def last_action(operations: Iterable[tuple[int, Mapping[str, Any]]]) -> Action | None:
    """Return the newest action that has not been undone, from ids and payloads of a pair's operations, oldest first."""
    standing: dict[Cell, Standing | None] = {}
    actions: list[Action] = []
    for operation, payload in operations:
        if "undoes" in payload:
            standing.update(actions.pop().before)
            continue
        before: dict[Cell, Standing | None] = {}
        for source, target, _, decision in payload["decisions"]:
            before.setdefault((source, target), standing.get((source, target)))
            standing[source, target] = Standing(decision, payload["note"]) if decision else None
        actions.append(Action(operation, before))
    return actions[-1] if actions else None
