"""Error spans of a judging round, item by item, and as files of error spans hold them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from django.db.models import QuerySet

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_annotate, can_manage
from annotation_site.web.exceptions import RoleRequired
from evaluation.adjudication.queries.decisions import read_decisions
from evaluation.files.error_spans.records import RatedTranslation
from evaluation.judging.figures.adjudicated import ADJUDICATED
from evaluation.judging.methods import CANNOT_JUDGE
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.queries.answers import find_answers, name_systems, read_spans

REFERENCE = "(reference)"
BLIND = "You judge in this project. Others’ judgements are shown to you when the judging round is closed."
_Key = tuple[str, int, str]


def require_readable(user: User, judging_round: JudgingRound) -> None:
    """Raise RoleRequired if the person judges in the project and the round is open, unless they manage it: what others
    marked would sway them.
    """
    project = judging_round.project
    is_open = judging_round.state == JudgingRound.State.OPEN
    if is_open and can_annotate(user, project) and not can_manage(user, project):
        raise RoleRequired(BLIND)


def list_rated(judging_round: JudgingRound) -> QuerySet[JudgementTask]:
    """Return the tasks of the judging round that were asked first, in text order."""
    tasks = JudgementTask.objects.filter(judging_round=judging_round, repeats=None).select_related("item")
    return tasks.order_by("segment", "position", "item_id")


def describe_rated(
    judging_round: JudgingRound, tasks: Sequence[JudgementTask], *, with_excluded: bool
) -> list[dict[str, Any]]:
    """Return the tasks with every annotator's score and marks on each output, then those that were adjudicated."""
    names = name_systems(judging_round)
    keys = [task.pk for task in tasks]
    spans = read_spans(judging_round, with_excluded=with_excluded, items=keys)
    answers = find_answers(judging_round, with_excluded=with_excluded).exclude(value=CANNOT_JUDGE)
    fields = ("assignment_id", "assignment__item_id", "assignment__annotator__pseudonym", "output", "value")
    ratings_by_output: defaultdict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    in_order = answers.filter(assignment__item__in=keys).order_by("assignment__annotator__pseudonym")
    for assignment, item, annotator, output, value in in_order.values_list(*fields):
        rating = {"annotator": annotator, "score": value, "spans": spans[assignment, output]}
        ratings_by_output[item, output].append(rating)
    for (item, output), decided in read_decisions(judging_round, items=keys).items():
        if decided.value != CANNOT_JUDGE:
            rating = {"annotator": ADJUDICATED, "score": decided.value, "spans": decided.spans}
            ratings_by_output[item, output].append(rating)
    rated = []
    for task in tasks:
        translations = []
        for index, output in enumerate(task.outputs):
            systems = [names[pk] for pk in output["systems"]]
            judgements = ratings_by_output[task.pk, index]
            translations.append({"text": output["text"], "systems": systems, "judgements": judgements})
        rated.append(
            {
                "number": task.item.number,
                "segment": task.segment,
                "label": task.label,
                "source_text": task.source,
                "translations": translations,
            }
        )
    return rated


def list_ratings(judging_round: JudgingRound, *, with_excluded: bool = False) -> Iterator[RatedTranslation]:
    """Yield each annotator's marks on each system's translation of a segment, in the order of segments, without
    repeats, then those that were adjudicated. Marks about several expressions of a segment come together.
    """
    names = name_systems(judging_round)
    tasks = JudgementTask.objects.filter(judging_round=judging_round, repeats=None).order_by("segment", "position")
    texts = {task.pk: task for task in tasks.only("segment", "source", "outputs").iterator()}
    spans = read_spans(judging_round, with_excluded=with_excluded)
    answers = find_answers(judging_round, with_excluded=with_excluded).exclude(value=CANNOT_JUDGE)
    fields = ("assignment_id", "assignment__item_id", "assignment__annotator__pseudonym", "output", "value")
    in_order = answers.order_by("assignment__item__judgement_task__segment", "assignment_id", "output")
    rated = (
        (item, rater, output, value, spans[assignment, output])
        for assignment, item, rater, output, value in in_order.values_list(*fields).iterator()
    )
    decided = read_decisions(judging_round)
    settled = (
        (item, ADJUDICATED, output, decided[item, output].value, decided[item, output].spans)
        for item in texts
        for output in range(len(texts[item].outputs))
        if (item, output) in decided and decided[item, output].value != CANNOT_JUDGE
    )
    rated_by_key: dict[_Key, RatedTranslation] = {}
    for item, rater, output, value, marked in chain(rated, settled):
        if item not in texts:
            continue
        task = texts[item]
        task_output = task.outputs[output]
        for system in [names[pk] for pk in task_output["systems"]] or [REFERENCE]:
            key = system, task.segment, rater
            before = rated_by_key[key].spans if key in rated_by_key else ()
            number = str(task.segment)
            together = tuple(sorted({*before, *marked}))
            rated_by_key[key] = RatedTranslation(
                system,
                judging_round.test_set.name,
                number,
                number,
                rater,
                task.source,
                task_output["text"],
                together,
                value,
            )
    yield from rated_by_key.values()
