"""Readings that annotators submitted, and what stands about an item: the decision, or else what they agree on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.shortcuts import get_object_or_404

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.models import Exclusion
from annotation_site.machines.queries import list_shown_answers
from annotation_site.projects.models import Project
from evaluation.adjudication.differences import Preset, Reading, Spans, preset_decision
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.judging.methods import count_questions, find_scheme, shuffle_outputs
from evaluation.judging.models import JudgementTask, MarkedSpan, OutputJudgement
from evaluation.metrics.error_spans.schemes import ErrorSpan

# The order of the outputs on the page depends on no adjudicator, and says nothing of systems.
_NOBODY = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The decision about a task in the order of its outputs; without one, what the annotators agree on."""

    values: Sequence[float | None]
    spans: Sequence[Sequence[ErrorSpan]]
    decision: JudgementAdjudication | None


def find_task(project: Project, number: int) -> JudgementTask:
    """Return the task of an item, or raise 404; a repeat is decided with what it repeats."""
    tasks = JudgementTask.objects.filter(item__project=project, item__number=number, repeats=None)
    task: JudgementTask = get_object_or_404(tasks.select_related("judging_round", "item"))
    task.item.project = project
    return task


def find_page_order(task: JudgementTask) -> list[int]:
    """Return the order in which adjudicators see the outputs."""
    return shuffle_outputs(len(task.outputs), seed=task.judging_round.seed, item=task.item_id, annotator=_NOBODY)


def read_readings(tasks: Collection[JudgementTask], *, also: int | None = None) -> dict[int, list[Reading]]:
    """Return the submitted readings of annotators who count, by item, in the order of pseudonyms; `also` is an
    assignment that is being submitted.
    """
    by_item = {task.item_id: task for task in tasks}
    excluded = Exists(Exclusion.objects.filter(membership=OuterRef("annotator"), lifted_at=None))
    work = Assignment.objects.filter(Q(state=Assignment.State.SUBMITTED) | Q(pk=also), ~excluded, item__in=by_item)
    rows = list(work.order_by("annotator__pseudonym").values_list("pk", "item_id", "annotator__pseudonym"))
    given = read_given({pk: by_item[item] for pk, item, _ in rows})
    readings: defaultdict[int, list[Reading]] = defaultdict(list)
    for pk, item, annotator in rows:
        values, spans = given[pk]
        readings[item].append(Reading(annotator, values, spans))
    return readings


def read_given(tasks: Mapping[int, JudgementTask]) -> dict[int, tuple[list[float], list[Spans]]]:
    """Return the answers and the marks of submitted assignments, given with their tasks, in the order of outputs."""
    values: defaultdict[int, dict[int, float]] = defaultdict(dict)
    answers = OutputJudgement.objects.filter(assignment__in=tasks).values_list("assignment", "output", "value")
    for pk, output, value in answers:
        values[pk][output] = value
    spans: defaultdict[tuple[int, int], list[ErrorSpan]] = defaultdict(list)
    marked = any(find_scheme(task.judging_round.method) for task in tasks.values())
    marks = MarkedSpan.objects.filter(assignment__in=tasks if marked else ())
    for pk, output, *span in marks.values_list("assignment", "output", *ErrorSpan.__slots__):
        spans[pk, output].append(ErrorSpan(*span))
    given = {}
    for pk, task in tasks.items():
        answers_of_task = [values[pk][question] for question in range(count_task_questions(task))]
        given[pk] = answers_of_task, [tuple(sorted(spans[pk, output])) for output in range(len(task.outputs))]
    return given


def read_machines(task: JudgementTask) -> list[Reading]:
    """Return the judgements of machines that adjudicators see beside people's, by pseudonym."""
    readings = []
    for answer in list_shown_answers([task.item_id]):
        marks = [tuple(map(ErrorSpan.from_json, spans)) for spans in answer.reading.get("spans", [])]
        readings.append(Reading(answer.machine.pseudonym, answer.reading["answers"], marks))
    return readings


def count_task_questions(task: JudgementTask) -> int:
    """Return the number of answers that a task asks for."""
    return count_questions(task.judging_round.method, len(task.outputs))


def read_standing(task: JudgementTask, readings: Sequence[Reading]) -> Standing:
    """Return the decision about a task, or what its readings agree on."""
    decision = JudgementAdjudication.objects.filter(item=task.item_id).select_related("decided_by").first()
    if decision is not None:
        spans = [[ErrorSpan.from_json(span) for span in of_output] for of_output in decision.spans]
        return Standing(decision.answers, spans, decision)
    preset: Preset = preset_decision(readings, task.judging_round.method, len(task.outputs), count_task_questions(task))
    return Standing(preset.values, preset.spans, None)
