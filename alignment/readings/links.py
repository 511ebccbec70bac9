"""Links between the tokens of a sentence pair, and one gold standard from several readings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, Self

Label = Literal["S", "P"]
Vote = Label | None  # the label of a cell in a reading; None if it is not linked there
Votes = tuple[Vote, ...]
Cell = tuple[int, int]
GoldPolicy = Literal["wags", "och-ney", "majority"]
Decision = Literal["S", "P", "none", "open"]

MIN_READINGS_FOR_MAJORITY = 3
_NO_MARKS = "Marks of unaligned tokens must be a list of token numbers."
_CELL = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Reading:
    """The links that one person, or one system, gives a sentence pair: 0-based cells, and unaligned tokens."""

    links: Mapping[Cell, Label] = field(default_factory=dict)
    unaligned_source: frozenset[int] = frozenset()
    unaligned_target: frozenset[int] = frozenset()

    def reversed(self) -> Self:
        """Swap source and target."""
        return type(self)(
            {(source, target): label for (target, source), label in self.links.items()},
            self.unaligned_target,
            self.unaligned_source,
        )

    def to_json(self) -> dict[str, Any]:
        """Return JSON with cells and marks sorted, so that equal readings are equal bytes."""
        return {
            "sure": write_cells(self.cells("S")),
            "possible": write_cells(self.cells("P")),
            "unaligned_source": sorted(self.unaligned_source),
            "unaligned_target": sorted(self.unaligned_target),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the reading; missing keys mean none, and a cell that is both Sure and Possible is Sure. Raise
        ValueError.
        """
        links: dict[Cell, Label] = dict.fromkeys(read_cells(data.get("sure", "")), "S")
        for cell in read_cells(data.get("possible", "")):
            links.setdefault(cell, "P")
        return cls(
            links,
            _read_marks(data.get("unaligned_source", [])),
            _read_marks(data.get("unaligned_target", [])),
        )

    def cells(self, label: Label) -> list[Cell]:
        return sorted([cell for cell, given in self.links.items() if given == label])


def write_cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(_write_cell, cells))


def read_cells(text: object) -> list[Cell]:
    """Return the cells in a string made by write_cells. Raise ValueError with a message for the user."""
    if not isinstance(text, str):
        raise ValueError("Links must be a string such as “0-0 1-2”.")
    return list(map(_read_cell, text.split()))


# Most links lie near the diagonal of sentences of a few dozen words: few cells occur, many times each.
@lru_cache(maxsize=1 << 14)
def _write_cell(cell: Cell) -> str:
    return f"{cell[0]}-{cell[1]}"


@lru_cache(maxsize=1 << 14)
def _read_cell(text: str) -> Cell:
    match = _CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"“{text[:40]}” is not a link; a link looks like 3-4.")
    return int(match[1]), int(match[2])


def _read_marks(marks: object) -> frozenset[int]:
    if not isinstance(marks, list) or not {int}.issuperset(map(type, marks)):
        raise ValueError(_NO_MARKS)
    if marks and (min(marks) < 0 or max(marks) >= 10**6):
        raise ValueError(_NO_MARKS)
    return frozenset(marks)


def gold_links(
    readings: Sequence[Reading], decisions: Mapping[Cell, Decision], policy: GoldPolicy
) -> dict[Cell, Label]:
    """Return gold links in cell order; a decision of S, P or none holds under every policy, and needs no reading to
    have drawn the link.

    wags: a link that all drew with one label keeps it, every other link that anyone drew is Possible. och-ney: Sure if
    Sure for all, Possible if anyone drew anything else. The two give the same links (papers cite them by different
    names). majority: a link that more than half drew, Sure if more than half label it Sure; defined for three readings
    or more (ValueError below).
    """
    require_readings(len(readings), policy)
    gold: dict[Cell, Label] = {}
    for cell, votes in zip(*collect_votes(readings, decisions), strict=True):
        label = resolve(votes, decisions.get(cell, "open"), policy)
        if label is not None:
            gold[cell] = label
    return gold


def require_readings(readings: int, policy: GoldPolicy) -> None:
    """Raise ValueError if the policy is not defined for so few readings."""
    if policy == "majority" and readings < MIN_READINGS_FOR_MAJORITY:
        raise ValueError(f"The majority policy needs at least three annotators; there are {readings}.")


def collect_votes(readings: Sequence[Reading], decided: Iterable[Cell]) -> tuple[list[Cell], list[Votes]]:
    """Return every cell that was drawn or decided, in order, and its label in each reading."""
    drawn = dict.fromkeys(decided)
    for reading in readings:
        drawn |= dict.fromkeys(reading.links)
    cells = sorted(drawn)
    if not readings:
        return cells, [()] * len(cells)
    return cells, list(zip(*[map(reading.links.get, cells) for reading in readings], strict=True))


def resolve(votes: Sequence[Vote], decision: Decision, policy: GoldPolicy) -> Label | None:
    """Return the gold label of a cell from its label in each reading."""
    if decision != "open":
        return None if decision == "none" else decision
    drawn, sure = len(votes) - votes.count(None), votes.count("S")
    if policy == "majority":
        if 2 * drawn <= len(votes):
            return None
        return "S" if 2 * sure > len(votes) else "P"
    if not drawn:
        return None
    return "S" if sure == len(votes) else "P"


def gold_unaligned(readings: Sequence[Reading], gold: Mapping[Cell, Label]) -> tuple[frozenset[int], frozenset[int]]:
    """Return source and target tokens without counterpart in gold: every reading links or marks them, and none of
    their links is gold. So they are also where a decision dropped a word's only link, and where readings differ.
    """
    return _drop_linked(gold, [_list_decided(reading) for reading in readings])


def agreed_unaligned(readings: Sequence[Reading], gold: Mapping[Cell, Label]) -> tuple[frozenset[int], frozenset[int]]:
    """Return source and target tokens without a gold link that every reading marked as unaligned: those of releases
    before version 0.2, which left other words undefined.
    """
    return _drop_linked(gold, [(reading.unaligned_source, reading.unaligned_target) for reading in readings])


def _list_decided(reading: Reading) -> tuple[frozenset[int], frozenset[int]]:
    sources, targets = [cell[0] for cell in reading.links], [cell[1] for cell in reading.links]
    return reading.unaligned_source.union(sources), reading.unaligned_target.union(targets)


def _drop_linked(
    gold: Mapping[Cell, Label], words: Sequence[tuple[frozenset[int], frozenset[int]]]
) -> tuple[frozenset[int], frozenset[int]]:
    if not words:
        return frozenset(), frozenset()
    source, target = (frozenset.intersection(*side) for side in zip(*words, strict=True))
    return source.difference([cell[0] for cell in gold]), target.difference([cell[1] for cell in gold])


def disagreements(readings: Sequence[Reading]) -> list[Cell]:
    """Return cells that not all readings label alike, absence being a label of its own; sorted."""
    cells = set().union(*(reading.links.keys() for reading in readings))
    differing = []
    for cell in cells:
        labels = {reading.links.get(cell) for reading in readings}
        if len(labels) > 1:
            differing.append(cell)
    return sorted(differing)


def link_groups(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return groups of cells connected through shared tokens, each sorted, in order of their first cell."""
    by_source: defaultdict[int, list[Cell]] = defaultdict(list)
    by_target: defaultdict[int, list[Cell]] = defaultdict(list)
    waiting = dict.fromkeys(sorted(cells))
    for cell in waiting:
        by_source[cell[0]].append(cell)
        by_target[cell[1]].append(cell)
    groups = []
    while waiting:
        group = [waiting.popitem()[0]]
        for source, target in group:  # grows while we walk it
            for neighbour in by_source.pop(source, []) + by_target.pop(target, []):
                if neighbour in waiting:
                    del waiting[neighbour]
                    group.append(neighbour)
        groups.append(sorted(group))
    return sorted(groups)
