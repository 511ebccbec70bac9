"""One judged item beside the decision about it, for its judge's page and for replies; and when it may be shown.

Judges are never shown another judge's answers, nor anything that identifies a system.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.feedback.kinds import Difference, Place
from annotation_site.feedback.models import Feedback
from annotation_site.feedback.queries import make_dispute_task, make_feedback_task
from annotation_site.languages.marks import gettext_noop
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.adjudication.queries.readings import count_task_questions, find_page_order, read_given
from evaluation.adjudication.readings_shown import show_reading
from evaluation.feedback.comparison import Judgement, differs
from evaluation.judging.methods import as_number, as_shown, find_scheme
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.queries.judging import describe_task, find_order
from evaluation.judging.queries.reopening import REOPENED_WITHIN
from evaluation.metrics.error_spans.schemes import ErrorSpan

FEEDBACK = make_feedback_task(
    route="evaluation:feedback",
    one=gettext_noop("Read feedback on 1 item"),
    many=gettext_noop("Read feedback on {count} items"),
    news=gettext_noop("There is feedback on your judgements."),
)
DISPUTES = make_dispute_task(route="evaluation:adjudication")
LONGEST_EXCERPT = 120


@dataclass(frozen=True, slots=True)
class Row:
    """The answer to one question beside the decided one, as templates show both; `number` is that of the page."""

    place: Place
    number: int
    outputs: list[str]
    own: dict[str, Any]
    gold: dict[str, Any]


def with_tasks(rows: QuerySet[Feedback]) -> QuerySet[Feedback]:
    """Fetch feedback with tasks, judging rounds, and the order in which its judge saw the outputs."""
    return rows.select_related(
        "assignment__item__judgement_task__judging_round",
        "assignment__item__project__evaluation",
        "assignment__shown_order",
        "annotator__project",
    )


def excerpt_source(item: Item) -> str:
    """Return the beginning of the source sentence."""
    text: str = item.judgement_task.source
    return text if len(text) <= LONGEST_EXCERPT else f"{text[:LONGEST_EXCERPT].rsplit(maxsplit=1)[0]} …"


def name_places(task: JudgementTask) -> list[str]:
    """Return the name of each question as a place of the item, in the order of its outputs. Places are numbered as
    adjudicators see them, because the order of the outputs would tell systems apart.
    """
    order = find_page_order(task)
    questions = count_task_questions(task)
    return ["1"] if questions < len(order) else [str(order.index(question) + 1) for question in range(questions)]


def read_decision(task: JudgementTask, decision: JudgementAdjudication) -> list[Judgement]:
    """Return what was decided about each question."""
    has_spans = find_scheme(task.judging_round.method) is not None
    spans = []
    for of_output in decision.spans:
        spans.append([ErrorSpan.from_json(span) for span in of_output])
    return [Judgement(value, spans[question] if has_spans else ()) for question, value in enumerate(decision.answers)]


def read_own(assignments: Collection[Assignment]) -> dict[int, list[Judgement]]:
    """Return the answers of submitted assignments to each question."""
    given = read_given({assignment.pk: assignment.item.judgement_task for assignment in assignments})
    own = {}
    for pk, (values, spans) in given.items():
        own[pk] = [Judgement(value, spans[question]) for question, value in enumerate(values)]
    return own


def find_differences(assignments: Collection[Assignment]) -> dict[int, dict[str, Difference]]:
    """Return the answers of each judge that the decision changed."""
    tasks = _read_tasks({assignment.item_id for assignment in assignments})
    for assignment in assignments:
        assignment.item.judgement_task = tasks[assignment.item_id]
    decisions = JudgementAdjudication.objects.in_bulk(tasks)
    decided = {pk: read_decision(task, decisions[pk]) for pk, task in tasks.items()}
    places = {pk: name_places(task) for pk, task in tasks.items()}
    own = read_own(assignments)
    differences: dict[int, dict[str, Difference]] = {}
    for assignment in assignments:
        item, method = assignment.item_id, tasks[assignment.item_id].judging_round.method
        differing = differences[assignment.pk] = {}
        for place, mine, gold in zip(places[item], own[assignment.pk], decided[item], strict=True):
            if differs(mine, gold, method):
                differing[place] = Difference(mine.to_json(), gold.to_json())
    return differences


def describe_feedback(feedback: Feedback) -> dict[str, Any]:
    """Return everything that the page of one item shows, in the order in which its judge saw the outputs."""
    assignment = feedback.assignment
    task: JudgementTask = assignment.item.judgement_task
    order = find_order(assignment)
    decision = JudgementAdjudication.objects.get(item=assignment.item_id)
    own, gold = read_own([assignment])[assignment.pk], read_decision(task, decision)
    state = describe_task(task, assignment.item.project, order)
    replies = {reply.place: reply for reply in feedback.replies.all()}
    names, method = name_places(task), task.judging_round.method
    questions = order if len(own) == len(order) else [0]
    shown: list[list[dict[str, Any]]] = [
        _show_answer(state, method, judged, order, questions) for judged in (own, gold)
    ]
    rows = []
    for number, question in enumerate(questions):
        is_changed = differs(own[question], gold[question], method)
        place = Place(names[question], is_changed, decision.note, replies.get(names[question]))
        outputs = state["outputs"] if len(questions) < len(order) else [state["outputs"][number]]
        rows.append(Row(place, number + 1, outputs, shown[0][number], shown[1][number]))
    shown_rows = [row for row in rows if row.place.differs or row.place.reply]
    same = [row for row in rows if row not in shown_rows]
    return {**state, "places": shown_rows, "same": same, "same_count": len(same)}


def find_final(items: Collection[Item]) -> set[int]:
    """Return the keys of those items on whose test set nobody judges, or can be asked to judge again: what was decided
    would tell judges how to answer the rest, the same outputs in another round, or what they are asked twice.
    """
    final = Item.objects.filter(judgement_task__judging_round__in=_list_over(), pk__in=[item.pk for item in items])
    return set(final.values_list("pk", flat=True))


def list_due() -> QuerySet[Item]:
    """Return decided items whose feedback is withheld although judging is over."""
    submitted = Assignment.objects.work().submitted()
    withheld = Feedback.objects.filter(state=Feedback.State.WITHHELD, assignment__in=submitted)
    due: QuerySet[Item] = Item.objects.filter(
        judgement_task__judging_round__in=_list_over(),
        state=Item.State.ADJUDICATED,
        pk__in=withheld.values("assignment__item"),
    )
    return due


def _list_over() -> QuerySet[JudgingRound]:
    """Return judging rounds on test sets on which judging is over."""
    begun = Assignment.objects.in_progress().values("item__judgement_task__judging_round")
    is_open = Q(state=JudgingRound.State.OPEN) | Q(closed_at__gt=timezone.now() - REOPENED_WITHIN)
    in_work = JudgingRound.objects.filter(is_open | Q(pk__in=begun))
    return JudgingRound.objects.exclude(test_set__in=in_work.values("test_set"))


def _read_tasks(items: Collection[int]) -> dict[int, JudgementTask]:
    return {task.pk: task for task in JudgementTask.objects.filter(item__in=items).select_related("judging_round")}


def _show_answer(
    state: dict[str, Any], method: str, judged: Sequence[Judgement], order: Sequence[int], questions: Sequence[int]
) -> list[dict[str, Any]]:
    answers = as_shown(method, [judgement.value for judgement in judged], order)
    return [
        show_reading(
            state,
            number,
            {
                "annotator": "",
                "answer": answers[number],
                "value": as_number(judged[question].value),
                "spans": judged[question].to_json()["spans"],
            },
        )
        for number, question in enumerate(questions)
    ]
