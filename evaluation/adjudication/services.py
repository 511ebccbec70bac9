"""An adjudicator's decision about the judgements of an item, its undoing, and the differences that call for one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.adjudication.acts import Acts
from annotation_site.adjudication.services import Deciding, decide, undo
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.batches import in_batches
from annotation_site.web.exceptions import NotEditable
from evaluation.adjudication.differences import compare_item
from evaluation.adjudication.models import JudgementAdjudication, JudgementDifference
from evaluation.adjudication.queries.readings import (
    Standing,
    count_task_questions,
    find_page_order,
    read_readings,
    read_standing,
)
from evaluation.feedback.services import follow_decision, read_content
from evaluation.judging.methods import Answers, as_shown
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.services.judging import Spans, read_marked, read_values, require_answered

ACTS = Acts(
    decide="adjudicate_judgement",
    undo="undo_adjudicate_judgement",
    fields=("answers", "spans"),
    stale=gettext_noop("Someone else has decided on this item since."),
    nothing=gettext_noop("There is no decision on this item."),
    api="api:judgement-decision",
    differences=JudgementDifference,
)
JUDGED = (Item.State.ANNOTATED, Item.State.ADJUDICATED)
BATCH = 500


@dataclass(frozen=True, slots=True)
class JudgementVerdict:
    """A decision with answers and marks in display order; what is None stays as it is."""

    answers: Answers | None = None
    spans: Spans | None = None
    note: str | None = None
    is_done: bool = True


@transaction.atomic
def adjudicate_judgement(
    *, user: User, project: Project, number: int, version: int, verdict: JudgementVerdict, operation_id: UUID
) -> JudgementAdjudication:
    """Store a decision, complete or not; one that is done needs an answer to every question. Raise StaleVersion for an
    outdated version.
    """
    task, standing, deciding = _lock(user, project, number)
    order, row = find_page_order(task), deciding.row
    shown = as_shown(task.judging_round.method, standing.values, order)
    marked = standing.spans if verdict.spans is None else read_marked(task, order, verdict.spans)
    values = read_values(task, order, shown if verdict.answers is None else verdict.answers, marked)
    if verdict.is_done:
        require_answered(values)
    wanted = {
        "answers": values,
        "spans": [[span.to_json() for span in of_output] for of_output in marked],
        "note": row.note if verdict.note is None else verdict.note,
        "is_done": verdict.is_done,
    }
    before = read_content(row)
    if decide(deciding, version=version, wanted=wanted, operation_id=operation_id):
        follow_decision(user, task.item, task, row, before)
    return deciding.row


@transaction.atomic
def undo_adjudication(
    *, user: User, project: Project, number: int, version: int, operation_id: UUID
) -> JudgementAdjudication:
    """Undo the latest decision about an item; the one before it applies again."""
    task, _, deciding = _lock(user, project, number)
    before = read_content(deciding.row)
    if undo(deciding, version=version, operation_id=operation_id):
        follow_decision(user, task.item, task, deciding.row, before, is_undoing=True)
    return deciding.row


def note_differences(items: Iterable[int], *, also: int | None = None) -> None:
    """Store how far the readings of completely judged items are apart; `also` is an assignment that is being
    submitted.
    """
    for keys in in_batches(items, BATCH):
        done = JudgementTask.objects.filter(item__in=keys, repeats=None, item__state__in=JUDGED)
        tasks = list(done.select_related("judging_round", "item"))
        readings = read_readings(tasks, also=also)
        found = [
            (task, compare_item(readings[task.pk], task.judging_round.method, count_task_questions(task)))
            for task in tasks
        ]
        names = ("lowest_f1", "score_gap", "labels_differ", "strength")
        JudgementDifference.objects.bulk_create(
            (
                JudgementDifference(
                    item=task.item,
                    project_id=task.item.project_id,
                    judging_round=task.judging_round,
                    is_decided=task.item.state == Item.State.ADJUDICATED,
                    **{name: getattr(differences, name) for name in names},
                )
                for task, differences in found
            ),
            update_conflicts=True,
            unique_fields=["item"],
            update_fields=names,
        )


def follow_exclusion(annotator: Membership) -> None:
    """Compare anew the readings of items that an excluded or readmitted annotator judged; in closed rounds nobody else
    is given them.
    """
    closed = Item.objects.filter(judgement_task__judging_round__state=JudgingRound.State.CLOSED, state=Item.State.OPEN)
    closed.filter(assignments__annotator=annotator).update(state=Item.State.ANNOTATED)
    judged = Assignment.objects.submitted().filter(annotator=annotator, item__judgement_difference__isnull=False)
    note_differences(list(judged.values_list("item", flat=True)))


def _lock(user: User, project: Project, number: int) -> tuple[JudgementTask, Standing, Deciding[JudgementAdjudication]]:
    require(can_adjudicate, user, project)
    item = Item.objects.filter(project=project, number=number).select_for_update(no_key=True, of=("self",)).first()
    tasks = JudgementTask.objects.filter(item=item, repeats=None).select_related("judging_round")
    if item is None or (task := tasks.first()) is None:
        raise Http404("There is no such item.")
    if item.state not in JUDGED:
        raise NotEditable(_("This item is still being judged. You can decide on it when all judgements are submitted."))
    standing = read_standing(task, read_readings([task])[task.pk])
    row = standing.decision or JudgementAdjudication(
        item=item,
        answers=list(standing.values),
        spans=[[span.to_json() for span in of_output] for of_output in standing.spans],
    )
    item.project, task.item = project, item
    deciding = Deciding(ACTS, user, project, row, {"number": number}, item, _find_waiting_state(item))
    return task, standing, deciding


def _find_waiting_state(item: Item) -> Item.State:
    """Return the state of an item without a decision: one that was closed without all its judgements is judged again if
    its round was reopened meanwhile.
    """
    open_rounds = JudgingRound.objects.filter(tasks__item=item, state=JudgingRound.State.OPEN)
    is_judged_again = item.submitted_count < item.required_count and open_rounds.exists()
    return Item.State.OPEN if is_judged_again else Item.State.ANNOTATED
