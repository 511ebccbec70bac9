"""The places of an excluded annotator's work on items: given to others, and given back if there is room.

A place is one of the annotators that an item wants. Work without a place has the purpose *extra*: it is kept, counts in
figures once its annotator does, and does not affect the state of its item.
"""

from collections.abc import Collection
from itertools import groupby
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.exclusions.models import LONGEST_REASON, Exclusion
from annotation_site.exclusions.queries import counting_changed
from annotation_site.operations.models import Operation
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable

State, Purpose = Assignment.State, Assignment.Purpose
HOLDS = (State.IN_PROGRESS, State.SUBMITTED)
TAKES_WORK = (Item.State.OPEN, Item.State.ANNOTATED)
# What is out of work now gives places back too, for the day on which it is work again; nobody is given them meanwhile.
HAS_PLACES = (*TAKES_WORK, Item.State.WITHDRAWN)
BATCH = 1_000
MOST_AT_ONCE = 1_000


def free_places(annotator: Membership) -> int:
    """Make the locked annotator's work extra, and give its places to work that has none, or to the next annotator;
    return the number of places that others have to fill. Imported annotation was never assigned, and its places are not
    given to others.
    """
    if not find_kind(annotator.project.kind).gives_out_again:
        return 0
    given_out = Operation.objects.filter(assignment=OuterRef("pk"), kind="lease")
    own = Assignment.objects.filter(Exists(given_out), annotator=annotator, purpose=Purpose.WORK)
    held = {
        each.item_id: each
        for each in own.filter(item__state__in=HAS_PLACES).select_for_update(no_key=True, of=("self",)).order_by("pk")
    }
    Assignment.objects.filter(pk__in=[each.pk for each in held.values()]).update(purpose=Purpose.EXTRA)
    holding = [item for item, each in held.items() if each.state in HOLDS]
    items = _lock_items(holding)
    for item in items.values():
        item.assigned_count -= 1
        item.submitted_count -= held[item.pk].state == State.SUBMITTED
    _give_to_extra(items)
    _store(items.values())
    return sum(item.state in TAKES_WORK and item.required_count > item.assigned_count for item in items.values())


def take_places(annotator: Membership) -> None:
    """Give places to the locked annotator's extra work where there is room; the rest counts in figures all the same,
    beyond the required number.
    """
    own = Assignment.objects.filter(annotator=annotator, purpose=Purpose.EXTRA)
    own.exclude(state__in=HOLDS).update(purpose=Purpose.WORK)
    items = _lock_items(list(own.values_list("item", flat=True)))
    _give_to_extra(items)
    _store(items.values())


def _lock_items(items: Collection[int]) -> dict[int, Item]:
    # In the order of their keys, as everybody does who holds several.
    return {
        item.pk: item
        for item in Item.objects.filter(pk__in=items).order_by("pk").select_for_update(no_key=True, of=("self",))
    }


def _give_to_extra(items: dict[int, Item]) -> None:
    """Give free places to extra work, submitted before begun. Rows that are locked by somebody else are skipped:
    waiting for them under the lock of items could deadlock.
    """
    excluded = Exclusion.objects.filter(membership=OuterRef("annotator"), lifted_at=None)
    spare = Assignment.objects.filter(~Exists(excluded), item__in=items, purpose=Purpose.EXTRA, state__in=HOLDS)
    rows = spare.select_for_update(no_key=True, skip_locked=True, of=("self",)).order_by("item", "-state", "pk")
    chosen: list[int] = []
    for item_id, found in groupby(rows, key=lambda row: row.item_id):
        item = items[item_id]
        for row in list(found)[: max(0, item.required_count - item.assigned_count)]:
            chosen.append(row.pk)
            item.assigned_count += 1
            item.submitted_count += row.state == State.SUBMITTED
    Assignment.objects.filter(pk__in=chosen).update(purpose=Purpose.WORK)


def _store(items: Collection[Item]) -> None:
    for item in items:
        if item.state in TAKES_WORK:
            is_done = item.submitted_count >= item.required_count
            item.state = Item.State.ANNOTATED if is_done else Item.State.OPEN
    Item.objects.bulk_update(items, ["assigned_count", "submitted_count", "state"], batch_size=BATCH)


EXCLUDE, LIFT = "exclude_annotator", "lift_exclusion"


@transaction.atomic
def exclude_annotator(
    *,
    user: User,
    project: Project,
    annotator_id: int,
    reason: str,
    operation_id: UUID | None = None,
    batch: UUID | None = None,
) -> Exclusion:
    """Exclude an annotator, with a reason, and give their places to others; an existing exclusion keeps its reason.

    Exclusions of one `batch` can be undone together.
    """
    require(can_manage, user, project)
    reason = " ".join(reason.split())
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise DomainError(f"Give a reason of 1 to {LONGEST_REASON} characters.")
    annotator = _lock_annotator(project, annotator_id)
    standing: Exclusion | None = annotator.exclusions.filter(lifted_at=None).first()
    about = {"membership": annotator.pk}
    is_known = is_repeat(actor=user, operation_id=operation_id, kind=EXCLUDE, about=about)
    if is_known and standing is None:
        raise DomainError("This exclusion has already been lifted. Reload the page.")
    if standing is not None:
        return standing
    exclusion = Exclusion.objects.create(membership=annotator, reason=reason, by=user)
    freed = free_places(annotator)
    counting_changed.send(Exclusion, annotator=annotator)
    payload = {**about, "annotator": annotator.pseudonym, "reason": reason, "places": freed}
    if batch is not None:
        payload |= {"batch": str(batch), "exclusion": exclusion.pk}
    record_operation(actor=user, project=project, kind=EXCLUDE, payload=payload, operation_id=operation_id)
    return exclusion


@transaction.atomic
def exclude_annotators(
    *, user: User, project: Project, annotators: Collection[str], reason: str, operation_id: UUID
) -> list[Exclusion]:
    """Exclude annotators by pseudonym, each as `exclude_annotator` does, all or none; return the exclusions.

    The operation id names the batch, for `undo_exclusions`; a repeated one returns what it made.
    """
    require(can_manage, user, project)
    if not 1 <= len(set(annotators)) <= MOST_AT_ONCE:
        raise DomainError(f"Choose 1 to {MOST_AT_ONCE:,} annotators.")
    found = _lock_work(project, Q(pseudonym__in=annotators))
    if earlier := list(_find_batch(project, operation_id)):
        return earlier
    if len(found) < len(set(annotators)):
        raise DomainError("Not all of these are annotators of this project.")
    if any(each.exclusions.filter(lifted_at=None).exists() for each in found):
        raise NotEditable("One of these annotators has been excluded meanwhile. Reload the preview.")
    return [
        exclude_annotator(user=user, project=project, annotator_id=each.pk, reason=reason, batch=operation_id)
        for each in found
    ]


@transaction.atomic
def undo_exclusions(*, user: User, project: Project, batch: UUID) -> int:
    """Lift those exclusions of a batch that still stand, each as `lift_exclusion` does; return their number."""
    require(can_manage, user, project)
    made = [each.pk for each in _find_batch(project, batch)]
    if not made:
        raise DomainError("There is no such bulk exclusion in this project.")
    found = _lock_work(project, Q(exclusions__in=Exclusion.objects.filter(pk__in=made, lifted_at=None)))
    for each in found:
        lift_exclusion(user=user, project=project, annotator_id=each.pk)
    return len(found)


def _find_batch(project: Project, batch: UUID) -> QuerySet[Exclusion]:
    done = Operation.objects.of_project(project, EXCLUDE).filter(payload__batch=str(batch))
    made: QuerySet[Exclusion] = Exclusion.objects.filter(pk__in=[row.payload["exclusion"] for row in done])
    return made.order_by("pk").select_related("membership")


def _lock_work(project: Project, wanted: Q) -> list[Membership]:
    """Lock annotators with all their work and its items, each in the order of keys, before any of them is changed: one
    after the other would take the items of the second after those of the first.
    """
    keys = list(project.memberships.annotators().filter(wanted).values_list("pk", flat=True))
    locked = Membership.objects.filter(pk__in=keys).order_by("pk")
    annotators = list(locked.select_for_update(no_key=True, of=("self",)))
    work = Assignment.objects.filter(annotator__in=annotators).order_by("pk")
    items = set(work.select_for_update(no_key=True, of=("self",)).values_list("item", flat=True))
    _lock_items(items)
    return annotators


@transaction.atomic
def lift_exclusion(
    *, user: User, project: Project, annotator_id: int, operation_id: UUID | None = None
) -> Exclusion | None:
    """Lift the exclusion; return None if there is none."""
    require(can_manage, user, project)
    annotator = _lock_annotator(project, annotator_id)
    standing: Exclusion | None = annotator.exclusions.filter(lifted_at=None).first()
    about = {"membership": annotator.pk}
    if is_repeat(actor=user, operation_id=operation_id, kind=LIFT, about=about) or standing is None:
        return None
    standing.lifted_at, standing.lifted_by = timezone.now(), user
    standing.save(update_fields=["lifted_at", "lifted_by"])
    take_places(annotator)
    counting_changed.send(Exclusion, annotator=annotator)
    payload = {**about, "annotator": annotator.pseudonym, "exclusion": standing.pk}
    record_operation(actor=user, project=project, kind=LIFT, payload=payload, operation_id=operation_id)
    return standing


def _lock_annotator(project: Project, annotator_id: int) -> Membership:
    """Lock the membership, also of somebody who left: their work still counts."""
    annotators = project.memberships.annotators().select_related("project").select_for_update(no_key=True, of=("self",))
    annotator: Membership | None = annotators.filter(pk=annotator_id).first()
    if annotator is None:
        raise Http404("There is no such annotator.")
    return annotator
