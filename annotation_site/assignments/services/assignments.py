"""Skipping an assignment, resuming it, commenting on it."""

from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.assignments.models import LONGEST_COMMENT, LONGEST_REASON, Assignment, Comment, Item
from annotation_site.assignments.queries import QUESTIONS
from annotation_site.assignments.services.locks import (
    ACTIVITY,
    begin_again,
    count_activity,
    lock_annotator,
    lock_assignment,
    lock_item,
    require_in_progress,
    tells_state,
)
from annotation_site.languages.numbers import say_count
from annotation_site.notices.services import notify
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.web.exceptions import DomainError, NotEditable

SKIP, RESUME, COMMENT = "skip", "resume", "comment"


@tells_state
@transaction.atomic
def skip_assignment(*, user: User, assignment_id: int, operation_id: UUID, version: int, reason: str) -> Assignment:
    """Skip an item with a reason, so that somebody else gets it; the draft stays."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = lock_assignment(user=user, assignment_id=assignment_id)[0]
    if find_repeat(actor=user, operation_id=operation_id, kind=SKIP, subject=assignment):
        return assignment
    require_in_progress(assignment)
    if not reason.strip():
        raise DomainError(_("Give a reason for skipping this item."))
    assignment.state = Assignment.State.SKIPPED
    assignment.skip_reason = reason.strip()[:LONGEST_REASON]
    assignment.version += 1
    now = timezone.now()
    count_activity(assignment, now)
    assignment.save(update_fields=["state", "skip_reason", "version", *ACTIVITY])
    if assignment.purpose == Assignment.Purpose.WORK:
        Item.objects.filter(pk=assignment.item_id).update(assigned_count=F("assigned_count") - 1)
    record_operation(
        actor=user,
        assignment=assignment,
        kind=SKIP,
        payload={"reason": assignment.skip_reason, "from_version": version},
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return assignment


@tells_state
@transaction.atomic
def resume_assignment(*, user: User, assignment_id: int, operation_id: UUID) -> Assignment:
    """Resume skipped or expired work, unless somebody else has taken the place."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment, kind = lock_assignment(user=user, assignment_id=assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=RESUME, subject=assignment):
        return assignment
    kind.require_takeable(assignment)
    if assignment.state not in (Assignment.State.SKIPPED, Assignment.State.RETURNED):
        raise NotEditable(_("This item is neither skipped nor returned, so you cannot resume it."))
    if assignment.purpose == Assignment.Purpose.WORK:
        item = lock_item(assignment)
        if item.state != Item.State.OPEN or item.assigned_count >= item.required_count:
            raise NotEditable(
                _("This item has been assigned to others since. Your draft is kept but no longer needed.")
            )
        item.assigned_count += 1
        item.save(update_fields=["assigned_count"])
    now = begin_again(assignment)
    record_operation(
        actor=user,
        assignment=assignment,
        kind=RESUME,
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return assignment


@transaction.atomic
def post_comment(
    *, user: User, assignment_id: int, operation_id: UUID, text: str, is_question: bool = False
) -> Comment:
    """Add an annotator's comment to their own assignment; a question waits for those who see everybody's work."""
    comment = store_comment(
        user=user, assignment_id=assignment_id, operation_id=operation_id, text=text, is_question=is_question
    )
    if comment.is_question:
        notify(task=QUESTIONS, project=comment.item.project, actor=user)
    return comment


@transaction.atomic
def store_comment(
    *, user: User, assignment_id: int, operation_id: UUID, text: str, is_question: bool = False
) -> Comment:
    """Add a comment without a notice: whom to notify depends on where it was written."""
    assignment = lock_assignment(user=user, assignment_id=assignment_id)[0]
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind=COMMENT, subject=assignment):
        return Comment.objects.get(pk=earlier.payload["comment"])
    if not text.strip() or len(text) > LONGEST_COMMENT:
        raise DomainError(_("Enter 1 to {n} characters.").format(n=say_count(LONGEST_COMMENT)))
    comment = Comment.objects.create(
        item=assignment.item, assignment=assignment, author=user, text=text.strip(), is_question=is_question
    )
    now = timezone.now()
    count_activity(assignment, now)
    assignment.save(update_fields=ACTIVITY)
    record_operation(
        actor=user,
        assignment=assignment,
        kind=COMMENT,
        payload={"comment": comment.pk, **({"is_question": True} if is_question else {})},
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return comment
