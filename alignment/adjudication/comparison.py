"""Readings of one sentence pair side by side: a colour for every source word, under the words each annotator links with
it (figure 4 of Bentivogli et al. 2016), and the single links on which they differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.adjudication.decisions import write_entries
from alignment.adjudication.disputes import LABEL_NAMES, Word, pick_words
from alignment.readings.links import Cell, Label, Reading, disagreements

HUES = 12


@dataclass(frozen=True, slots=True)
class Chip:
    """A link as shown under a target word: number and colour of the source word."""

    source: int
    label: Label

    @property
    def number(self) -> int:
        return self.source + 1

    @property
    def hue(self) -> int:
        return self.source % HUES


@dataclass(frozen=True, slots=True)
class Line:
    """The links of one annotator under one target word."""

    pseudonym: str
    chips: tuple[Chip, ...]
    is_unaligned: bool


@dataclass(frozen=True, slots=True)
class SourceWord:
    """A source word with its number and colour."""

    index: int
    text: str
    is_disputed: bool

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def hue(self) -> int:
        return self.index % HUES


@dataclass(frozen=True, slots=True)
class TargetWord:
    """A target word with a line for every annotator."""

    index: int
    text: str
    is_disputed: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A label one may give to a link of one's own reading, and the key for it."""

    key: str
    text: str
    value: str
    is_main: bool = False


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
    choices: tuple[Choice, ...]

    @property
    def key(self) -> str:
        return f"{self.cell[0]}-{self.cell[1]}"


def compare_sources(tokens: Sequence[str], disputed: Iterable[Cell]) -> list[SourceWord]:
    """Return the words of the source sentence, those of a disputed link marked."""
    marked = {source for source, _ in disputed}
    return [SourceWord(index, text, index in marked) for index, text in enumerate(tokens)]


def compare_targets(
    tokens: Sequence[str], readings: Mapping[str, Reading], disputed: Iterable[Cell]
) -> list[TargetWord]:
    """Return the words of the target sentence, with what each annotator links them with, in the order of
    the readings.
    """
    marked = {target for _, target in disputed}
    return [
        TargetWord(
            index,
            text,
            index in marked,
            tuple(_line(name, reading, index) for name, reading in readings.items()),
        )
        for index, text in enumerate(tokens)
    ]


def _line(pseudonym: str, reading: Reading, target: int) -> Line:
    chips = sorted((cell[0], label) for cell, label in reading.links.items() if cell[1] == target)
    return Line(pseudonym, tuple(Chip(*chip) for chip in chips), target in reading.unaligned_target)


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
        names = [name for name, given in others if given == label]
        value = write_entries([(*cell, label or "none")])
        said = LABEL_NAMES[label]
        if names and len(theirs) == 1:
            yield Choice("T", f"take {' and '.join(names)}’s: {said}", value, is_main=True)
        else:
            yield Choice(key, f"{said}, as {' and '.join(names)}" if names else said, value, is_main=bool(names))
