"""Leasing items to annotators, and the steps of an assignment's life that every kind shares."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.activity import count_gap
from annotation_site.assignments.drawing import draw_item
from annotation_site.assignments.leases import return_abandoned
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.exclusions.queries import is_excluded
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.projects.abilities import require_annotator
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable


def _may_always_begin(annotator: Membership) -> bool:
    return True


def lease_next_item(
    *,
    user: User,
    project: Project,
    avoid: Collection[int] = (),
    may_begin: Callable[[Membership], bool] = _may_always_begin,
) -> Assignment | None:
    """Give the annotator their next item: one left unfinished, else a new one, else None.

    Items in `avoid` (their keys) come only when nothing else is left. Who is excluded gets nothing new; of others
    `may_begin` is asked, with the annotator's row locked.
    """
    annotator = require_annotator(user, project)
    assignment = _lease(annotator, avoid, may_begin)
    if assignment is None and return_abandoned(project):
        assignment = _lease(annotator, avoid, may_begin)
    return assignment


@transaction.atomic
def _lease(annotator: Membership, avoid: Collection[int], may_begin: Callable[[Membership], bool]) -> Assignment | None:
    # The membership row serialises one person's draws: a double click leases one item, not two.
    own = Membership.objects.select_for_update(no_key=True, of=("self",)).select_related("project")
    annotator = own.get(pk=annotator.pk)
    unfinished = annotator.assignments.in_progress().select_for_update(no_key=True).order_by("pk").first()
    if unfinished is not None:
        unfinished.lease_expires_at = lease_end()
        unfinished.save(update_fields=["lease_expires_at"])
        return unfinished
    item = None if is_excluded(annotator) or not may_begin(annotator) else draw_item(annotator, avoid)
    if item is None:
        return None
    Item.objects.filter(pk=item.pk).update(assigned_count=F("assigned_count") + 1)
    Membership.objects.filter(pk=annotator.pk).update(draw_count=F("draw_count") + 1)
    return give_out(annotator, item, Assignment.Purpose.WORK)


def give_out(annotator: Membership, item: Item, purpose: str) -> Assignment:
    """Begin or go on with an item, in the transaction that holds the annotator's row. The item's counts are the
    caller's: only work has them."""
    now = timezone.now()
    assignment, is_new = Assignment.objects.get_or_create(
        item=item,
        annotator=annotator,
        defaults={"lease_expires_at": lease_end(), "purpose": purpose, "taken_up_at": now},
    )
    if not is_new:
        assignment.purpose = purpose
        now = _take_up(assignment)
    record_operation(
        actor=annotator.user,
        project=annotator.project,
        assignment=assignment,
        kind="lease",
        version=assignment.version,
        at=now,
    )
    return assignment


def lease_end() -> datetime:
    """When a lease given now runs out."""
    return timezone.now() + timedelta(hours=settings.ASSIGNMENT_LEASE_HOURS)


def count_activity(assignment: Assignment, at: datetime) -> dict[str, float | datetime]:
    """Columns of the locked assignment as an action at this moment leaves them; set on it as well."""
    assignment.active_seconds += count_gap(assignment.taken_up_at, assignment.active_at, at)
    assignment.active_at = at
    return {"active_seconds": assignment.active_seconds, "active_at": at}


def lock_annotator(*, user: User, assignment_id: int) -> None:
    """Lock the membership behind an assignment. Whatever moves an assignment and its item does so first, in the order
    of leasing (membership, assignment, item), so that two tabs of one person never deadlock. The lock lets rows that
    only refer to the membership pass: counts of agreement are written by the other annotator.
    """
    # Others may refer to the membership meanwhile: the agreement of two people names both, whoever hands in.
    own = Membership.objects.select_for_update(no_key=True).filter(user=user, assignments=assignment_id)
    list(own.values_list("pk"))


def lock_assignment(*, user: User, assignment_id: int, related: Sequence[str] = (), kind: str = "") -> Assignment:
    """The person's own assignment, locked, with what a save needs; anybody else's does not exist, nor, where a kind is
    given, one in a project of another kind."""
    own = Assignment.objects.for_annotator(user)
    assignment = (
        (own.filter(item__project__kind=kind) if kind else own)
        .select_for_update(no_key=True, of=("self",))
        .select_related("item", *related)
        .filter(pk=assignment_id)
        .first()
    )
    if assignment is None:
        raise Http404("There is no such assignment.")
    return assignment


@transaction.atomic
def skip_assignment(*, user: User, assignment_id: int, operation_id: UUID, version: int, reason: str) -> Assignment:
    """Hand an item back with a reason, so that somebody else gets it; the draft stays."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = lock_assignment(user=user, assignment_id=assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="skip", subject=assignment):
        return assignment
    require_in_progress(assignment)
    if not reason.strip():
        raise DomainError("Say in a few words why you skip this one.")
    assignment.state = Assignment.State.SKIPPED
    assignment.skip_reason = reason.strip()[:300]
    assignment.version += 1
    now = timezone.now()
    activity = count_activity(assignment, now)
    assignment.save(update_fields=["state", "skip_reason", "version", *activity])
    if assignment.purpose == Assignment.Purpose.WORK:
        Item.objects.filter(pk=assignment.item_id).update(assigned_count=F("assigned_count") - 1)
    record_operation(
        actor=user,
        project=assignment.item.project,
        assignment=assignment,
        kind="skip",
        payload={"reason": assignment.skip_reason, "from_version": version},
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return assignment


@transaction.atomic
def take_up_assignment(*, user: User, assignment_id: int, operation_id: UUID) -> Assignment:
    """Take up again what was skipped or went back, if nobody else has filled the place."""
    lock_annotator(user=user, assignment_id=assignment_id)
    assignment = lock_assignment(user=user, assignment_id=assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="take_up", subject=assignment):
        return assignment
    if assignment.state not in (Assignment.State.SKIPPED, Assignment.State.RETURNED):
        raise NotEditable("This one is not given back; there is nothing to take up.")
    if assignment.purpose == Assignment.Purpose.WORK:
        item = Item.objects.select_for_update(no_key=True).get(pk=assignment.item_id)
        if item.state != Item.State.OPEN or item.assigned_count >= item.wanted_count:
            raise NotEditable("Others have taken this one in the meantime. Your draft is kept but no longer needed.")
        item.assigned_count += 1
        item.save(update_fields=["assigned_count"])
    now = _take_up(assignment)
    record_operation(
        actor=user,
        project=assignment.item.project,
        assignment=assignment,
        kind="take_up",
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return assignment


def require_in_progress(assignment: Assignment) -> None:
    """Raise NotEditable with the reason unless the assignment can be worked on."""
    if assignment.state == Assignment.State.IN_PROGRESS:
        return
    reasons = {
        Assignment.State.SUBMITTED: "This one is submitted. Reopen it to change it.",
        Assignment.State.SKIPPED: "You skipped this one. Take it up again to change it.",
        Assignment.State.RETURNED: "This one went back because it lay untouched. Take it up again to change it.",
    }
    raise NotEditable(reasons[Assignment.State(assignment.state)])


@transaction.atomic
def post_comment(*, user: User, assignment_id: int, operation_id: UUID, text: str) -> Comment:
    """Add an annotator's comment to their own assignment."""
    assignment = lock_assignment(user=user, assignment_id=assignment_id)
    if earlier := find_repeat(actor=user, operation_id=operation_id, kind="comment", subject=assignment):
        return Comment.objects.get(pk=earlier.payload["comment"])
    if not text.strip() or len(text) > 2000:
        raise DomainError("A comment holds 1 to 2,000 characters.")
    comment = Comment.objects.create(item=assignment.item, assignment=assignment, author=user, text=text.strip())
    now = timezone.now()
    assignment.save(update_fields=[*count_activity(assignment, now)])
    record_operation(
        actor=user,
        project=assignment.item.project,
        assignment=assignment,
        kind="comment",
        payload={"comment": comment.pk},
        operation_id=operation_id,
        version=assignment.version,
        at=now,
    )
    return comment


def _take_up(assignment: Assignment) -> datetime:
    assignment.state = Assignment.State.IN_PROGRESS
    assignment.version += 1
    assignment.lease_expires_at = lease_end()
    taken_up_at = begin_anew(assignment)
    assignment.save(update_fields=["state", "purpose", "version", "lease_expires_at", "taken_up_at", "active_at"])
    return taken_up_at


def begin_anew(assignment: Assignment) -> datetime:
    """Let active time run from now, on the row that the caller saves."""
    now = timezone.now()
    assignment.taken_up_at, assignment.active_at = now, None
    return now
