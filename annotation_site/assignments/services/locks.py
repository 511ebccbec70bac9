"""The order in which steps lock rows, and the checks made under the locks."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.assignments.activity import count_gap
from annotation_site.assignments.kinds import AnnotationKind, kind_of
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import read_state
from annotation_site.assignments.services.leases import lease_end
from annotation_site.prepared import Prepared
from annotation_site.projects.models import Membership, unread_by_steps
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")

# Columns that `count_activity` sets.
ACTIVITY = ("active_seconds", "active_at")
COUNTS = ("state", "required_count", "assigned_count", "submitted_count")

# By a subquery, for a lock takes the rows of every table that is joined.
_lock_membership_of = Prepared(
    lambda user, assignment: (
        Membership.objects.select_for_update(no_key=True, of=("self",))
        .filter(user=user, pk__in=Assignment.objects.filter(pk=assignment).values("annotator"))
        .values_list("pk")
    )
)
_lock_own = Prepared(
    lambda user, assignment: (
        Assignment.objects.for_annotator(user)
        .select_for_update(no_key=True, of=("self",))
        .select_related("item__project")
        .defer("item__identifier", "item__priority", "item__ring_place", *unread_by_steps("item__project"))
        .filter(pk=assignment)
        .order_by()
    )
)
_lock_counts = Prepared(
    lambda item: Item.objects.select_for_update(no_key=True, of=("self",)).filter(pk=item).values_list(*COUNTS)
)


def tells_state(service: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Add the assignment's current state to refusals of the service; it is read after the transaction, so that nobody
    waits for it.
    """

    @wraps(service)
    def refuse_with_state(*args: Parameters.args, **named: Parameters.kwargs) -> Answer:
        try:
            return service(*args, **named)
        except (StaleVersion, NotEditable) as refusal:
            refusal.details["state"] = read_state(cast(int, named["assignment_id"]))
            raise

    return refuse_with_state


def applied_once(service: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Run the service in a transaction. Only if it is refused, or its operation is there already, does it run again
    with `may_be_repeat` and look first for what was made under the same id: most steps come once.
    """

    @wraps(service)
    def run(*args: Parameters.args, **named: Parameters.kwargs) -> Answer:
        try:
            with transaction.atomic():
                return service(*args, **named)
        except (DomainError, IntegrityError):
            with transaction.atomic():
                return cast(Callable[..., Answer], service)(*args, **named, may_be_repeat=True)

    return run


def lock_annotator(*, user: User, assignment_id: int) -> None:
    """Lock the membership behind an assignment. Every step that moves an assignment and its item does so first, in the
    order of leasing (membership, assignment, item), so that two tabs of one person never deadlock. The lock does not
    block rows that only refer to the membership: counts of agreement are written by the other annotator.
    """
    _lock_membership_of.later(user.pk, assignment_id)


def lock_assignment(*, user: User, assignment_id: int) -> tuple[Assignment, AnnotationKind]:
    """Return the person's own assignment, locked, and its kind; anybody else's does not exist."""
    assignment = _lock_own.first(user.pk, assignment_id)
    if assignment is None:
        raise Http404("There is no such assignment.")
    return assignment, kind_of(assignment.item.project)


def lock_item(assignment: Assignment) -> Item:
    """Return the item of a locked assignment, locked, with its current counts and state."""
    take_counts(assignment.item, _lock_counts(assignment.item_id))
    return assignment.item


def take_counts(item: Item, rows: Sequence[Sequence[Any]]) -> None:
    """Set `COUNTS` of an item to what the database answered."""
    [counts] = rows
    for name, value in zip(COUNTS, counts, strict=True):
        setattr(item, name, value)


def require_in_progress(assignment: Assignment) -> None:
    """Raise NotEditable with the reason unless the assignment can be worked on."""
    if assignment.state == Assignment.State.IN_PROGRESS:
        return
    reasons = {
        Assignment.State.SUBMITTED: _("This one is submitted. Reopen it to change it."),
        Assignment.State.SKIPPED: _("You skipped this item. Resume it to make changes."),
        Assignment.State.RETURNED: _("This assignment expired. Resume it to continue."),
    }
    raise NotEditable(reasons[Assignment.State(assignment.state)])


def require_version(assignment: Assignment, kind: AnnotationKind, version: int) -> None:
    """Raise StaleVersion if somebody has saved since."""
    if assignment.version != version:
        raise StaleVersion(_("This item was changed elsewhere in the meantime."))


def require_current(assignment: Assignment, kind: AnnotationKind, version: int) -> Any:
    """Refuse changes to outdated or closed work; return the locked object that allows a submitted assignment to be
    changed.
    """
    place = kind.lock_place(assignment) if assignment.state == Assignment.State.SUBMITTED else None
    if place is None:
        require_in_progress(assignment)
    require_version(assignment, kind, version)
    return place


def count_activity(assignment: Assignment, at: datetime) -> None:
    """Set `ACTIVITY` of the locked assignment after an action at this moment."""
    assignment.active_seconds += count_gap(assignment.begun_at, assignment.active_at, at)
    assignment.active_at = at


def begin_again(assignment: Assignment, *more: str) -> datetime:
    """Store the assignment as in progress with a new lease; active time runs from the returned moment."""
    now = timezone.now()
    assignment.state = Assignment.State.IN_PROGRESS
    assignment.version += 1
    assignment.lease_expires_at = lease_end()
    assignment.begun_at, assignment.active_at = now, None
    assignment.save(update_fields=["state", "version", "lease_expires_at", "begun_at", "active_at", *more])
    return now
