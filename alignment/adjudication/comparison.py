"""The single links on which readings of a sentence pair differ, with what their annotator can do about each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.adjudication.decisions import write_entries, write_seen
from alignment.adjudication.disputes import LABEL_NAMES, Word, pick_words
from alignment.readings.links import Cell, Label, Reading, disagreements


@dataclass(frozen=True, slots=True)
class Choice:
    """A label one may give to a link of one's own reading, the key for it, and who gave it. It is taken over where
    all others who differ gave it.
    """

    key: str
    label: str
    names: tuple[str, ...]
    value: str
    is_taken_over: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell on which readings differ, or differed when the round was opened."""

    cell: Cell
    source: Word
    target: Word
    labels: tuple[tuple[str, str], ...]
    is_settled: bool
    keeps: tuple[str, ...]
    is_kept: bool
    # The others' labels as shown, which every step on the cell names (rounds.seen).
    seen: str
    choices: tuple[Choice, ...]

    @property
    def key(self) -> str:
        return f"{self.cell[0]}-{self.cell[1]}"


def list_differences(
    tokens: tuple[Sequence[str], Sequence[str]],
    readings: Mapping[str, Reading],
    kept: Mapping[str, Collection[Cell]],
    earlier: Iterable[Cell] = (),
) -> list[Difference]:
    """Return cells on which the readings differ, and those of `earlier`; the first reading is one's own."""
    now = set(disagreements(list(readings.values())))
    return [
        _difference(tokens, readings, kept, cell, is_settled=cell not in now) for cell in sorted(now.union(earlier))
    ]


def _difference(
    tokens: tuple[Sequence[str], Sequence[str]],
    readings: Mapping[str, Reading],
    kept: Mapping[str, Collection[Cell]],
    cell: Cell,
    *,
    is_settled: bool,
) -> Difference:
    own = next(iter(readings))
    keeps = tuple(name for name in readings if cell in kept.get(name, ()) and not is_settled)
    return Difference(
        cell=cell,
        source=pick_words(tokens[0], [cell[0]])[0],
        target=pick_words(tokens[1], [cell[1]])[0],
        labels=tuple((name, LABEL_NAMES[reading.links.get(cell)]) for name, reading in readings.items()),
        is_settled=is_settled,
        keeps=keeps,
        is_kept=own in keeps,
        seen=write_seen([reading.links.get(cell) for name, reading in readings.items() if name != own]),
        choices=tuple(_choices(readings, cell)),
    )


def _choices(readings: Mapping[str, Reading], cell: Cell) -> Iterable[Choice]:
    """Yield the others' label if they share one, then every other label except one's own."""
    (_, mine), *others = ((name, reading.links.get(cell)) for name, reading in readings.items())
    theirs = {label for _, label in others} - {mine}
    labels: list[tuple[str, Label | None]] = [("S", "S"), ("P", "P"), ("N", None)]
    for key, label in sorted(labels, key=lambda each: each[1] not in theirs):
        if label == mine:
            continue
        names = tuple(name for name, given in others if given == label)
        is_taken_over = bool(names) and len(theirs) == 1
        value = write_entries([(*cell, label or "none")])
        yield Choice("T" if is_taken_over else key, LABEL_NAMES[label], names, value, is_taken_over)
