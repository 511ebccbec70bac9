"""All answers of a round as columns, since there may be hundreds of thousands: who said what of which text, and which
systems put the text out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

from evaluation.judging.methods import CANNOT_JUDGE, EQUAL, FIRST_BETTER
from evaluation.metrics.correlation.system_level import SystemTable

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a text, or of the first of two: systems by their place in the list of all, `against` those of
    the other, None where there is no other. `repeats` is the task that it asks again."""

    task: int
    output: int
    segment: str
    systems: Sequence[int]
    against: Sequence[int] | None = None
    repeats: int | None = None

    @property
    def tells_systems(self) -> bool:
        """Whether an answer says something of systems: the hidden reference is none, and beside it nobody wins."""
        return bool(self.systems) and (self.against is None or bool(self.against))


@dataclass(frozen=True)
class AnswerTable:
    """Answers in the order in which they were read: the place of the question, that of the annotator, and the value."""

    systems: Sequence[str]
    annotators: Sequence[str]
    questions: Sequence[Question]
    asked: Integers
    by: Integers
    values: Integers

    @cached_property
    def is_answer(self) -> Flags:
        """Where the annotator could judge."""
        return self.values != CANNOT_JUDGE

    @cached_property
    def is_repeat(self) -> Flags:
        """Where something was asked for the second time."""
        return np.array([each.repeats is not None for each in self.questions], dtype=bool)[self.asked]

    @cached_property
    def is_reference(self) -> Flags:
        """Where the text itself is the hidden reference, and no system's."""
        return np.array([not each.systems for each in self.questions], dtype=bool)[self.asked]

    @cached_property
    def counts(self) -> Flags:
        """Where it is a result: answered, asked for the first time, and about systems alone."""
        told = np.array([each.tells_systems for each in self.questions], dtype=bool)
        return self.is_answer & ~self.is_repeat & told[self.asked]

    @cached_property
    def tasks(self) -> Integers:
        """Of each answer the task's key."""
        return np.array([each.task for each in self.questions], dtype=np.int64)[self.asked]

    @cached_property
    def _sides(self) -> tuple[Integers, Integers, Flags]:
        """Which systems each question is about: where they begin, the systems, and whether they are the other's."""
        own = np.array([len(each.systems) for each in self.questions], dtype=np.int64)
        widths = own + np.array([len(each.against or ()) for each in self.questions], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)
        sides = chain.from_iterable((each.systems, each.against or ()) for each in self.questions)
        systems = np.fromiter(chain.from_iterable(sides), dtype=np.int64, count=int(starts[-1]))
        place = np.arange(len(systems)) - np.repeat(starts[:-1], widths)
        return starts, systems, place >= np.repeat(own, widths)

    @cached_property
    def _is_preference(self) -> bool:
        return any(each.against is not None for each in self.questions)

    def tabulate(self, chosen: Integers, rows: Integers, height: int) -> SystemTable:
        """Sums and counts of the chosen answers' scores, in the rows named beside them; a preference gives 1, ½ or 0 to
        the systems of either side."""
        starts, systems, is_other = self._sides
        asked = self.asked[chosen]
        widths = starts[asked + 1] - starts[asked]
        place = np.repeat(np.arange(len(chosen)), widths)
        entry = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths) + starts[asked][place]
        values = self.values[chosen][place]
        if self._is_preference:
            won = np.where(values == EQUAL, 0.5, values == FIRST_BETTER)
            scores = np.where(is_other[entry], 1 - won, won)
        else:
            scores = values.astype(np.float64)
        cells = rows[place] * len(self.systems) + systems[entry]
        shape, size = (height, len(self.systems)), height * len(self.systems)
        sums, counts = (
            np.asarray(np.bincount(cells, given, size), dtype=np.float64).reshape(shape)
            for given in (scores, np.ones(len(cells)))
        )
        return SystemTable(sums, counts)
