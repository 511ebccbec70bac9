"""Some sentence pairs with every cell that somebody drew or decided, as arrays in order of pair and cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from alignment.readings.links import (
    MIN_READINGS_FOR_MAJORITY,
    Cell,
    Decision,
    GoldPolicy,
    Label,
    Vote,
    Votes,
    read_cells,
    require_readings,
)
from alignment.releases.columns.sides import Side
from alignment.releases.contents import PairRow
from alignment.releases.provenance import Cause, explain_votes

Integers = NDArray[np.int64]
Truths = NDArray[np.bool_]
# What stands for a label or a decision is its place here.
LABELS: tuple[Vote, ...] = (None, "S", "P")
_DECISIONS: tuple[Decision | None, ...] = (None, "S", "P", "none", "open")
# An index has six digits at most: a cell is one number, and so is a cell of one of the pairs.
_INDEX_BITS, _CELL_BITS = 20, 40
_LARGEST = 2**62


class Pattern(NamedTuple):
    """Votes and decision on a cell, and what follows from them."""

    votes: Votes
    label: Label | None
    cause: Cause
    is_noted: bool
    is_left_open: bool


class Chunk:
    """Pairs and their cells: `pairs` has each cell's place among the pairs, `votes` a row for each reading of a pair in
    the order of pseudonyms, `patterns` what the numbers of `pattern_numbers` stand for, `cells` those of
    `cell_numbers`. `marks` are words marked as unaligned, by reading, of source and target.
    """

    def __init__(self, rows: Sequence[PairRow], policy: GoldPolicy) -> None:
        self.rows = rows
        self.readings = [sorted(row.readings, key=itemgetter(0)) for row in rows]
        self.readers = np.array(list(map(len, self.readings)), np.int64)
        require_readings(int(self.readers.min(initial=MIN_READINGS_FOR_MAJORITY)), policy)
        self.source, self.target = Side([row.source_tokens for row in rows]), Side([row.target_tokens for row in rows])
        self._collect_cells(policy)
        self.marks = tuple(
            side.mark(*self._list_marks(f"unaligned_{name}"), len(self.votes))
            for name, side in (("source", self.source), ("target", self.target))
        )

    def _collect_cells(self, policy: GoldPolicy) -> None:
        sure, possible = self._read_links("sure"), self._read_links("possible")
        decided, decisions = self._read_decisions()
        keys, found = np.unique(np.concatenate([sure[1], possible[1], decided]), return_inverse=True)
        places = np.split(found, np.cumsum([len(sure[1]), len(possible[1])]))
        self.votes = np.zeros((int(self.readers.max(initial=0)), len(keys)), np.int8)
        # Sure comes last, and so holds for a cell that is both.
        self.votes[possible[0], places[1]] = LABELS.index("P")
        self.votes[sure[0], places[0]] = LABELS.index("S")
        by_cell = np.zeros((2, len(keys)), np.int64)
        by_cell[:, places[2]] = decisions
        cells, self.pairs = keys & ((1 << _CELL_BITS) - 1), keys >> _CELL_BITS
        self.sources, self.targets = cells >> _INDEX_BITS, cells & ((1 << _INDEX_BITS) - 1)
        self.source_places = self.source.find(self.pairs, self.sources)
        self.target_places = self.target.find(self.pairs, self.targets)
        distinct, self.cell_numbers = np.unique(cells, return_inverse=True)
        self.cells = [(cell >> _INDEX_BITS, cell & ((1 << _INDEX_BITS) - 1)) for cell in distinct.tolist()]
        self.pattern_numbers, firsts = number_rows([self.readers[self.pairs], *self.votes, *by_cell])
        self.patterns = [
            _explain(
                tuple([LABELS[vote] for vote in self.votes[: self.readers[self.pairs[first]], first].tolist()]),
                _DECISIONS[by_cell[0, first]],
                policy,
                is_noted=bool(by_cell[1, first]),
            )
            for first in firsts.tolist()
        ]
        self.labels = np.array([LABELS.index(each.label) for each in self.patterns], np.int8)[self.pattern_numbers]

    def _read_links(self, kind: str) -> tuple[Integers, Integers]:
        """Return the reading's place in its pair and the cell of its pair for every link of this kind."""
        texts = [reading.get(kind, "").split() for readings in self.readings for _, _, reading in readings]
        lengths = list(map(len, texts))
        cells = np.fromiter(map(_number_cell, chain.from_iterable(texts)), np.int64, sum(lengths))
        slots, pairs = self._slots
        return np.repeat(slots, lengths), np.repeat(pairs, lengths) << _CELL_BITS | cells

    def _read_decisions(self) -> tuple[Integers, Integers]:
        """Return the cell of its pair for every decision, and these with whether they have a reason."""
        flat = [(place, *each) for place, row in enumerate(self.rows) for each in row.decisions]
        cells = [place << _CELL_BITS | source << _INDEX_BITS | target for place, source, target, _, _ in flat]
        decisions = [[_DECISIONS.index(each[3]) for each in flat], [each[4] for each in flat]]
        return np.array(cells, np.int64), np.array(decisions, np.int64)

    def _list_marks(self, kind: str) -> tuple[Integers, Integers, Integers]:
        """Return the reading's place in its pair, the pair, and the word of every mark."""
        marks = [reading.get(kind, []) for readings in self.readings for _, _, reading in readings]
        slots, pairs = (np.repeat(each, list(map(len, marks))) for each in self._slots)
        return slots, pairs, np.array(list(chain.from_iterable(marks)), np.int64)

    @cached_property
    def _slots(self) -> tuple[Integers, Integers]:
        """The place of each reading in its pair, and of the pair."""
        pairs = np.repeat(np.arange(len(self.rows)), self.readers)
        firsts = np.cumsum(self.readers) - self.readers
        return np.arange(len(pairs)) - firsts[pairs], pairs

    def is_reading(self, pairs: Integers) -> Truths:
        """Return for each reading's place whether these pairs have as many."""
        return np.arange(len(self.votes))[:, None] < self.readers[pairs]

    @cached_property
    def unaligned(self) -> tuple[Truths, Truths]:
        """The words, of source and target, without a gold link that every reading links or marks."""
        readings, cells = np.nonzero(self.votes)
        sides = (self.source, self.source_places), (self.target, self.target_places)
        unaligned: list[Truths] = []
        for (side, places), marks, linked in zip(sides, self.marks, self.linked, strict=True):
            decided = marks.copy()
            decided[readings, places[cells]] = True
            by_all = (decided | ~self.is_reading(side.pairs)).all(axis=0) & (self.readers[side.pairs] > 0)
            unaligned.append(by_all & ~linked)
        return unaligned[0], unaligned[1]

    @cached_property
    def linked(self) -> tuple[Truths, Truths]:
        """The words, of source and target, with a gold link."""
        linked = np.zeros(len(self.source.words), bool), np.zeros(len(self.target.words), bool)
        for is_linked, places in zip(linked, (self.source_places, self.target_places), strict=True):
            is_linked[places[self.labels > 0]] = True
        return linked

    @property
    def _asked(self) -> tuple[list[Sequence[int]], list[Sequence[int]]]:
        """The target words of each pair, of source and target."""
        return [row.source_target_words for row in self.rows], [row.target_target_words for row in self.rows]

    def count_undefined(self, *, is_full: bool) -> tuple[int, int]:
        """Return how many words have neither a gold link nor a mark, as `ReleasedPair.count_undefined` does."""
        counts = []
        for side, linked, unaligned, asked in zip(
            (self.source, self.target), self.linked, self.unaligned, self._asked, strict=True
        ):
            is_undefined = ~(linked | unaligned)
            if not is_full:
                lengths = list(map(len, asked))
                pairs = np.repeat(np.arange(len(self.rows)), lengths)
                words = np.fromiter(chain.from_iterable(asked), np.int64, sum(lengths))
                is_undefined = is_undefined[side.find(pairs, words)]
            counts.append(int(is_undefined.sum()))
        return counts[0], counts[1]


def number_rows(columns: Sequence[NDArray[Any]]) -> tuple[Integers, Integers]:
    """Return a number for each row of some columns, equal ones for equal rows, and the first row of each number."""
    rows, span = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        values = int(column.max(initial=0)) + 1
        if span * values > _LARGEST:
            rows = np.unique(rows, return_inverse=True)[1]
            span = len(rows)
        rows, span = rows * values + column, span * values
    _, firsts, numbers = np.unique(rows, return_index=True, return_inverse=True)
    return numbers, firsts


# Few cells and patterns of votes occur, many times each.
@lru_cache(maxsize=1 << 14)
def _number_cell(text: str) -> int:
    [(source, target)] = read_cells(text)
    return source << _INDEX_BITS | target


@lru_cache(maxsize=1 << 14)
def _explain(votes: Votes, decision: Decision | None, policy: GoldPolicy, *, is_noted: bool) -> Pattern:
    cell: Cell = (0, 0)
    [origin] = explain_votes([cell], [votes], {cell: decision} if decision else {}, policy)
    return Pattern(votes, origin.label, origin.cause, is_noted, origin.is_left_open)
