"""Choosing pairs with known gold, for training or silent checks: decided here, or with gold from a file."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.http import Http404

from alignment.agreement.queries.changes import count_changes
from alignment.formats.link_files import DETECT, LinkFile
from alignment.readings.links import Reading
from alignment.releases.queries.pairs import read_golds
from alignment.training.models import KnownGold, TrainingReading
from alignment.training.services.gold_files import MOST_PAIRS, read_gold_file
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

# Nothing in it is left to decide, and no round is changing it.
SETTLED = Q(state__in=[Item.State.ANNOTATED, Item.State.ADJUDICATED]) & (
    Q(agreement__is_ready=True, agreement__undecided_count=0) | Q(state=Item.State.ADJUDICATED)
)


@transaction.atomic
def mark_known_gold(
    *, user: User, project: Project, numbers: Sequence[int], use: str, operation_id: UUID
) -> list[KnownGold]:
    """Use settled pairs, by number, with their current gold; a pair that is already chosen changes its use."""
    require(can_manage, user, project)
    about = {"pairs": list(numbers)}
    if is_repeat(actor=user, operation_id=operation_id, kind="mark_known_gold", project=project, about=about):
        return list(project.known_gold.filter(item__number__in=numbers))
    _require_use(use)
    if not 0 < len(numbers) <= MOST_PAIRS:
        raise DomainError(f"Name 1 to {MOST_PAIRS:,} pairs.")
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    items = _lock_items(project, Q(number__in=numbers))
    count_changes(project.pk)
    known = set(project.known_gold.filter(item__in=items.values()).values_list("item_id", flat=True))
    settled = set(
        Item.objects.filter(SETTLED, pk__in=[item.pk for item in items.values()]).values_list("pk", flat=True)
    )
    for number in numbers:
        if number not in items:
            raise DomainError(f"There is no pair {number}.")
        if items[number].pk not in settled | known:
            raise DomainError(f"Pair {number} is not finished. It needs all its readings and no open disagreements.")
    fresh = [item for item in items.values() if item.pk not in known]
    golds = read_golds(fresh)
    rows = [_row(user, item, golds[item.pk], use, KnownGold.Origin.DECIDED) for item in fresh]
    KnownGold.objects.bulk_create(rows)
    changed = project.known_gold.filter(item__in=known)
    for row in changed.exclude(use=use):
        row.use = use
        row.save(update_fields=["use"])
    _record(user, project, operation_id, "mark_known_gold", numbers, use)
    return [*rows, *changed]


@transaction.atomic
def import_known_gold(
    *, user: User, project: Project, file: LinkFile, base: str = DETECT, use: str, operation_id: UUID
) -> int:
    """Import gold from a file in any format of links; a pair is named by its identifier, or its number.

    A pair that nobody has begun is withdrawn from work; one that is being annotated is refused. All or nothing.
    """
    require(can_manage, user, project)
    if is_repeat(actor=user, operation_id=operation_id, kind="import_known_gold", project=project):
        return 0
    _require_use(use)
    golds = read_gold_file(project, file, base)
    for gold in golds:
        if gold.item.state == Item.State.OPEN:
            _withdraw(gold.item, gold.origin)
        KnownGold.objects.update_or_create(
            item=gold.item,
            defaults={
                "project": project,
                "use": use,
                "origin": KnownGold.Origin.IMPORTED,
                "reading": gold.reading.to_json(),
                "added_by": user,
            },
        )
    numbers = sorted(gold.item.number for gold in golds)
    _record(user, project, operation_id, "import_known_gold", numbers, use)
    return len(golds)


@transaction.atomic
def remove_known_gold(*, user: User, project: Project, number: int, operation_id: UUID) -> Item:
    """Stop using a pair for training or checks, and return it. One that was withdrawn for it is work again, unless
    somebody has read it or has it in an attempt at the training set: whoever knows a pair so is never given it as work.
    """
    require(can_manage, user, project)
    about = {"pairs": [number]}
    if is_repeat(actor=user, operation_id=operation_id, kind="remove_known_gold", project=project, about=about):
        return Item.objects.get(project=project, number=number)
    row = project.known_gold.select_related("item").filter(item__number=number).first()
    if row is None:
        raise Http404(f"Pair {number} is not used for training or checks.")
    item = Item.objects.select_for_update(no_key=True, of=("self",)).get(pk=row.item_id)
    row.delete()
    is_for_this = item.state == Item.State.WITHDRAWN and not item.withdrawn_from
    # Once the row is gone, so are leases and attempts that held it: those that rest on it are stored.
    is_known = item.assignments.exists() or TrainingReading.objects.filter(item=item).exists()
    if is_for_this and not is_known:
        item.state = Item.State.OPEN
        item.save(update_fields=["state"])
    _record(user, project, operation_id, "remove_known_gold", [number], row.use)
    return item


def _lock_items(project: Project, wanted: Q) -> dict[int, Item]:
    items = Item.objects.filter(wanted, project=project).select_for_update(no_key=True, of=("self",)).order_by("pk")
    return {item.number: item for item in items.select_related("sentence_pair", "project__alignment")}


def _withdraw(item: Item, where: str) -> None:
    if item.assignments.exists():
        raise DomainError(f"{where}: pair {item.number} is being annotated.")
    item.state = Item.State.WITHDRAWN
    item.save(update_fields=["state"])


def _row(user: User, item: Item, gold: Reading, use: str, origin: str) -> KnownGold:
    return KnownGold(
        item=item, project_id=item.project_id, use=use, origin=origin, reading=gold.to_json(), added_by=user
    )


def _require_use(use: str) -> None:
    if use not in KnownGold.Use.values:
        raise DomainError(f"The use of known gold must be one of: {', '.join(KnownGold.Use.values)}.")


def _record(user: User, project: Project, operation_id: UUID, kind: str, numbers: Sequence[int], use: str) -> None:
    payload = {"pairs": list(numbers), "use": use}
    record_operation(actor=user, project=project, kind=kind, payload=payload, operation_id=operation_id)
