"""The answers of a judging round as columns, since there may be hundreds of thousands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.resampling import Floats
from evaluation.judging.methods import CANNOT_JUDGE, EQUAL, FIRST_BETTER
from evaluation.metrics.correlation.system_level import SystemTable
from evaluation.metrics.error_spans.schemes import ErrorSpan

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a text, or about the first of two. `systems` are those that produced it, by their place in the
    list of all, `against` those of the other text, None if there is no other. `repeats` is the task that this one
    repeats.
    """

    task: int
    output: int
    segment: str
    systems: Sequence[int]
    against: Sequence[int] | None = None
    repeats: int | None = None

    @property
    def tells_systems(self) -> bool:
        """True if an answer counts for systems. The hidden reference has no system, and no system wins against it."""
        return bool(self.systems) and (self.against is None or bool(self.against))


@dataclass(frozen=True)
class AnswerTable:
    """Answers in the order in which they were read: the place of the question, the place of the annotator, the value,
    and the error spans, if the method has any. Of penalties, lower values are better.
    """

    systems: Sequence[str]
    annotators: Sequence[str]
    questions: Sequence[Question]
    asked: Integers
    by: Integers
    values: Floats
    spans: Sequence[Sequence[ErrorSpan]] = ()
    lower_is_better: bool = False

    @cached_property
    def is_answer(self) -> Flags:
        """Answers other than "cannot judge"."""
        return self.values != CANNOT_JUDGE

    @cached_property
    def is_repeat(self) -> Flags:
        """Answers to repeated questions."""
        return np.array([each.repeats is not None for each in self.questions], dtype=bool)[self.asked]

    @cached_property
    def is_reference(self) -> Flags:
        """Answers about a hidden reference, unless a system produced the same text."""
        return np.array([not each.systems for each in self.questions], dtype=bool)[self.asked]

    @cached_property
    def counts(self) -> Flags:
        """Answers that count as results: to a first question, and about systems alone."""
        told = np.array([each.tells_systems for each in self.questions], dtype=bool)
        return self.is_answer & ~self.is_repeat & told[self.asked]

    @cached_property
    def tasks(self) -> Integers:
        """Key of each answer's task."""
        return np.array([each.task for each in self.questions], dtype=np.int64)[self.asked]

    @cached_property
    def _sides(self) -> tuple[Integers, Integers, Flags]:
        """Systems of all questions in one list: each question's start, the systems, and flags for those of the other
        text.
        """
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
        """Return sums and counts of the chosen answers' scores, rows × systems, in the row given for each answer.

        A preference gives 1, ½ or 0 to the systems of either side.
        """
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
            scores = values
        cells = rows[place] * len(self.systems) + systems[entry]
        shape, size = (height, len(self.systems)), height * len(self.systems)
        sums, counts = (
            np.asarray(np.bincount(cells, given, size), dtype=np.float64).reshape(shape)
            for given in (scores, np.ones(len(cells)))
        )
        return SystemTable(sums, counts)
