"""An annotator's rating: saving it, handing it in, taking it back."""

from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import lock_annotator, lock_assignment, take_up_assignment
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
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable, Untouched
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.paraphrases.counts import find_fault, normalise
from idiomaticity.ratings.judgements import LONGEST_PARAPHRASE, MOST_PARAPHRASES, SCALES, Judgement, is_answer
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.ratings.queries import assignments_to_rate, find_compound, rating_state, read_judgement
from idiomaticity.ratings.services.leasing import may_begin_another

RATE = "rate"
LONGEST_NORMALISED = LONGEST_PARAPHRASE + 50
CHANGED_ELSEWHERE = "This rating was changed elsewhere in the meantime."
RELATED = ("item__occurrence__compound", "item__compound", "item__project")


def _read_state(assignment_id: int) -> dict[str, Any]:
    return rating_state(assignments_to_rate(Assignment.objects.all()).get(pk=assignment_id))


@tells_state(_read_state)
@transaction.atomic
def change_rating(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, judgement: Judgement
) -> Operation:
    """Save the rating as it stands on the page, finished or not.

    The same operation id again returns the first answer; an outdated version raises StaleVersion and changes nothing.
    """
    assignment = _lock(user, assignment_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind=RATE, subject=assignment):
        return earlier
    require_current(assignment, version, CHANGED_ELSEWHERE)
    operation = _save(user, assignment, judgement, operation_id)
    note_save(assignment, operation)
    return operation


@tells_state(_read_state)
@transaction.atomic
def submit_rating(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, judgement: Judgement | None = None
) -> Assignment:
    """Hand the rating in, as the page has it where a judgement is given, else as it was last saved.

    Every scale needs an answer, which may be that one cannot judge; paraphrases may be none.
    """
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=SUBMIT, subject=assignment):
        return assignment
    require_current(assignment, version, CHANGED_ELSEWHERE)
    before = read_judgement(assignment)
    if judgement is not None and judgement != before:
        _save(user, assignment, judgement)
    _require_finished(assignment, judgement or before)
    reading = (judgement or before).to_json()
    hand_in(user=user, assignment=assignment, reading=reading, operation_id=operation_id)
    return assignment


@tells_state(_read_state)
@transaction.atomic
def reopen_rating(*, user: User, assignment_id: int, operation_id: UUID, version: int) -> Assignment:
    """Take a submitted rating back to change it; it counts nowhere until it is handed in again."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=REOPEN, subject=assignment):
        return assignment
    if CrowdWorker.objects.filter(membership=assignment.annotator_id, completed_at__isnull=False).exists():
        raise NotEditable("You have finished and have your completion code; your ratings stay as they are now.")
    return take_back(
        user=user,
        assignment=assignment,
        operation_id=operation_id,
        version=version,
        noun="rating",
        stale=CHANGED_ELSEWHERE,
    )


@transaction.atomic
def take_up_rating(*, user: User, assignment_id: int, operation_id: UUID) -> Assignment:
    """Take up again what was skipped or went back; it counts towards the limit of a crowd as a new one does."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = _lock(user, assignment_id)
    is_known = find_repeat(actor=user, operation_id=operation_id, kind="take_up", subject=assignment)
    is_work = assignment.purpose != Assignment.Purpose.TRAINING
    if not is_known and is_work and not may_begin_another(Membership.objects.get(pk=assignment.annotator_id)):
        raise NotEditable("You have as many as are meant for you; this one is not needed any more.")
    return take_up_assignment(user=user, assignment_id=assignment_id, operation_id=operation_id)


def _lock(user: User, assignment_id: int) -> Assignment:
    return lock_assignment(user=user, assignment_id=assignment_id, related=RELATED, kind=Project.Kind.IDIOMATICITY)


def _save(user: User, assignment: Assignment, judgement: Judgement, operation_id: UUID | None = None) -> Operation:
    """Write the rows and the operation, and count the version up on the object in hand."""
    _require_possible(assignment, judgement)
    before = read_judgement(assignment)
    Rating.objects.update_or_create(
        assignment=assignment, defaults={scale: getattr(judgement, scale) for scale in SCALES}
    )
    if judgement.paraphrases != before.paraphrases:
        Paraphrase.objects.filter(assignment=assignment).delete()
        Paraphrase.objects.bulk_create(
            Paraphrase(assignment=assignment, position=position, text=text, normalised=normalise(text))
            for position, text in enumerate(judgement.paraphrases, start=1)
        )
    assignment.version += 1
    return record_operation(
        actor=user,
        assignment=assignment,
        kind=RATE,
        payload={"before": before.to_json(), "after": judgement.to_json()},
        operation_id=operation_id,
        version=assignment.version,
    )


def _require_possible(assignment: Assignment, judgement: Judgement) -> None:
    for scale in SCALES:
        if not is_answer(getattr(judgement, scale)):
            raise DomainError(f"The score of the {scale} is 0 to 5, or -1 for “cannot judge”.")
    if len(judgement.paraphrases) > MOST_PARAPHRASES:
        raise DomainError(f"Give at most {MOST_PARAPHRASES} paraphrases.")
    compound = find_compound(assignment.item)
    for place, text in enumerate(judgement.paraphrases):
        if len(text) > LONGEST_PARAPHRASE or len(normalise(text)) > LONGEST_NORMALISED:
            raise DomainError(f"A paraphrase holds at most {LONGEST_PARAPHRASE} characters.")
        if fault := find_fault(text, compound.text, judgement.paraphrases[:place]):
            raise DomainError(fault)


def _require_finished(assignment: Assignment, judgement: Judgement) -> None:
    if still_open := judgement.open_scales:
        which = {"head": "the head", "modifier": "the modifier", "whole": "the whole"}
        raise Untouched(f"Score {' and '.join(which[scale] for scale in still_open)} first.", scales=still_open)
