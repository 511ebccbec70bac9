"""Number of required ratings for each item, raised where the figures need more."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.screening.models import KnownRating

RAISE_REQUIRED = "raise_required_ratings"
MOST_REQUIRED = 50


@transaction.atomic
def raise_required_ratings(
    *, user: User, project: Project, numbers: Collection[int], required: int, operation_id: UUID | None = None
) -> int:
    """Raise the number of required ratings of items, given by number, and return the number of items raised.

    Items that want as many already stay as they are. Finished items reopen, and are assigned before those with more
    ratings, so that sentences reach the required number evenly. Repeating an operation id raises nothing more.
    """
    require(can_manage, user, project)
    if not numbers:
        raise DomainError("Choose at least one sentence.")
    if not 1 <= required <= MOST_REQUIRED:
        raise DomainError(f"Required ratings must be 1 to {MOST_REQUIRED}.")
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if is_repeat(actor=user, operation_id=operation_id, kind=RAISE_REQUIRED, project=project):
        return 0
    items = list(
        Item.objects.filter(project=project, number__in=numbers)
        .order_by("pk")
        .select_for_update(no_key=True, of=("self",))
    )
    if missing := sorted(set(numbers) - {item.number for item in items}):
        raise DomainError(f"There is no item {missing[0]}.")
    if fixed := [item.number for item in items if item.state not in (Item.State.OPEN, Item.State.ANNOTATED)]:
        raise NotEditable(f"Item {fixed[0]} cannot get more ratings.")
    if known := KnownRating.objects.filter(item__in=items).values_list("item__number", flat=True).first():
        raise NotEditable(f"Item {known} has a known answer and is not part of the work.")
    raised = [item for item in items if item.required_count < required]
    for item in raised:
        item.required_count, item.state = required, Item.State.OPEN
    Item.objects.bulk_update(raised, ["required_count", "state"], batch_size=1_000)
    record_operation(
        actor=user,
        project=project,
        kind=RAISE_REQUIRED,
        payload={"items": [item.number for item in raised], "required": required},
        operation_id=operation_id,
    )
    return len(raised)
