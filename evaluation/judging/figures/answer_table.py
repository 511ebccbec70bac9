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
    """Answers in the order in which they were read: the index of the question, the index of the annotator, the value,
    and the error spans, if the method has any. Of penalties, lower values are better.
    """

    systems: Sequence[str]
    annotators: Sequence[str]
    questions: Sequence[Question]
    question_of: Integers
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
        return np.array([question.repeats is not None for question in self.questions], dtype=bool)[self.question_of]

    @cached_property
    def is_reference(self) -> Flags:
        """Answers about a hidden reference, unless a system produced the same text."""
        return np.array([not question.systems for question in self.questions], dtype=bool)[self.question_of]

    @cached_property
    def counts(self) -> Flags:
        """Answers that count as results: to a first question, and about systems alone."""
        is_of_systems = np.array([question.tells_systems for question in self.questions], dtype=bool)
        return self.is_answer & ~self.is_repeat & is_of_systems[self.question_of]

    @cached_property
    def tasks(self) -> Integers:
        """Key of each answer's task."""
        return np.array([question.task for question in self.questions], dtype=np.int64)[self.question_of]

    @cached_property
    def _sides(self) -> tuple[Integers, Integers, Flags]:
        """Systems of all questions in one list: each question's start, the systems, and flags for those of the other
        text.
        """
        own = np.array([len(question.systems) for question in self.questions], dtype=np.int64)
        widths = own + np.array([len(question.against or ()) for question in self.questions], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)
        sides = chain.from_iterable((question.systems, question.against or ()) for question in self.questions)
        systems = np.fromiter(chain.from_iterable(sides), dtype=np.int64, count=int(starts[-1]))
        # The index of each system within its question: those of the other text follow the question's own.
        position = np.arange(len(systems)) - np.repeat(starts[:-1], widths)
        return starts, systems, position >= np.repeat(own, widths)

    @cached_property
    def _is_preference(self) -> bool:
        return any(question.against is not None for question in self.questions)

    def tabulate(self, chosen: Integers, rows: Integers, height: int) -> SystemTable:
        """Return sums and counts of the chosen answers' scores, rows × systems, in the row given for each answer.

        A preference gives 1, ½ or 0 to the systems of either side.
        """
        starts, systems, is_other = self._sides
        questions = self.question_of[chosen]
        widths = starts[questions + 1] - starts[questions]
        # Each answer stands once for every system of its question; `entry` counts from the question's first system.
        answer = np.repeat(np.arange(len(chosen)), widths)
        entry = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths) + starts[questions][answer]
        values = self.values[chosen][answer]
        if self._is_preference:
            won = np.where(values == EQUAL, 0.5, values == FIRST_BETTER)
            scores = np.where(is_other[entry], 1 - won, won)
        else:
            scores = values
        cells = rows[answer] * len(self.systems) + systems[entry]
        shape, size = (height, len(self.systems)), height * len(self.systems)
        sums, counts = (
            np.asarray(np.bincount(cells, given, size), dtype=np.float64).reshape(shape)
            for given in (scores, np.ones(len(cells)))
        )
        return SystemTable(sums, counts)
