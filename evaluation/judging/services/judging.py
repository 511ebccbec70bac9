"""An annotator's judgement of an expression's translations: saving it, handing it in, taking it back; and the next."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import lease_next_item, lock_annotator, lock_assignment
from annotation_site.assignments.services.submissions import (
    REOPEN,
    SUBMIT,
    hand_in,
    note_save,
    require_current,
    take_back,
    tells_state,
)
from annotation_site.operations.models import Operation
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.projects.abilities import require_annotator
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, Untouched
from evaluation.judging.methods import find_fault
from evaluation.judging.models import JudgementRound, JudgementTask, OutputJudgement, ShownOrder
from evaluation.judging.queries.judging import (
    assignments_to_judge,
    find_order,
    items_of_same_segment,
    judgement_state,
    read_answers,
    read_stored,
)

JUDGE = "judge"
CHANGED_ELSEWHERE = "This judgement was changed elsewhere in the meantime."
RELATED = ("item__judgement_task__round", "item__project")
Answers = Sequence[int | None]


def _read_state(assignment_id: int) -> dict[str, Any]:
    return judgement_state(assignments_to_judge(Assignment.objects.all()).get(pk=assignment_id))


@transaction.atomic
def lease_next_judgement(*, user: User, project: Project) -> Assignment | None:
    """The annotator's next item, not of the sentence they judged last while there is another; the order in which they
    see its outputs is recorded with it."""
    annotator = require_annotator(user, project)
    assignment = lease_next_item(user=user, project=project, avoid=items_of_same_segment(annotator))
    if assignment is not None:
        ShownOrder.objects.get_or_create(assignment=assignment, defaults={"places": find_order(assignment)})
    return assignment


@tells_state(_read_state)
@transaction.atomic
def change_judgement(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, answers: Answers
) -> Operation:
    """Save the answers as they stand on the page, in the order in which its outputs are shown, finished or not.

    The same operation id again returns the first answer; an outdated version raises StaleVersion and changes nothing.
    """
    assignment = _lock(user, assignment_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind=JUDGE, subject=assignment):
        return earlier
    require_current(assignment, version, CHANGED_ELSEWHERE)
    operation = _save(user, assignment, answers, operation_id)
    note_save(assignment, operation)
    return operation


@tells_state(_read_state)
@transaction.atomic
def submit_judgement(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, answers: Answers | None = None
) -> Assignment:
    """Hand the judgement in, as the page has it where answers are given, else as it was last saved.

    Every question needs an answer, which may be that one cannot judge.
    """
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=SUBMIT, subject=assignment):
        return assignment
    require_current(assignment, version, CHANGED_ELSEWHERE)
    if answers is not None:
        _require_possible(assignment, answers)
        if read_stored(assignment, answers) != read_answers(assignment):
            _save(user, assignment, answers)
    stored = read_answers(assignment)
    if open_questions := sum(value is None for value in stored):
        left = "one translation" if open_questions == 1 else f"{open_questions} translations"
        raise Untouched(f"Judge {left} more first.", open=open_questions)
    reading = {"answers": stored, "shown": find_order(assignment)}
    hand_in(user=user, assignment=assignment, reading=reading, operation_id=operation_id)
    return assignment


@tells_state(_read_state)
@transaction.atomic
def reopen_judgement(*, user: User, assignment_id: int, operation_id: UUID, version: int) -> Assignment:
    """Take a submitted judgement back to change it; it counts nowhere until it is handed in again. Of a closed round it
    stays, since its item could be given out anew."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=REOPEN, subject=assignment):
        return assignment
    # Closing it waits here, or was seen.
    asked_in = JudgementRound.objects.select_for_update(no_key=True).get(pk=assignment.item.judgement_task.round_id)
    if asked_in.state == JudgementRound.State.CLOSED:
        raise NotEditable("This round is closed; a judgement of it can no longer be reopened.")
    return take_back(
        user=user,
        assignment=assignment,
        operation_id=operation_id,
        version=version,
        noun="judgement",
        stale=CHANGED_ELSEWHERE,
    )


def _lock(user: User, assignment_id: int) -> Assignment:
    return lock_assignment(user=user, assignment_id=assignment_id, related=RELATED, kind=Project.Kind.EVALUATION)


def _save(user: User, assignment: Assignment, answers: Answers, operation_id: UUID | None = None) -> Operation:
    """Write the rows and the operation, and count the version up on the object in hand."""
    _require_possible(assignment, answers)
    before, after = read_answers(assignment), read_stored(assignment, answers)
    OutputJudgement.objects.filter(assignment=assignment).delete()
    OutputJudgement.objects.bulk_create(
        OutputJudgement(assignment=assignment, output=place, value=value)
        for place, value in enumerate(after)
        if value is not None
    )
    assignment.version += 1
    return record_operation(
        actor=user,
        assignment=assignment,
        kind=JUDGE,
        payload={"before": before, "after": after, "shown": find_order(assignment)},
        operation_id=operation_id,
        version=assignment.version,
    )


def _require_possible(assignment: Assignment, answers: Answers) -> None:
    task: JudgementTask = assignment.item.judgement_task
    if fault := find_fault(task.round.method, answers, len(task.outputs)):
        raise DomainError(fault)
