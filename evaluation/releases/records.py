"""The records that a release of an evaluation is made of; each is a line of JSON in its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReleasedLinks:
    """One segment of an alignment; without a system, of the source with the first reference."""

    system: str | None
    segment: int
    source_places: Sequence[Sequence[int]]
    target_places: Sequence[Sequence[int]]
    links: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class ReleasedScore:
    """A measure of one system's output as the board shows it; `run` numbers the runs of the release."""

    run: int
    system: str
    measure: str
    options: Record
    result: Record
    signature: str


@dataclass(frozen=True, slots=True)
class ReleasedValues:
    """The values of a run for some segments, from which its figures follow."""

    run: int
    first: int
    values: Sequence[Any]
    scores: Sequence[float | None]


@dataclass(frozen=True, slots=True)
class ReleasedRound:
    """A judging round: its question, and the systems that were judged."""

    number: int
    name: str
    method: str
    scope: str
    wording: Record
    required_count: int
    repeat_share: int
    attention_share: int
    hides_reference: bool
    systems: Sequence[str]
    # Origin of the marks that judges began with; left out of the file where there are none.
    given_marks: Record | None = None


@dataclass(frozen=True, slots=True)
class ReleasedTask:
    """A question of a judging round, by its place in it. `outputs` are texts with the places of their systems. An
    attention item, which counts in no figure, has the place of its `degraded` output and those of the stretch in it.
    """

    round: int
    task: int
    segment: int
    position: int
    label: str
    source_spans: Sequence[Sequence[int]]
    outputs: Sequence[Record]
    repeats: int | None
    degraded: Record | None = None


@dataclass(frozen=True, slots=True)
class ReleasedJudgement:
    """The answers that an annotator submitted, in the order of the task's outputs; those of excluded annotators count
    in no figure.
    """

    round: int
    task: int
    annotator: str
    is_excluded: bool
    answers: Sequence[float]
    seconds: float
    # Of each output, where the method marks error spans.
    spans: Sequence[Sequence[Record]]


@dataclass(frozen=True, slots=True)
class ReleasedDecision:
    """An adjudicator's decision about a task: answers and error spans in the order of the task's outputs."""

    round: int
    task: int
    answers: Sequence[float]
    # Of each output, where the method marks error spans.
    spans: Sequence[Sequence[Record]]


@dataclass(frozen=True, slots=True)
class ReleasedVerdict:
    """A judgement of a study done elsewhere: a score of one system, or a verdict on two."""

    study: str
    segment: int
    expression: int | None
    annotator: str
    systems: Sequence[str]
    value: float


@dataclass(frozen=True, slots=True)
class Judging:
    """A judging round with its questions, answers and decisions, in their order."""

    round: ReleasedRound
    tasks: list[ReleasedTask] = field(default_factory=list)
    judgements: list[ReleasedJudgement] = field(default_factory=list)
    decisions: list[ReleasedDecision] = field(default_factory=list)

    def list_counted(self) -> list[ReleasedJudgement]:
        """Return the judgements without those of attention items."""
        attention = {task.task for task in self.tasks if task.degraded is not None}
        return [judgement for judgement in self.judgements if judgement.task not in attention]
