"""Answers from which figures are computed, and the scores that they give to systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evaluation.judging.methods import CANNOT_JUDGE, EQUAL, FIRST_BETTER

# A task's key, and the place of an output in it.
Unit = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Judged:
    """An annotator's answer about one output of a task. In a preference, `against` are the systems of the other output,
    empty for the hidden reference.
    """

    task: int
    segment: str
    output: int
    annotator: str
    value: float
    systems: tuple[str, ...]
    against: tuple[str, ...] | None = None
    # The task that this one repeats.
    repeats: int | None = None
    # The expression's place in its segment.
    expression: int | None = None

    @property
    def is_answer(self) -> bool:
        """True unless the annotator could not judge."""
        return self.value != CANNOT_JUDGE

    @property
    def counts(self) -> bool:
        """True for a result: an answer to a first question in which no output is the hidden reference."""
        return self.is_answer and self.repeats is None and bool(self.systems) and self.against != ()

    def score_systems(self) -> Iterator[tuple[str, float]]:
        """Yield each system that produced the text, with its score; a preference gives 1, ½ or 0."""
        if self.against is None:
            yield from ((system, float(self.value)) for system in self.systems)
            return
        won = 0.5 if self.value == EQUAL else float(self.value == FIRST_BETTER)
        yield from ((system, won) for system in self.systems)
        yield from ((system, 1 - won) for system in self.against)


def system_scores(rows: Iterable[Judged]) -> list[tuple[str, str, str, float]]:
    """Return segment, system, annotator and score of every row, for each system that it scores."""
    return [(row.segment, system, row.annotator, score) for row in rows for system, score in row.score_systems()]
