"""The next item for an annotator: unfinished work, work that must come first, a silent check, or new work."""

from collections.abc import Collection
from functools import cache
from typing import Any, cast

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import AnnotationKind, kind_of
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leases import is_fresh, lease_end, return_abandoned
from annotation_site.assignments.services.locks import begin_again
from annotation_site.assignments.services.next_item import find_among, find_next_item, find_search_start
from annotation_site.exclusions.models import Exclusion
from annotation_site.operations.services import record_operation
from annotation_site.prepared import Insert, Prepared, Statement
from annotation_site.projects.abilities import can_annotate, own_membership, require_annotator
from annotation_site.projects.models import Membership, Project, unread_by_steps
from annotation_site.web.addresses import address_of
from annotation_site.web.exceptions import RoleRequired

Purpose = Assignment.Purpose
_lock_membership = Prepared(
    lambda pk: (
        Membership.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "user").filter(pk=pk)
    )
)
_lock_own = Prepared(
    lambda user, project: (
        own_membership(user, project).select_for_update(no_key=True, of=("self",)).order_by().values_list("pk")
    )
)
_find_unfinished = Prepared(
    lambda user, project: (
        Assignment.objects.in_progress()
        .filter(annotator__in=own_membership(user, project).filter(project__state=Project.State.ACTIVE))
        .only("lease_expires_at")
        .order_by("pk")[:1]
    )
)
_COLUMNS = [each.attname for each in Assignment._meta.concrete_fields]
_renew_unfinished = Statement(f"""
    UPDATE projects_assignment SET lease_expires_at = $2 WHERE id = (
        SELECT id FROM projects_assignment WHERE annotator_id = $1 AND state = 'in_progress'
        ORDER BY id LIMIT 1 FOR NO KEY UPDATE
    ) RETURNING {", ".join(_COLUMNS)}
""")  # noqa: S608 - names of our own columns
_find_held = Prepared(
    lambda annotator, item: Assignment.objects.filter(annotator=annotator, item=item).exclude(purpose=Purpose.REPEAT)
)
_find_held_repeat = Prepared(
    lambda annotator, item: Assignment.objects.filter(annotator=annotator, item=item, purpose=Purpose.REPEAT)
)
_add_assignment = Insert(Assignment)
_COUNT_SEARCH = "UPDATE projects_membership SET search_count = search_count + 1 WHERE id = $1"
_count_search = Statement(_COUNT_SEARCH)
_count_and_take_place = Statement(f"""
    WITH counted AS ({_COUNT_SEARCH}) UPDATE projects_item SET assigned_count = assigned_count + 1 WHERE id = $2
""")  # noqa: S608 - names of our own columns


def lease_next(*, user: User, project: Project) -> Assignment | None:
    """Lease the annotator's next item; None if nothing is left, or something must be done before work. Excluded
    annotators get no new work, because it would not count.
    """
    unfinished = _find_unfinished.first(user.pk, project.pk)
    return unfinished if unfinished and is_fresh(unfinished) else _lease_under_lock(user, project)


def _lease_under_lock(user: User, project: Project) -> Assignment | None:
    kind = kind_of(project)
    assignment = _lease(user, project, kind)
    if assignment is None and return_abandoned(project):
        assignment = _lease(user, project, kind)
    if assignment is None:
        _note_last(require_annotator(user, project), kind)
    return assignment


def lease_at_once(user: User, submitted: Assignment) -> Assignment | None:
    """Lease new work in the transaction of a submission, which has locked the annotator: one commit, and one wait for
    the disk, instead of two.

    A submission holds its item, and two that waited for each other's would never end, so nothing is waited for. None
    where nothing is free, or something else comes next: `find_next` goes on after the commit.
    """
    project = submitted.item.project
    kind = kind_of(project)
    if kind.page_after(submitted):
        return None
    annotator: Any = _find_terms(kind).first(user.pk, project.pk)
    if annotator is None or annotator.has_unfinished or annotator.is_excluded or kind.may_need_preparation(annotator):
        return None
    annotator.user = user
    return _lease_new(annotator, kind, kind.items_to_avoid(annotator), waits=False)


def find_next(
    *, user: User, project: Project, submitted: Assignment | None = None, leased: Assignment | None = None
) -> tuple[str | None, Assignment | None]:
    """Return the address of the next page and, if it is leased work, its assignment, which may have been `leased` with
    a submission; a page that follows from a submission comes before anything new. Both are None if nothing is left.
    """
    kind = kind_of(project)
    if leased is None and submitted is not None and (address := kind.page_after(submitted)):
        return address, None
    # What was submitted was the unfinished work: to look for it without the lock would be for nothing.
    following = leased or (_lease_under_lock(user, project) if submitted else lease_next(user=user, project=project))
    if following is not None:
        return address_of(kind.route(kind.page), following.pk), following
    return kind.page_at_end(user, project), None


@transaction.atomic
def _lease(user: User, project: Project, kind: AnnotationKind) -> Assignment | None:
    # The membership row serialises one person's searches: a double click leases one item, not two.
    _lock_own.later(user.pk, project.pk)
    annotator = _take_membership(_find_terms(kind)(user.pk, project.pk))
    annotator.user = user
    if cast(Any, annotator).has_unfinished:
        [unfinished] = _renew_unfinished(annotator.pk, lease_end())
        found = Assignment.from_db(connection.alias, _COLUMNS, unfinished)
        found.annotator = annotator
        return found
    excluded: bool = cast(Any, annotator).is_excluded
    if kind.may_need_preparation(annotator):
        first, may_work = kind.lease_before_work(annotator, is_excluded=excluded)
        if first is not None or not may_work:
            return first
    if excluded:
        return None
    avoid = kind.items_to_avoid(annotator)
    return (
        _lease_new(annotator, kind, avoid)
        or (_lease_check(annotator, kind, ()) if avoid else None)
        or _lease_repeat(annotator, kind, is_last=True)
        or _lease_returned_check(annotator, kind)
    )


@cache
def _find_terms(kind: AnnotationKind) -> Prepared[Membership]:
    """Return the read of everything about the annotator, who is locked, that decides on what comes next."""
    unfinished = Assignment.objects.in_progress().filter(annotator=OuterRef("pk"))
    return Prepared(
        lambda user, project: (
            kind.with_terms(own_membership(user, project))
            .annotate(
                is_excluded=Exists(Exclusion.objects.filter(membership=OuterRef("pk"), lifted_at=None)),
                has_unfinished=Exists(unfinished),
            )
            .select_related("project")
            .defer(*unread_by_steps("project"))
            .order_by()
        )
    )


def lock_membership(pk: int) -> Membership:
    """Return the membership, locked against other leases of the person, with its project, which must be active."""
    return _take_membership(_lock_membership(pk))


def _take_membership(locked: list[Membership]) -> Membership:
    if not locked:
        raise RoleRequired(can_annotate.refusal)
    locked[0].project.require_active()
    return locked[0]


def _lease_new(
    annotator: Membership, kind: AnnotationKind, avoid: Collection[int], *, waits: bool = True
) -> Assignment | None:
    return (
        _lease_check(annotator, kind, avoid)
        or _lease_repeat(annotator, kind)
        or _lease_work(annotator, kind, avoid, waits=waits)
    )


def _lease_check(annotator: Membership, kind: AnnotationKind, avoid: Collection[int]) -> Assignment | None:
    """Lease a silent check if this search is one, which depends only on seed, annotator and count of searches and so is
    reproducible.

    It uses up a search as work does, and looks the same to the annotator: it does not follow on what work would not
    follow on, unless nothing else is left, and comes back after it was returned.
    """
    quota = kind.find_check_quotas([annotator]).get(annotator.pk)
    if quota is None or not quota.is_due():
        return None
    known = kind.list_checks().filter(project=annotator.project_id).without_held(annotator)
    free = known.exclude(pk__in=avoid).order_by("ring_place")
    item = free.filter(ring_place__gte=find_search_start(annotator)).first() or free.first()
    return _give_found(annotator, kind, item, Purpose.CHECK) if item and kind.hold_check(item) else None


def _lease_repeat(annotator: Membership, kind: AnnotationKind, *, is_last: bool = False) -> Assignment | None:
    item = kind.find_repeat(annotator, is_last=is_last)
    return None if item is None else _give_found(annotator, kind, item, kind.repeats_as)


def _lease_work(
    annotator: Membership, kind: AnnotationKind, avoid: Collection[int], *, waits: bool
) -> Assignment | None:
    if not kind.may_begin(annotator):
        return None
    own = kind.own_items(annotator)
    item = None if own is None else find_among(own, annotator, avoid, waits=waits)
    # One that may not wait cannot know that nothing is left among the first.
    for numbers in () if own is not None else kind.list_parts(annotator)[: None if waits else 1]:
        item = item or find_next_item(annotator, avoid, numbers=numbers, waits=waits)
    return None if item is None else _give_found(annotator, kind, item, Purpose.WORK)


def _lease_returned_check(annotator: Membership, kind: AnnotationKind) -> Assignment | None:
    """Lease a silent check that was returned, when nothing else is left: returned work comes back, too."""
    returned = annotator.assignments.filter(purpose=Purpose.CHECK, state=Assignment.State.RETURNED)
    found = returned.select_related("item").order_by("pk").first()
    return None if found is None else _give_found(annotator, kind, found.item, Purpose.CHECK)


def _give_found(annotator: Membership, kind: AnnotationKind, item: Item, purpose: str) -> Assignment:
    if purpose == Purpose.WORK:
        _count_and_take_place.later(annotator.pk, item.pk)
    else:
        _count_search.later(annotator.pk)
    assignment = give_out(annotator, item, purpose)
    kind.after_lease(assignment)
    return assignment


def give_out(annotator: Membership, item: Item, purpose: str) -> Assignment:
    """Begin or continue an item, in the transaction that locks the annotator's row. The caller updates the item's
    counts, because only work has them.
    """
    new = Assignment(item=item, annotator=annotator, lease_expires_at=lease_end(), purpose=purpose)
    assignment = _add_assignment.unless_there(new)
    if assignment is None:  # returned, or of an earlier attempt at training
        find = _find_held_repeat if purpose == Purpose.REPEAT else _find_held
        [assignment] = find(annotator.pk, item.pk)
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
