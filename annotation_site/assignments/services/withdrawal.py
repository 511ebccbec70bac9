"""Withdrawing items from a project, and bringing them back: their work is kept, and counts in nothing meanwhile."""

from collections.abc import Callable, Sequence
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import AnnotationKind, kind_of
from annotation_site.assignments.models import LONGEST_REASON, Item
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable

WITHDRAW, BRING_BACK = "withdraw", "bring_back"
MOST_ITEMS = 1_000


@transaction.atomic
def withdraw_items(
    *, user: User, project: Project, numbers: Sequence[int], operation_id: UUID, reason: str = ""
) -> int:
    """Withdraw items by number and return how many: they are not assigned again, and their work leaves agreement,
    figures and releases. All or nothing; annotators who have one open can finish.
    """
    require(can_manage, user, project)
    kind = kind_of(project)

    def withdraw(item: Item) -> None:
        if obstacle := find_obstacle(kind, item, to=WITHDRAW):
            raise NotEditable(obstacle)
        item.withdrawn_from, item.state = item.state, Item.State.WITHDRAWN

    told = {"reason": " ".join(reason.split())[:LONGEST_REASON]}
    return _change(user, project, numbers, operation_id, WITHDRAW, withdraw, told)


@transaction.atomic
def bring_back_items(*, user: User, project: Project, numbers: Sequence[int], operation_id: UUID) -> int:
    """Bring withdrawn items back with all their work, and return how many. All or nothing."""
    require(can_manage, user, project)
    kind = kind_of(project)

    def bring_back(item: Item) -> None:
        if obstacle := find_obstacle(kind, item, to=BRING_BACK):
            raise NotEditable(obstacle)
        # What was decided stays decided; other work may have come or gone meanwhile.
        if item.withdrawn_from != Item.State.ADJUDICATED:
            is_done = item.submitted_count >= item.required_count
            item.withdrawn_from = Item.State.ANNOTATED if is_done else Item.State.OPEN
        item.state, item.withdrawn_from = kind.state_on_return(item), ""

    return _change(user, project, numbers, operation_id, BRING_BACK, bring_back, {})


def _change(
    user: User,
    project: Project,
    numbers: Sequence[int],
    operation_id: UUID,
    kind: str,
    change: Callable[[Item], None],
    told: dict[str, str],
) -> int:
    if not 0 < len(numbers) <= MOST_ITEMS:
        raise DomainError(f"Choose 1 to {MOST_ITEMS:,} items.")
    if not kind_of(project).counts_known_items:
        Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    items = _lock(project, numbers)
    # Each item has an operation of its own, for its history; a form sent twice has made them before.
    ids = {item.pk: uuid5(operation_id, f"{kind} {item.pk}") for item in items}
    known = Operation.objects.filter(actor=user, kind=kind, operation_id__in=ids.values())
    made = set(known.values_list("item", flat=True))
    changed = [item for item in items if item.pk not in made]
    for item in changed:
        change(item)
        item.save(update_fields=["state", "withdrawn_from"])
        record_operation(actor=user, item=item, kind=kind, payload=told, operation_id=ids[item.pk])
    if changed:
        kind_of(project).after_withdrawal(changed)
        _count_off(project, changed)
    return len(items)


def _count_off(project: Project, items: Sequence[Item]) -> None:
    """Take from the number of the project's items those that are no work now though no manager withdraws them, where
    the kind does not count such.
    """
    gone = sum(item.state == Item.State.WITHDRAWN and not item.withdrawn_from for item in items)
    if gone and not kind_of(project).counts_known_items:
        Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - gone)


def _lock(project: Project, numbers: Sequence[int]) -> list[Item]:
    wanted = Item.objects.filter(project=project, number__in=numbers).select_related("project")
    items = {item.number: item for item in wanted.select_for_update(no_key=True, of=("self",)).order_by("pk")}
    if missing := [number for number in numbers if number not in items]:
        raise DomainError(f"There is no {kind_of(project).noun} {missing[0]} in this project.")
    return list(items.values())


def find_obstacle(kind: AnnotationKind, item: Item, *, to: str) -> str:
    """Return the sentence that says why an item cannot be withdrawn or brought back, or an empty one."""
    name = f"{kind.noun.capitalize()} {item.number}"
    if to == BRING_BACK:
        return "" if item.withdrawn_from else f"{name} was not withdrawn."
    if item.withdrawn_from:
        return f"{name} is withdrawn already."
    if item.state == Item.State.WITHDRAWN:
        return f"{name} is no longer assigned in any case: {kind.why_withdrawn(item)}."
    return kind.find_other_use(item)
