"""An annotator's rating: saving it, handing it in, taking it back; and the next one."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar, cast
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from annotation_site.projects.exceptions import DomainError, NotEditable, StaleVersion, Untouched
from annotation_site.projects.models import Assignment, Item, Membership, Operation, Project, Role, Submission, User
from annotation_site.projects.selectors import require_role
from annotation_site.projects.services.assignments import (
    lease_end,
    lease_next_item,
    lock_annotator,
    lock_assignment,
    require_in_progress,
)
from annotation_site.projects.services.operations import find_repeat, record_operation
from idiomaticity.judgements import LONGEST_PARAPHRASE, MOST_PARAPHRASES, SCALES, Judgement, is_answer
from idiomaticity.models import Paraphrase, Rating
from idiomaticity.paraphrases import find_fault, normalise
from idiomaticity.selectors import (
    assignments_to_rate,
    find_compound,
    items_of_same_compound,
    rating_state,
    read_judgement,
)

RATE, SUBMIT, REOPEN = "rate", "submit", "reopen"
LONGEST_NORMALISED = LONGEST_PARAPHRASE + 50
CHANGED_ELSEWHERE = "This rating was changed elsewhere in the meantime."
RELATED = ("item__occurrence__compound", "item__compound", "item__project")
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


def _tells_state(service: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Give a refusal the state as it is now; read after the transaction, so that nobody waits for it."""

    @wraps(service)
    def refuse_with_state(*args: Parameters.args, **named: Parameters.kwargs) -> Answer:
        try:
            return service(*args, **named)
        except (StaleVersion, NotEditable) as refusal:
            assignments = assignments_to_rate(Assignment.objects.all())
            refusal.details["state"] = rating_state(assignments.get(pk=cast(int, named["assignment_id"])))
            raise

    return refuse_with_state


def lease_next_rating(*, user: User, project: Project) -> Assignment | None:
    """The annotator's next item: random, and not of the compound they rated last while there is another."""
    annotator = require_role(user, project, Role.ANNOTATOR)
    return lease_next_item(user=user, project=project, avoid=items_of_same_compound(annotator))


@_tells_state
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
    _require_current(assignment, version)
    operation = _save(user, assignment, judgement, operation_id)
    Assignment.objects.filter(pk=assignment.pk).update(version=assignment.version, lease_expires_at=lease_end())
    return operation


@_tells_state
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
    _require_current(assignment, version)
    before = read_judgement(assignment)
    if judgement is not None and judgement != before:
        _save(user, assignment, judgement)
    _require_finished(assignment, judgement or before)
    item = Item.objects.select_for_update().get(pk=assignment.item_id)
    submission = _keep_snapshot(assignment, judgement or before)
    assignment.state = Assignment.State.SUBMITTED
    assignment.submitted_at = timezone.now()
    assignment.version += 1
    assignment.save(update_fields=["state", "submitted_at", "version"])
    item.submitted_count += 1
    if item.submitted_count == item.wanted_count:
        item.state = Item.State.ANNOTATED
    item.save(update_fields=["submitted_count", "state"])
    Membership.objects.filter(pk=assignment.annotator_id).update(submitted_count=F("submitted_count") + 1)
    record_operation(
        actor=user,
        assignment=assignment,
        kind=SUBMIT,
        payload={"submission": submission.number},
        operation_id=operation_id,
        version=assignment.version,
    )
    return assignment


@_tells_state
@transaction.atomic
def reopen_rating(*, user: User, assignment_id: int, operation_id: UUID, version: int) -> Assignment:
    """Take a submitted rating back to change it; it counts nowhere until it is handed in again."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=REOPEN, subject=assignment):
        return assignment
    if assignment.version != version:
        raise StaleVersion(CHANGED_ELSEWHERE)
    if assignment.state != Assignment.State.SUBMITTED:
        raise NotEditable("Only a submitted rating can be reopened.")
    item = Item.objects.select_for_update().get(pk=assignment.item_id)
    if item.state == Item.State.ADJUDICATED:
        raise NotEditable("This compound is adjudicated; its ratings can no longer be reopened.")
    item.submitted_count -= 1
    item.state = Item.State.OPEN
    item.save(update_fields=["submitted_count", "state"])
    assignment.state = Assignment.State.IN_PROGRESS
    assignment.version += 1
    assignment.lease_expires_at = lease_end()
    assignment.save(update_fields=["state", "version", "lease_expires_at"])
    Membership.objects.filter(pk=assignment.annotator_id).update(submitted_count=F("submitted_count") - 1)
    record_operation(
        actor=user, assignment=assignment, kind=REOPEN, operation_id=operation_id, version=assignment.version
    )
    return assignment


def _lock(user: User, assignment_id: int) -> Assignment:
    return lock_assignment(user=user, assignment_id=assignment_id, related=RELATED, kind=Project.Kind.IDIOMATICITY)


def _require_current(assignment: Assignment, version: int) -> None:
    require_in_progress(assignment)
    if assignment.version != version:
        raise StaleVersion(CHANGED_ELSEWHERE)


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


def _keep_snapshot(assignment: Assignment, judgement: Judgement) -> Submission:
    latest = assignment.submissions.aggregate(latest=Max("number"))["latest"] or 0
    return Submission.objects.create(
        assignment=assignment,
        number=latest + 1,
        reading=judgement.to_json(),
        guideline=assignment.item.project.guidelines.first(),
    )
