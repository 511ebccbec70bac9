"""An item as its adjudicator sees it: the task, every reading, and what stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from annotation_site.adjudication.queries import describe_decision
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from evaluation.adjudication.differences import USUAL, Reading, compare_question
from evaluation.adjudication.queries.readings import (
    Standing,
    count_task_questions,
    find_page_order,
    read_machines,
    read_readings,
    read_standing,
)
from evaluation.judging.methods import as_number, as_shown, find_scheme
from evaluation.judging.models import JudgementTask
from evaluation.judging.queries.judging import describe_task


def describe_item(project: Project, task: JudgementTask) -> dict[str, Any]:
    """Return the whole state of an item; outputs, answers and readings in display order, annotators by pseudonym."""
    readings, machines = read_readings([task])[task.pk], read_machines(task)
    standing, order = read_standing(task, readings), find_page_order(task)
    method = task.judging_round.method
    places = order[: count_task_questions(task)] if method != "preference" else [0]
    reason = _why_not_editable(project, task.item)
    address = {"slug": project.slug, "number": task.item.number}
    return {
        **describe_task(task, project, order),
        **describe_decision(task.item, standing.decision, reason),
        "is_preset": standing.decision is None,
        "answers": as_shown(method, standing.values, order),
        "spans": _describe_spans(standing, order) if find_scheme(method) else [],
        "readings": [_describe_readings(readings, method, place, order) for place in places],
        "machines": [_describe_readings(machines, method, place, order) for place in places],
        "reasons": [USUAL.find_reasons(compare_question(readings, method, place), method) for place in places],
        "urls": {
            "operations": reverse("api:judgement-decision", kwargs=address),
            "work": reverse("evaluation:adjudication", args=[project.slug]),
        },
    }


def _why_not_editable(project: Project, item: Item) -> str:
    if project.state != Project.State.ACTIVE:
        return _("This project is archived.")
    if item.state == Item.State.ADJUDICATED:
        return _("This item is adjudicated.")
    if item.state != Item.State.ANNOTATED:
        return _("This item is still being judged. You can decide on it when all judgements are submitted.")
    return ""


def _describe_spans(standing: Standing, order: Sequence[int]) -> list[list[dict[str, Any]]]:
    return [[span.to_json() for span in standing.spans[place]] for place in order]


def _describe_readings(
    readings: Sequence[Reading], method: str, place: int, order: Sequence[int]
) -> list[dict[str, Any]]:
    """Return each annotator's answer as they gave it, its stored value and their marks."""
    return [
        {
            "annotator": reading.annotator,
            "answer": as_shown(method, reading.values, order)[0 if method == "preference" else order.index(place)],
            "value": as_number(reading.values[place]),
            "spans": [span.to_json() for span in reading.spans[place]] if find_scheme(method) else [],
        }
        for reading in readings
    ]
