"""Services for choosing items with known answers, and their frequency."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import F, ProtectedError, Q
from django.http import Http404

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.compounds.models import FIRST_FILLER
from idiomaticity.ratings.queries import count_rating_changes, find_compound
from idiomaticity.screening.answers import LARGEST_SHARE, LONGEST_EXPLANATION, find_fault
from idiomaticity.screening.models import KnownRating, ScreeningSettings
from idiomaticity.screening.queries.competence import COMPETENCE

ADD, REMOVE, SET = "add_known_rating", "remove_known_rating", "set_screening"


@transaction.atomic
def add_known_rating(
    *,
    user: User,
    project: Project,
    item: str,
    use: str,
    expected: Mapping[str, Sequence[int]],
    explanation: str = "",
    operation_id: UUID | None = None,
) -> KnownRating | None:
    """Use an item, by identifier or number, for one purpose instead of work; return None for a repeated request.

    Items that nobody has begun can be used, and so can those with all their ratings, which still count; others are
    refused.
    """
    require(can_manage, user, project)
    if use not in KnownRating.Use.values:
        raise DomainError(f"The use of an item must be one of: {', '.join(KnownRating.Use.values)}.")
    if fault := find_fault(expected, project.idiomaticity.score_scale):
        raise DomainError(fault)
    explanation = explanation.strip()
    if len(explanation) > LONGEST_EXPLANATION:
        raise DomainError(f"An explanation must have at most {LONGEST_EXPLANATION} characters.")
    found = _find_item(project, item)
    if is_repeat(actor=user, operation_id=operation_id, kind=ADD, project=project, about={"item": found.number}):
        return None
    if KnownRating.objects.filter(item=found).exists():
        raise NotEditable(f"{item} already has a known answer. Remove it first.")
    _withdraw(found, item)
    known = KnownRating.objects.create(
        project=project,
        item=found,
        use=use,
        expected={scale: list(ends) for scale, ends in expected.items()},
        explanation=explanation,
        added_by=user,
    )
    _settle_filler(found)
    payload = {"item": found.number, "use": use, "expected": known.expected}
    record_operation(actor=user, project=project, kind=ADD, payload=payload, operation_id=operation_id)
    return known


@transaction.atomic
def remove_known_rating(*, user: User, project: Project, number: int, operation_id: UUID | None = None) -> None:
    """Stop using an item; it returns to work if nobody has seen it. One that came with its answer goes with it."""
    require(can_manage, user, project)
    about = {"item": number}
    if is_repeat(actor=user, operation_id=operation_id, kind=REMOVE, project=project, about=about):
        return
    known = project.known_ratings.filter(item__number=number).first()
    if known is None:
        raise Http404(f"Item {number} has no known answer.")
    item = Item.objects.select_for_update(no_key=True, of=("self",)).get(pk=known.item_id)
    # Once the row is gone, so are leases that held it: those that rest on it are stored.
    known.delete()
    if item.assignments.exclude(purpose__in=["work", "extra"]).exists():
        raise NotEditable("This item cannot be removed, because participants have already answered it.")
    payload = {**about, "use": known.use}
    record_operation(actor=user, project=project, kind=REMOVE, payload=payload, operation_id=operation_id)
    if find_compound(item).number >= FIRST_FILLER:
        _delete(project, item)
        return
    _settle_filler(item)
    if item.state == Item.State.WITHDRAWN and not item.withdrawn_from:
        is_done = item.submitted_count >= item.required_count
        item.state = Item.State.ANNOTATED if is_done else Item.State.OPEN
        item.save(update_fields=["state"])


@transaction.atomic
def request_competence(*, user: User, project: Project) -> Job:
    """Queue the estimate of the raters' competence; a repeated request for the same ratings returns the same job."""
    require(can_manage, user, project)
    changes = count_rating_changes(project)
    if not changes:
        raise DomainError("There are no ratings yet.")
    return request_job(
        user=user, project=project, kind=COMPETENCE, idempotency_key=str(changes), parameters={"changes": changes}
    )


@transaction.atomic
def set_screening(*, user: User, project: Project, attention_share: int, pass_mark: int) -> ScreeningSettings:
    """Store the share of attention items and the pass mark, both in percent."""
    require(can_manage, user, project)
    if not 0 <= attention_share <= LARGEST_SHARE or not 1 <= pass_mark <= 100:
        raise DomainError(f"The share of attention items must be 0 to {LARGEST_SHARE} %, the pass mark 1 to 100 %.")
    values = {"attention_share": attention_share, "pass_mark": pass_mark}
    settings, _ = ScreeningSettings.objects.update_or_create(project=project, defaults=values)
    record_operation(actor=user, project=project, kind=SET, payload=values)
    return settings


def _find_item(project: Project, name: str) -> Item:
    items = Item.objects.select_for_update(no_key=True, of=("self",)).filter(project=project)
    found: Item | None = items.filter(identifier__iexact=name.strip()).order_by("number").first()
    if found is None and name.strip().isascii() and name.strip().isdecimal() and len(name.strip()) < 9:
        found = items.filter(number=int(name)).first()
    if found is None:
        raise DomainError(
            f"There is no item “{name.strip()[:60]}”. Use a name from the results, such as glass ceiling-1."
        )
    return found


def _settle_filler(item: Item) -> None:
    """Say whether the item's compound is there for known answers alone, and was never rated as work."""
    compound = find_compound(item)
    own = Item.objects.filter(Q(compound=compound) | Q(occurrence__compound=compound))
    rated = Assignment.objects.filter(item__in=own, purpose__in=["work", "extra"])
    compound.is_filler = not own.filter(known_rating=None).exists() and not rated.exists()
    compound.save(update_fields=["is_filler"])


def _delete(project: Project, item: Item) -> None:
    """Delete an item that came with its answer; it was no work, so that nothing else is about it."""
    compound = find_compound(item)
    try:
        if compound.item_id == item.pk:
            compound.item = None
            compound.save(update_fields=["item"])
        else:
            item.occurrence.delete()
        if not Item.objects.filter(Q(compound=compound) | Q(occurrence__compound=compound)).exists():
            compound.occurrences.all().delete()
            compound.delete()
        item.delete()
    except ProtectedError:
        raise NotEditable("This item cannot be removed, because a machine has answered it.") from None
    Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - 1)


def _withdraw(item: Item, name: str) -> None:
    is_begun = bool(item.assigned_count) or item.assignments.exists()
    if item.state == Item.State.OPEN and is_begun:
        raise NotEditable(f"{name} is being rated. Choose an item that is unassigned or has all its ratings.")
    item.state = Item.State.WITHDRAWN
    item.save(update_fields=["state"])
