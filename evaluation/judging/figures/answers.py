"""Answers as figures are computed from them: who said what of which text, and what that says of systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evaluation.judging.methods import CANNOT_JUDGE, EQUAL, FIRST_BETTER

# A task's key, and the place of an output in it.
Unit = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer: of whom, about which output of which task; in a preference `against` are the systems of the other,
    none where that is the hidden reference."""

    task: int
    segment: str
    output: int
    annotator: str
    value: int
    systems: tuple[str, ...]
    against: tuple[str, ...] | None = None
    # The task that this one asks again.
    repeats: int | None = None
    # The place of what was asked about in its segment.
    expression: int | None = None

    @property
    def is_answer(self) -> bool:
        """Whether the annotator could judge."""
        return self.value != CANNOT_JUDGE

    @property
    def counts(self) -> bool:
        """Whether it is a result: the annotator could judge, was asked for the first time, and neither the output nor
        what it is compared with is a hidden reference."""
        return self.is_answer and self.repeats is None and bool(self.systems) and self.against != ()

    def score_systems(self) -> Iterator[tuple[str, float]]:
        """Each system that put the text out, with its score; a preference gives 1, ½ or 0."""
        if self.against is None:
            yield from ((system, float(self.value)) for system in self.systems)
            return
        won = 0.5 if self.value == EQUAL else float(self.value == FIRST_BETTER)
        yield from ((system, won) for system in self.systems)
        yield from ((system, 1 - won) for system in self.against)


def system_scores(rows: Iterable[Judged]) -> list[tuple[str, str, str, float]]:
    """Segment, system, annotator and score of every row, for each system that it says something of."""
    return [(row.segment, system, row.annotator, score) for row in rows for system, score in row.score_systems()]
