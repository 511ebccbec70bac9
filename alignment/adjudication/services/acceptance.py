"""Accepting every pair on which all readings agree, in one action that can be undone."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, F, Max, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from alignment.adjudication.models import Acceptance, Adjudication, LinkDecision
from alignment.agreement.models import ItemAgreement
from alignment.agreement.queries.changes import hold_counts, up_to_date
from alignment.agreement.queries.sums import add_accepted
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from annotation_site.webhooks.models import Event
from annotation_site.webhooks.services import announce

ACCEPT, UNDO = "accept_agreed", "undo_accept_agreed"
# About three seconds; what is left is accepted by the same button again.
MOST_AT_ONCE = 100_000
ACCEPT_PAIRS = """
    INSERT INTO alignment_adjudication (item_id, version, updated_at, accepted_in_id)
    SELECT item_id, 1, now(), %s FROM unnest(%s) AS item_id ORDER BY item_id
    ON CONFLICT (item_id) DO UPDATE SET version = alignment_adjudication.version + 1, updated_at = now(),
        accepted_in_id = EXCLUDED.accepted_in_id
"""


@transaction.atomic
def accept_agreed(*, user: User, project: Project, operation_id: UUID) -> Acceptance:
    """Adjudicate every pair that is ready and has no disagreement, as its readings have it."""
    project = _lock_project(user, project)
    if earlier := _find_repeat(user, project, operation_id, ACCEPT):
        return earlier
    agreed = list(_agreed(project).order_by("item_id").values_list("item_id", flat=True)[:MOST_AT_ONCE])
    _lock_items(agreed)
    # Asked again: some may have been reopened while we waited.
    hold_counts(project)
    still = _agreed(project).filter(item__in=agreed, item__state=Item.State.ANNOTATED)
    items = list(still.values_list("item_id", flat=True))
    if not items:
        raise DomainError(_("There are no pairs with full agreement left to accept."))
    last = project.acceptances.aggregate(last=Max("number"))["last"] or 0
    accepted = Acceptance.objects.create(project=project, number=last + 1, pairs=len(items), accepted_by=user)
    with connection.cursor() as cursor:
        cursor.execute(ACCEPT_PAIRS, [accepted.pk, items])
    _move(items, Item.State.ADJUDICATED)
    _record(user, operation_id, ACCEPT, accepted, len(items))
    api = reverse("api:adjudication-acceptances", args=[project.slug])
    told = {"acceptance": accepted.number, "items": len(items), "api": api}
    announce(project, Event.ADJUDICATED, lambda: told)
    return accepted


@transaction.atomic
def undo_acceptance(*, user: User, project: Project, operation_id: UUID, number: int) -> Acceptance:
    """Undo one acceptance: its pairs wait again, except those in which something was decided since."""
    project = _lock_project(user, project)
    if earlier := _find_repeat(user, project, operation_id, UNDO):
        return earlier
    accepted: Acceptance | None = project.acceptances.filter(number=number).first()
    if accepted is None:
        raise DomainError(_("There is no acceptance {number} in this project.").format(number=number))
    if accepted.undone_at is not None:
        raise NotEditable(_("Acceptance {number} was already undone.").format(number=number))
    mine = list(accepted.adjudications.order_by("item_id").values_list("item_id", flat=True))
    _lock_items(mine)
    # A pair may have been decided, or corrected and read again, since.
    hold_counts(project)
    decided = LinkDecision.objects.filter(item__in=mine).values("item_id")
    standing = ItemAgreement.objects.filter(item__in=mine, is_accepted=True).exclude(item__in=decided)
    items = sorted(standing.values_list("item_id", flat=True))
    Adjudication.objects.filter(item__in=mine).update(accepted_in=None, version=F("version") + 1)
    _move(items, Item.State.ANNOTATED)
    accepted.undone_by, accepted.undone_at = user, timezone.now()
    accepted.save(update_fields=["undone_by", "undone_at"])
    _record(user, operation_id, UNDO, accepted, len(items))
    return accepted


def _lock_project(user: User, project: Project) -> Project:
    require(can_adjudicate, user, project)
    # One acceptance at a time: what waited for another one finds nothing left, instead of pairs in another order.
    return Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)


def _agreed(project: Project) -> QuerySet[ItemAgreement]:
    return up_to_date(ItemAgreement, project).filter(is_ready=True, disagreement_count=0, is_accepted=False)


def _lock_items(items: Sequence[int]) -> None:
    list(
        Item.objects.filter(pk__in=items).select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk")
    )


def _move(items: Sequence[int], state: str) -> None:
    is_accepted = state == Item.State.ADJUDICATED
    Item.objects.filter(pk__in=items).update(state=state)
    rows = ItemAgreement.objects.filter(item__in=items)
    rows.update(is_accepted=is_accepted)
    numbers: Iterable[tuple[int, int, bool, int]] = (
        rows.order_by().values_list("project_id", "raters", "is_ready").annotate(n=Count("pk"))
    )
    add_accepted({row[:3]: row[3] if is_accepted else -row[3] for row in numbers})


def _find_repeat(user: User, project: Project, operation_id: UUID, kind: str) -> Acceptance | None:
    earlier = Operation.objects.filter(actor=user, operation_id=operation_id).first()
    if earlier is None:
        return None
    if earlier.kind != kind or earlier.project_id != project.pk:
        raise DomainError("This operation ID was already used for a different action. Use a new ID for every action.")
    found: Acceptance = project.acceptances.get(number=earlier.payload["acceptance"])
    return found


def _record(user: User, operation_id: UUID, kind: str, accepted: Acceptance, pairs: int) -> None:
    record_operation(
        actor=user,
        project=accepted.project,
        kind=kind,
        payload={"acceptance": accepted.number, "pairs": pairs},
        operation_id=operation_id,
    )
