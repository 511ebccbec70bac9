"""Queues of items on which readings differ, worst first: tables of a kind with `item`, `project`, `strength` and
`is_decided`, which have an index in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.pending_tasks import PendingTask

TO_DECIDE, DECIDED, AGREED = "to-decide", "decided", "agreed"
SHOWN = {TO_DECIDE: gettext_noop("To decide"), DECIDED: gettext_noop("Decided"), AGREED: gettext_noop("Agreed")}
STRENGTH = "strength"


class QueuePosition(NamedTuple):
    """The number of items that wait, and the place of one of them, worst first; None for one that does not wait."""

    place: int | None
    waiting: int


def make_queue_task(
    *,
    name: str,
    route: str,
    one: str,
    many: str,
    rows: Callable[[User], QuerySet[Any]],
    prepare: Callable[[Iterable[int]], None] = lambda projects: None,
) -> PendingTask:
    """Return what waits for the adjudicators of a kind, in its words, which are marked for translation."""
    return PendingTask(name=name, ability=can_adjudicate, route=route, one=one, many=many, rows=rows, prepare=prepare)


def order_queue(rows: QuerySet[Any], strength: str = STRENGTH) -> QuerySet[Any]:
    """Return the rows worst first."""
    return rows.order_by(f"-{strength}", "item_id")


def find_next(
    waiting: QuerySet[Any], item: Item | None = None, *, strength: str = STRENGTH, here: float | None = None
) -> int | None:
    """Return the number of the item to decide after this one, from the top again after the last; None when none is
    left. `here` is the strength of the item, where it is not a row of the same table.
    """
    if item is not None and here is None and strength == STRENGTH:
        here = waiting.model._default_manager.filter(pk=item.pk).values_list(strength, flat=True).first()
    for rows in _look_after(waiting.select_related(None), item, strength, here):
        number: int | None = order_queue(rows, strength).values_list("item__number", flat=True).first()
        if number is not None:
            return number
    return None


def find_position(waiting: QuerySet[Any], item: Item | None) -> QueuePosition:
    """Return where the item stands among those that wait."""
    rows = waiting.select_related(None)
    here = rows.filter(item=item).values_list(STRENGTH, flat=True).first()
    if item is None or here is None:
        return QueuePosition(None, rows.count())
    worse = rows.filter(Q(strength__gt=here) | Q(strength=here, item__lt=item.pk))
    return QueuePosition(worse.count() + 1, rows.count())


def _look_after(
    waiting: QuerySet[Any], item: Item | None, strength: str, here: float | None
) -> Iterator[QuerySet[Any]]:
    """Yield the rows after the item, then all others."""
    if item is None:
        yield waiting
        return
    others = waiting.exclude(item=item)
    if here is not None:
        # Two lookups in the index: one condition over both columns would walk through all that is worse.
        yield others.filter(**{strength: here}, item__gt=item.pk)
        yield others.filter(**{f"{strength}__lt": here})
    yield others
