"""Submitted answers of a judging round, row by row or as columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import F, Func, JSONField, QuerySet
from django.db.models.expressions import RawSQL

from annotation_site.exclusions.queries import find_excluded
from evaluation.aligner_scores.models import System
from evaluation.judging.figures.answer_table import AnswerTable, Question
from evaluation.judging.figures.answers import Judged
from evaluation.judging.methods import count_questions, find_scheme, is_penalty
from evaluation.judging.models import JudgementTask, JudgingRound, MarkedSpan, OutputJudgement
from evaluation.metrics.error_spans.schemes import ErrorSpan

Answer = OutputJudgement | MarkedSpan
# Complete answers to a task: its key, who gave them, the values and the error spans in the order of the outputs.
Given = tuple[int, str, Sequence[float], Sequence[Sequence[ErrorSpan]]]


@dataclass(frozen=True, slots=True)
class TaskOutline:
    """A task without its texts: the systems of each output, by key, and the place of the hidden reference."""

    segment: str
    position: int
    systems: tuple[tuple[int, ...], ...]
    reference: int | None
    repeats: int | None


class OfOutputs(Func):
    """One attribute of each of a task's outputs, read without loading their texts."""

    function = "jsonb_path_query_array"
    output_field = JSONField()

    def __init__(self, name: str) -> None:
        super().__init__(F("outputs"), RawSQL("%s::jsonpath", [f"$[*].{name}"]))


def read_asked(judging_round: JudgingRound) -> dict[int, TaskOutline]:
    """Return every task of the judging round by its key, without attention items."""
    tasks = JudgementTask.objects.counted().filter(judging_round=judging_round)
    rows = tasks.values_list(
        "item_id", "segment", "position", OfOutputs("systems"), OfOutputs("is_reference"), "repeats_id"
    )
    return {
        task: TaskOutline(
            str(segment),
            position,
            tuple(map(tuple, systems)),
            hidden.index(True) if True in hidden else None,
            repeats,
        )
        for task, segment, position, systems, hidden, repeats in rows.iterator()
    }


def read_judged(judging_round: JudgingRound, *, with_excluded: bool = False) -> Iterator[Judged]:
    """Yield submitted answers, by default without those of excluded annotators."""
    is_preference = judging_round.method == JudgingRound.Method.PREFERENCE
    names = name_systems(judging_round)
    tasks = read_asked(judging_round)
    # Many people answer the same question, so its systems are looked up once.
    named = {}
    for task, outline in tasks.items():
        named[task] = [tuple(names[pk] for pk in systems) for systems in outline.systems]
    fields = ("assignment__item_id", "assignment__annotator__pseudonym", "output", "value")
    rows = find_answers(judging_round, with_excluded=with_excluded).order_by("assignment_id", "output")
    for task, annotator, output, value in rows.values_list(*fields).iterator():
        outline, systems = tasks[task], named[task]
        yield Judged(
            task=task,
            segment=outline.segment,
            output=output,
            annotator=annotator,
            value=value,
            systems=systems[output],
            against=systems[1 - output] if is_preference else None,
            repeats=outline.repeats,
            expression=outline.position,
        )


def read_answer_table(judging_round: JudgingRound, *, with_excluded: bool = False) -> AnswerTable:
    """Return the same answers as columns, grouped by assignment in the database."""
    grouped = find_answers(judging_round, with_excluded=with_excluded).order_by().values("assignment_id")
    rows = (
        grouped.annotate(given=ArrayAgg("value", order_by="output"))
        .order_by("assignment_id")
        .values_list("assignment__item_id", "assignment__annotator__pseudonym", "given", "assignment_id")
    )
    spans = read_spans(judging_round, with_excluded=with_excluded) if find_scheme(judging_round.method) else None
    given: list[Given] = []
    for task, name, values, assignment in rows:
        marked = [] if spans is None else [spans[assignment, output] for output in range(len(values))]
        given.append((task, name, values, marked))
    return tabulate_answers(judging_round, given)


def tabulate_answers(judging_round: JudgingRound, given: Sequence[Given]) -> AnswerTable:
    """Return complete answers to tasks of the judging round as columns, in their order."""
    names = name_systems(judging_round)
    index_of = {pk: index for index, pk in enumerate(names)}
    questions: list[Question] = []
    first_of: dict[int, int] = {}
    for task, outline in read_asked(judging_round).items():
        first_of[task] = len(questions)
        systems = []
        for output_systems in outline.systems:
            systems.append([index_of[pk] for pk in output_systems])
        is_preference = judging_round.method == JudgingRound.Method.PREFERENCE
        for output in range(count_questions(judging_round.method, len(systems))):
            against = systems[1 - output] if is_preference else None
            questions.append(Question(task, output, outline.segment, systems[output], against, outline.repeats))
    annotators: dict[str, int] = {}
    widths = [len(values) for _, _, values, _ in given]
    starts = np.repeat(np.array([first_of[task] for task, *_ in given], dtype=np.int64), widths)
    people = np.array([annotators.setdefault(name, len(annotators)) for _, name, *_ in given], dtype=np.int64)
    outputs = chain.from_iterable(map(range, widths))
    return AnswerTable(
        systems=list(names.values()),
        annotators=list(annotators),
        questions=questions,
        question_of=starts + np.fromiter(outputs, dtype=np.int64),
        by=np.repeat(people, widths),
        values=np.fromiter(chain.from_iterable(values for _, _, values, _ in given), dtype=np.float64),
        spans=list(chain.from_iterable(spans for *_, spans in given)),
        lower_is_better=is_penalty(judging_round.method),
    )


def name_systems(judging_round: JudgingRound) -> dict[int, str]:
    """Return the names of the judging round's systems by key."""
    systems = System.objects.filter(translations__judging_rounds=judging_round).order_by("pk")
    return dict(systems.values_list("pk", "name"))


def read_spans(
    judging_round: JudgingRound, *, with_excluded: bool, items: Collection[int] | None = None
) -> dict[tuple[int, int], list[ErrorSpan]]:
    """Return the error spans of each assignment and output, of all items or of these."""
    spans_by_output: defaultdict[tuple[int, int], list[ErrorSpan]] = defaultdict(list)
    rows = find_answers(judging_round, MarkedSpan, with_excluded=with_excluded).order_by("pk")
    if items is not None:
        rows = rows.filter(assignment__item__in=items)
    named = rows.values_list("assignment_id", "output", "side", "start", "end", "category", "severity")
    for assignment, output, *span in named.iterator():
        spans_by_output[assignment, output].append(ErrorSpan(*span))
    return spans_by_output


def find_answers(
    judging_round: JudgingRound, rows: type[Answer] = OutputJudgement, *, with_excluded: bool
) -> QuerySet[Any]:
    """Return submitted answers, or marked spans, by default without those of excluded annotators."""
    answers: QuerySet[Any] = rows.objects.submitted().filter(
        assignment__item__judgement_task__judging_round=judging_round
    )
    if with_excluded:
        return answers
    return answers.exclude(assignment__annotator__in=find_excluded(judging_round.project))
