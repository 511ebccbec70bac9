"""Queues of items on which readings differ, worst first: tables of a kind with `item`, `project`, `strength` and
`is_decided`, which have an index in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db.models import Q, QuerySet

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.notices.pending_tasks import PendingTask
from annotation_site.projects.abilities import can_adjudicate

TO_DECIDE, DECIDED, AGREED = "to-decide", "decided", "agreed"
SHOWN = {TO_DECIDE: "To decide", DECIDED: "Decided", AGREED: "Agreed"}


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


def order_queue(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the rows worst first."""
    return rows.order_by("-strength", "item_id")


def find_next(waiting: QuerySet[Any], item: Item | None = None) -> int | None:
    """Return the number of the item to decide after this one, from the top again after the last; None when none is
    left.
    """
    for rows in _look(waiting.select_related(None), item):
        number: int | None = order_queue(rows).values_list("item__number", flat=True).first()
        if number is not None:
            return number
    return None


def _look(waiting: QuerySet[Any], item: Item | None) -> Iterator[QuerySet[Any]]:
    """Yield the rows after the item, then all others."""
    if item is None:
        yield waiting
        return
    others = waiting.exclude(item=item)
    here = waiting.model._default_manager.filter(pk=item.pk).values_list("strength", flat=True).first()
    if here is not None:
        yield others.filter(Q(strength__lt=here) | Q(strength=here, item__gt=item.pk))
    yield others
