"""The next item for an annotator: unfinished work, work that must come first, a silent check, or new work."""

from django.db import transaction
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import AnnotationKind, kind_of
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leases import lease_end, return_abandoned
from annotation_site.assignments.services.locks import begin_again
from annotation_site.assignments.services.search import find_next_item, find_search_start, without_held
from annotation_site.exclusions.queries import is_excluded
from annotation_site.operations.services import record_operation
from annotation_site.prepared import Insert, Prepared, Statement, Update
from annotation_site.projects.abilities import require_annotator
from annotation_site.projects.models import Membership, Project

Purpose = Assignment.Purpose
_lock_membership = Prepared(
    lambda pk: (
        Membership.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "user").filter(pk=pk)
    )
)
_lock_unfinished = Prepared(
    lambda annotator: (
        Assignment.objects.in_progress()
        .filter(annotator=annotator)
        .select_for_update(no_key=True, of=("self",))
        .order_by("pk")[:1]
    )
)
_find_held = Prepared(lambda annotator, item: Assignment.objects.filter(annotator=annotator, item=item))
_add_assignment = Insert(Assignment)
_renew = Update(Assignment, "lease_expires_at")
_count_search = Statement("UPDATE projects_membership SET search_count = search_count + 1 WHERE id = $1")
_take_place = Statement("UPDATE projects_item SET assigned_count = assigned_count + 1 WHERE id = $1")


def lease_next(*, user: User, project: Project) -> Assignment | None:
    """Lease the annotator's next item; None if nothing is left, or something must be done before work. Excluded
    annotators get no new work, because it would not count.
    """
    annotator = require_annotator(user, project)
    kind = kind_of(project)
    assignment = _lease(annotator, kind)
    if assignment is None and return_abandoned(project):
        assignment = _lease(annotator, kind)
    if assignment is None:
        _note_last(annotator, kind)
    return assignment


def find_next(
    *, user: User, project: Project, submitted: Assignment | None = None
) -> tuple[str | None, Assignment | None]:
    """Return the address of the next page and, if it is leased work, its assignment; a page that follows from a
    submission comes before anything new. Both are None if nothing is left.
    """
    kind = kind_of(project)
    if submitted is not None and (address := kind.page_after(submitted)):
        return address, None
    following = lease_next(user=user, project=project)
    if following is not None:
        return reverse(kind.route(kind.page), args=[following.pk]), following
    return kind.page_at_end(user, project), None


@transaction.atomic
def _lease(annotator: Membership, kind: AnnotationKind) -> Assignment | None:
    # The membership row serialises one person's searches: a double click leases one item, not two.
    annotator = lock_membership(annotator.pk)
    unfinished = _lock_unfinished.first(annotator.pk)
    if unfinished is not None:
        unfinished.annotator, unfinished.lease_expires_at = annotator, lease_end()
        _renew(unfinished)
        return unfinished
    excluded = is_excluded(annotator)
    first, may_work = kind.lease_before_work(annotator, is_excluded=excluded)
    if first is not None or not may_work or excluded:
        return first
    return _lease_check(annotator, kind) or _lease_work(annotator, kind) or _lease_returned_check(annotator, kind)


def lock_membership(pk: int) -> Membership:
    """Return the membership, locked against other leases of the person, with its project, which must be active."""
    [membership] = _lock_membership(pk)
    membership.project.require_active()
    return membership


def _lease_check(annotator: Membership, kind: AnnotationKind) -> Assignment | None:
    """Lease a silent check if this search is one, which depends only on seed, annotator and count of searches and so is
    reproducible.

    It uses up a search as work does, and looks the same to the annotator: it does not follow on what work would not
    follow on, and comes back after it was returned.
    """
    quota = kind.find_check_quotas([annotator]).get(annotator.pk)
    if quota is None or not quota.is_due():
        return None
    known = without_held(kind.list_checks().filter(project=annotator.project_id), annotator)
    free = known.exclude(pk__in=kind.items_to_avoid(annotator)).order_by("ring_place")
    item = free.filter(ring_place__gte=find_search_start(annotator)).first() or free.first()
    return None if item is None else _give_found(annotator, kind, item, Purpose.CHECK)


def _lease_work(annotator: Membership, kind: AnnotationKind) -> Assignment | None:
    item = find_next_item(annotator, kind.items_to_avoid(annotator)) if kind.may_begin(annotator) else None
    if item is None:
        return None
    _take_place(item.pk)
    return _give_found(annotator, kind, item, Purpose.WORK)


def _lease_returned_check(annotator: Membership, kind: AnnotationKind) -> Assignment | None:
    """Lease a silent check that was returned, when nothing else is left: returned work comes back, too."""
    returned = annotator.assignments.filter(purpose=Purpose.CHECK, state=Assignment.State.RETURNED)
    found = returned.select_related("item").order_by("pk").first()
    return None if found is None else _give_found(annotator, kind, found.item, Purpose.CHECK)


def _give_found(annotator: Membership, kind: AnnotationKind, item: Item, purpose: str) -> Assignment:
    _count_search(annotator.pk)
    assignment = give_out(annotator, item, purpose)
    kind.after_lease(assignment)
    return assignment


def give_out(annotator: Membership, item: Item, purpose: str) -> Assignment:
    """Begin or continue an item, in the transaction that locks the annotator's row. The caller updates the item's
    counts, because only work has them.
    """
    assignment = _find_held.first(annotator.pk, item.pk)
    if assignment is None:
        assignment = _add_assignment(
            Assignment(item=item, annotator=annotator, lease_expires_at=lease_end(), purpose=purpose)
        )
    else:
        assignment.item, assignment.annotator, assignment.purpose = item, annotator, purpose
        begin_again(assignment, "purpose")
    record_operation(
        actor=annotator.user,
        project=annotator.project,
        assignment=assignment,
        kind="lease",
        version=assignment.version,
        at=assignment.begun_at,
    )
    return assignment


@transaction.atomic
def _note_last(annotator: Membership, kind: AnnotationKind) -> None:
    kind.after_last(annotator)
