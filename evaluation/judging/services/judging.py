"""Steps of a judgement beyond those of every kind: leasing, saving, submitting and reopening."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment
from annotation_site.web.exceptions import DomainError, NotEditable, Untouched
from evaluation.judging.methods import as_stored, find_fault
from evaluation.judging.models import JudgementTask, JudgingRound, OutputJudgement, ShownOrder
from evaluation.judging.queries.judging import assignments_to_judge, find_order, read_answers

Answers = Sequence[int | None]


def record_order(assignment: Assignment) -> None:
    """Record, with the lease, the order in which the annotator sees the outputs."""
    ShownOrder.objects.get_or_create(assignment=assignment, defaults={"places": find_order(_fetch(assignment))})


def save_judgement(assignment: Assignment, *, answers: Answers) -> dict[str, Any]:
    """Store the answers, which are in display order and may be incomplete; return them for the history."""
    judged = _fetch(assignment)
    order, after = find_order(judged), _read_stored(judged, answers)
    before = read_answers(judged)
    OutputJudgement.objects.filter(assignment=assignment).delete()
    OutputJudgement.objects.bulk_create(
        OutputJudgement(assignment=assignment, output=place, value=value)
        for place, value in enumerate(after)
        if value is not None
    )
    return {"before": before, "after": after, "shown": order}


def finish_judgement(assignment: Assignment, save: Save, *, answers: Answers | None = None) -> dict[str, Any]:
    """Return the complete judgement for its submission: the answers given, else those last saved.

    Raise Untouched if a question has no answer; "cannot judge" is an answer.
    """
    judged = _fetch(assignment)
    stored = read_answers(judged)
    if answers is not None and (after := _read_stored(judged, answers)) != stored:
        save(answers=answers)
        stored = after
    if open_questions := sum(value is None for value in stored):
        text = ngettext("Judge one more translation first.", "Judge {n} more translations first.", open_questions)
        raise Untouched(text.format(n=open_questions), open=open_questions)
    return {"answers": stored, "shown": find_order(judged)}


def require_round_open(assignment: Assignment) -> None:
    """Raise NotEditable if the item's judging round is closed, since a reopened item could be assigned again."""
    judging_rounds = JudgingRound.objects.filter(tasks__item=assignment.item_id)
    # The lock makes a concurrent closing wait until the assignment is reopened, or the closed state is read here.
    if judging_rounds.select_for_update(no_key=True, of=("self",)).get().state == JudgingRound.State.CLOSED:
        raise NotEditable(_("This judging round is closed. You can no longer reopen its judgements."))


def _fetch(assignment: Assignment) -> Assignment:
    return assignments_to_judge(Assignment.objects.all()).get(pk=assignment.pk)


def _read_stored(judged: Assignment, answers: Answers) -> list[int | None]:
    """Return answers in the order of the task's outputs; raise DomainError if they are invalid for it."""
    task: JudgementTask = judged.item.judgement_task
    if fault := find_fault(task.judging_round.method, answers, len(task.outputs)):
        raise DomainError(fault)
    return as_stored(task.judging_round.method, answers, find_order(judged))
