"""Judgements of machines: as columns like people's, the scores that they give to systems, and rows for files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from django.core.cache import caches
from django.db.models import Count, Max, QuerySet

from annotation_site.machines.models import Machine, MachineAnswer
from evaluation.correlation.queries.human_scores import KEPT_SECONDS, find_moved, name_state
from evaluation.judging.figures.agreement import AT_ONCE, score_systems
from evaluation.judging.figures.annotators import describe_annotators
from evaluation.judging.figures.answer_table import AnswerTable
from evaluation.judging.figures.report_rows import SystemRow
from evaluation.judging.methods import CANNOT_JUDGE, as_number, shuffle_outputs
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.queries.answers import name_systems, read_answer_table, read_asked, tabulate_answers
from evaluation.machine_reports.judgements import JudgedUnit, pair_up
from evaluation.machine_reports.report import LENGTHS, KnownAnswers, name_stretch
from evaluation.metrics.error_spans.schemes import ErrorSpan
from evaluation.test_sets.models import Expression

# Machines are listed a task's outputs in one order, so that a file of answers fits whichever of them it is of.
_EVERY_MACHINE = 0
CHUNK = 1_000
_PLACE = ("segment__number", "position")


@dataclass(frozen=True, slots=True)
class MachineScores:
    """A machine, the number of its judgements, and the means that it gives to systems."""

    machine: Machine
    judgements: int
    systems: Sequence[SystemRow]

    def find(self, system: str) -> SystemRow | None:
        """Return the row of a system, or None if the machine judged none of its outputs."""
        return next((row for row in self.systems if row.system == system and row.judgements), None)


def find_listed_order(task: JudgementTask) -> list[int]:
    """Return the order in which machines are listed the outputs, which says nothing of systems."""
    seed = task.judging_round.seed
    return shuffle_outputs(len(task.outputs), seed=seed, item=task.item_id, annotator=_EVERY_MACHINE)


def list_judgements_of_machines(judging_round: JudgingRound) -> QuerySet[MachineAnswer]:
    """Return machines' judgements of the tasks that count, by machine."""
    return MachineAnswer.objects.filter(
        item__judgement_task__judging_round=judging_round, item__withdrawn_from=""
    ).order_by("machine", "item")


def name_machine_state(judging_round: JudgingRound, machine: Machine | None = None) -> str:
    """Return a key that changes with the judgements of people and machines, or of one machine, in the round."""
    answers = list_judgements_of_machines(judging_round)
    if machine is not None:
        answers = answers.filter(machine=machine)
    counted = answers.order_by().aggregate(number=Count("pk"), last=Max("pk"))
    people = name_state(judging_round, with_excluded=False)
    return f"{people}-{counted['number']}-{counted['last'] or 0}"


def read_machine_table(judging_round: JudgingRound, machine: Machine | None = None) -> AnswerTable:
    """Return judgements of all machines, or of one, as columns: a machine stands in the place of an annotator."""
    rows = list_judgements_of_machines(judging_round)
    if machine is not None:
        rows = rows.filter(machine=machine)
    given = rows.values_list("item", "machine__pseudonym", "reading").iterator(CHUNK)
    return tabulate_answers(
        judging_round,
        [(item, name, reading["answers"], _spans_from_json(reading)) for item, name, reading in given],
    )


def find_machine_scores(judging_round: JudgingRound) -> list[MachineScores]:
    """Return the scores that each machine gives to systems, kept until people or machines judge more."""
    key = f"machine-scores-{name_machine_state(judging_round)}"
    kept = cast("dict[str, tuple[int, list[SystemRow]]] | None", caches["figures"].get(key))
    if kept is None:
        kept = _score_by_machine(read_machine_table(judging_round))
        caches["figures"].set(key, kept, KEPT_SECONDS)
    machines = Machine.objects.filter(project=judging_round.project_id, pseudonym__in=kept).order_by("pk")
    return [MachineScores(machine, *kept[machine.pseudonym]) for machine in machines]


def read_judged_units(judging_round: JudgingRound, machine: Machine) -> list[tuple[JudgedUnit, list[str]]]:
    """Return the questions that the machine and somebody answered, with the groups of each: the length of the segment,
    the class of the expression, and the systems that produced the translation.
    """
    table = read_machine_table(judging_round, machine)
    units = pair_up(read_answer_table(judging_round), table)
    groups = _name_groups(judging_round)
    is_preference = judging_round.method == JudgingRound.Method.PREFERENCE
    judged_units = []
    for unit in units:
        question = table.questions[unit.question]
        systems = () if is_preference else question.systems
        judged_units.append(
            (unit, [*groups[question.task], *(f"system {table.systems[system]}" for system in systems)])
        )
    return judged_units


def read_known_judgements(judging_round: JudgingRound, machine: Machine) -> KnownAnswers | None:
    """Return the machine's repeat consistency and its mean of hidden references, None without any of both."""
    table = read_machine_table(judging_round, machine)
    items = np.unique(table.tasks[table.is_repeat | table.is_reference])
    if not len(items):
        return None
    [row] = describe_annotators(table, {})
    figures: dict[str, float | None] = {}
    if row.repeated:
        figures["repeats"] = row.same / row.repeated
    if judging_round.method != JudgingRound.Method.PREFERENCE and row.reference_mean is not None:
        figures["reference_mean"] = row.reference_mean
    return KnownAnswers(len(items), figures)


def _name_groups(judging_round: JudgingRound) -> dict[int, list[str]]:
    """Return, for each task, the length of its source and the class of its expression, unless that has changed."""
    marked = Expression.objects.filter(segment__test_set=judging_round.test_set_id)
    classes = {
        (number, position): expression_class
        for number, position, expression_class in marked.values_list(*_PLACE, "expression_class")
    }
    moved = find_moved(judging_round)
    groups_by_task = {}
    tasks = JudgementTask.objects.counted().filter(judging_round=judging_round)
    for task, segment, position, source in tasks.values_list("item", "segment", "position", "source").iterator(CHUNK):
        own = "" if (str(segment), position) in moved else classes.get((segment, position), "")
        groups_by_task[task] = [
            f"length {name_stretch(LENGTHS, len(source.split()))}",
            *([f"class {own}"] if own else []),
        ]
    return groups_by_task


def list_machine_scores(judging_round: JudgingRound) -> Iterator[Sequence[object]]:
    """Yield the mean that each machine gives to each system, after a header."""
    yield "machine", "name", "model", "version", "system", "mean", "low", "high", "answers"
    for scores in find_machine_scores(judging_round):
        machine = scores.machine
        for row in scores.systems:
            ends = row.interval or (None, None)
            yield (
                *(machine.pseudonym, machine.name, machine.model, machine.version),
                *(row.system, row.mean, *ends, row.judgements),
            )


def list_machine_judgements(judging_round: JudgingRound) -> Iterator[Sequence[object]]:
    """Yield judgements of machines in long form, after a header: a line for every system whose output was judged, with
    what the machine is declared to be. Prompts are long and stand in releases.
    """
    is_preference = judging_round.method == JudgingRound.Method.PREFERENCE
    yield (
        *("segment", "system", *(["against"] if is_preference else []), "machine"),
        *("answer" if is_preference else "score", "repeat", "confidence"),
        *("name", "model", "version", "licence", "date"),
    )
    names, tasks = name_systems(judging_round), read_asked(judging_round)
    rows = list_judgements_of_machines(judging_round).select_related("machine")
    for row in rows.iterator(CHUNK):
        task, machine = tasks[row.item_id], row.machine
        declared = machine.name, machine.model, machine.version, machine.licence, machine.dated.isoformat()
        repeat = int(task.repeats is not None)
        for output, value in enumerate(row.reading["answers"]):
            answer = "" if value == CANNOT_JUDGE else as_number(value)
            given = machine.pseudonym, answer, repeat, _format_confidence(row.confidence), *declared
            against = [_name(task.systems[1 - output], names)] if is_preference else []
            for system in task.systems[output] or (None,):
                yield task.segment, _name(() if system is None else (system,), names), *against, *given


def _score_by_machine(table: AnswerTable) -> dict[str, tuple[int, list[SystemRow]]]:
    scores_by_machine = {}
    for index, name in enumerate(table.annotators):
        own = table.by == index
        counted = np.flatnonzero(table.counts & own)
        rows = score_systems(table, counted, has_intervals=len(table.values) <= AT_ONCE)
        scores_by_machine[name] = int(own.sum()), rows
    return scores_by_machine


def _spans_from_json(reading: dict[str, Any]) -> list[list[ErrorSpan]]:
    spans = []
    for of_output in reading.get("spans", []):
        spans.append([ErrorSpan.from_json(span) for span in of_output])
    return spans


def _name(systems: Sequence[int], names: dict[int, str]) -> str:
    return ", ".join(names[pk] for pk in systems) or "(reference)"


def _format_confidence(confidence: object) -> object:
    return "" if confidence is None or isinstance(confidence, dict) else confidence
