"""The places that an excluded annotator's work takes on items: given to others, and back where there is room.

A place is one of the annotators that an item wants. Work without one has the purpose *extra*: it stays, and counts in
figures once its annotator does, and its item knows nothing of it.
"""

from collections.abc import Collection
from itertools import groupby

from django.db.models import Exists, OuterRef

from annotation_site.projects.models import Assignment, Exclusion, Item, Membership, Operation, Project

State, Purpose = Assignment.State, Assignment.Purpose
HOLDS = (State.IN_PROGRESS, State.SUBMITTED)
TAKES_WORK = (Item.State.OPEN, Item.State.ANNOTATED)
# What is out of work now gives places back too, for the day on which it is work again; nobody is given them meanwhile.
HAS_PLACES = (*TAKES_WORK, Item.State.WITHDRAWN)
# A round of judging ends when its manager says so, and a pair's gold stands on the readings that it had.
GIVEN_OUT_AGAIN = (Project.Kind.IDIOMATICITY,)
BATCH = 1_000


def free_places(annotator: Membership) -> int:
    """Make the locked annotator's work extra, and give its places to work that has none, or to whoever comes next;
    tells how many are to be filled by others. What was brought in with a finished study was never given out, and is
    not given out again."""
    if annotator.project.kind not in GIVEN_OUT_AGAIN:
        return 0
    given_out = Operation.objects.filter(assignment=OuterRef("pk"), kind="lease")
    own = Assignment.objects.filter(Exists(given_out), annotator=annotator, purpose=Purpose.WORK)
    held = {each.item_id: each for each in own.filter(item__state__in=HAS_PLACES).select_for_update().order_by("pk")}
    Assignment.objects.filter(pk__in=[each.pk for each in held.values()]).update(purpose=Purpose.EXTRA)
    holding = [item for item, each in held.items() if each.state in HOLDS]
    items = _lock_items(holding)
    for item in items.values():
        item.assigned_count -= 1
        item.submitted_count -= held[item.pk].state == State.SUBMITTED
    _give_to_extra(items)
    _store(items.values())
    return sum(item.state in TAKES_WORK and item.wanted_count > item.assigned_count for item in items.values())


def take_places(annotator: Membership) -> None:
    """Let the locked annotator's extra work have places where there is room; the rest counts in figures all the same,
    beyond the wanted number."""
    own = Assignment.objects.filter(annotator=annotator, purpose=Purpose.EXTRA)
    own.exclude(state__in=HOLDS).update(purpose=Purpose.WORK)
    items = _lock_items(list(own.values_list("item", flat=True)))
    _give_to_extra(items)
    _store(items.values())


def _lock_items(items: Collection[int]) -> dict[int, Item]:
    # In the order of their keys, as everybody does who holds several.
    return {item.pk: item for item in Item.objects.filter(pk__in=items).order_by("pk").select_for_update()}


def _give_to_extra(items: dict[int, Item]) -> None:
    """What is handed in goes before what is begun. Rows that somebody else holds just now are passed over: waiting for
    them under the lock of items could go round in a circle."""
    excluded = Exclusion.objects.filter(membership=OuterRef("annotator"), lifted_at=None)
    spare = Assignment.objects.filter(~Exists(excluded), item__in=items, purpose=Purpose.EXTRA, state__in=HOLDS)
    rows = spare.select_for_update(skip_locked=True, of=("self",)).order_by("item", "-state", "pk")
    chosen: list[int] = []
    for item_id, found in groupby(rows, key=lambda row: row.item_id):
        item = items[item_id]
        for row in list(found)[: max(0, item.wanted_count - item.assigned_count)]:
            chosen.append(row.pk)
            item.assigned_count += 1
            item.submitted_count += row.state == State.SUBMITTED
    Assignment.objects.filter(pk__in=chosen).update(purpose=Purpose.WORK)


def _store(items: Collection[Item]) -> None:
    for item in items:
        if item.state in TAKES_WORK:
            is_done = item.submitted_count >= item.wanted_count
            item.state = Item.State.ANNOTATED if is_done else Item.State.OPEN
    Item.objects.bulk_update(items, ["assigned_count", "submitted_count", "state"], batch_size=BATCH)
