"""Readings of one sentence pair around its source sentence, two by two, as pages draw them with ribbons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from alignment.readings.links import Cell, Label, Reading, disagreements

Sides = tuple[Collection[int], Collection[int]]
NOWHERE: Sides = ((), ())


@dataclass(frozen=True, slots=True)
class StageWord:
    """A word of a sentence. `label` is that of its links on which the readings differ, Sure before Possible."""

    text: str
    label: Label | None
    is_disputed: bool
    is_unlinked: bool
    is_unaligned: bool
    is_asked: bool
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """The target sentence as one annotator reads it; links are written `0-0S 1-2P`."""

    pseudonym: str
    words: tuple[StageWord, ...]
    links: str
    count: int


@dataclass(frozen=True, slots=True)
class Stage:
    """The source sentence, and bands of one or two readings above and below it."""

    source: tuple[StageWord, ...]
    bands: tuple[tuple[Lane, ...], ...]


def set_stage(
    tokens: tuple[Sequence[str], Sequence[str]],
    readings: Mapping[str, Reading],
    *,
    asked: Sides = NOWHERE,
    marked: Sides = NOWHERE,
) -> Stage:
    """Return the stage of a pair: `asked` are target words, `marked` the words of the disagreement that is shown."""
    disputed = set(disagreements(list(readings.values())))
    linked = {cell for reading in readings.values() for cell in reading.links}
    unaligned = [reading.unaligned_source for reading in readings.values()]
    source = _set_words(
        tokens[0],
        labels={},
        disputed={cell[0] for cell in disputed},
        linked={cell[0] for cell in linked},
        unaligned=frozenset.intersection(*unaligned) if unaligned else (),
        asked=asked[0],
        marked=marked[0],
    )
    lanes = [
        Lane(
            name,
            _set_words(
                tokens[1],
                labels=_label_targets(reading, disputed),
                disputed={cell[1] for cell in disputed},
                linked={cell[1] for cell in linked},
                unaligned=reading.unaligned_target,
                asked=asked[1],
                marked=marked[1],
            ),
            " ".join(f"{source}-{target}{label}" for (source, target), label in sorted(reading.links.items())),
            len(reading.links),
        )
        for name, reading in readings.items()
    ]
    return Stage(source, tuple(tuple(lanes[place : place + 2]) for place in range(0, len(lanes), 2)))


def _label_targets(reading: Reading, disputed: Collection[Cell]) -> dict[int, Label]:
    labels: dict[int, Label] = {}
    for cell, label in reading.links.items():
        if cell in disputed:
            labels[cell[1]] = "S" if "S" in (label, labels.get(cell[1])) else "P"
    return labels


def _set_words(
    tokens: Sequence[str],
    *,
    labels: Mapping[int, Label],
    disputed: Collection[int],
    linked: Collection[int],
    unaligned: Collection[int],
    asked: Collection[int],
    marked: Collection[int],
) -> tuple[StageWord, ...]:
    return tuple(
        StageWord(
            text,
            labels.get(index),
            is_disputed=index in disputed,
            is_unlinked=index not in linked,
            is_unaligned=index in unaligned,
            is_asked=index in asked,
            is_marked=index in marked,
        )
        for index, text in enumerate(tokens)
    )
