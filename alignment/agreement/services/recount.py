"""Counting a project's agreement from scratch, and reporting stored sums that were wrong."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import models, transaction

from alignment.adjudication.models import QueuePlace, QueueTotal
from alignment.adjudication.queries.queue_counts import TOTAL_KEYS as QUEUE_KEYS
from alignment.adjudication.queries.queue_counts import TOTAL_SUMS as QUEUE_SUMS
from alignment.adjudication.queries.queue_counts import add_to_queue_totals, sum_places
from alignment.agreement.models import AgreementTotal, ItemAgreement, ItemAgreementTotal, PairAgreement
from alignment.agreement.queries.changes import count_changes, hold_counts
from alignment.agreement.queries.running_sums import Sums
from alignment.agreement.queries.sums import (
    ITEM_KEYS,
    ITEM_SUMS,
    TOTAL_KEYS,
    TOTAL_SUMS,
    add_to_item_totals,
    add_to_totals,
    sum_item_rows,
    sum_pair_rows,
)
from alignment.agreement.services.changes import note_changes
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project

CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class Difference:
    """One sum whose stored value differed from the sum of its rows."""

    table: str
    key: tuple[object, ...]
    name: str
    stored: int
    counted: int

    def __str__(self) -> str:
        where = " ".join(str(part) for part in self.key[1:])
        return f"{self.table} {where}: {self.name} was {self.stored:,}, counted {self.counted:,}"


def recount_agreement(project: Project) -> list[Difference]:
    """Correct the sums from the rows they summarise, in one transaction; exact while others work.

    Readers of this project wait meanwhile if anything has changed: about a second for 100,000 pairs.
    """
    with transaction.atomic():
        hold_counts(project)
        stored = _stored(AgreementTotal, TOTAL_KEYS, TOTAL_SUMS, project)
        counted = sum_pair_rows(PairAgreement.objects.filter(project=project).iterator(CHUNK))
        stored_items = _stored(ItemAgreementTotal, ITEM_KEYS, ITEM_SUMS, project)
        counted_items = sum_item_rows(ItemAgreement.objects.filter(project=project).iterator(CHUNK))
        stored_queue = _stored(QueueTotal, QUEUE_KEYS, QUEUE_SUMS, project)
        counted_queue = sum_places(QueuePlace.objects.filter(project=project).iterator(CHUNK))
        differences = [
            *_compare("annotators", TOTAL_SUMS, stored, counted),
            *_compare("pairs", ITEM_SUMS, stored_items, counted_items),
            *_compare("queue", QUEUE_SUMS, stored_queue, counted_queue),
        ]
        if differences:
            add_to_totals(stored, counted)
            add_to_item_totals(stored_items, counted_items, is_change=True)
            add_to_queue_totals(stored_queue, counted_queue)
    return differences


def recount_readings(project: Project) -> int:
    """Recount every pair from its submissions; return the number of pairs."""
    items = list(Item.objects.filter(project=project).order_by("pk").only("project_id"))
    note_changes(items)
    count_changes(project.pk)
    return len(items)


def _stored(model: type[models.Model], keys: tuple[str, ...], sums: tuple[str, ...], project: Project) -> Sums:
    rows = model._default_manager.filter(project=project).values_list(*keys, *sums)
    return {row[: len(keys)]: list(row[len(keys) :]) for row in rows}


def _compare(table: str, names: tuple[str, ...], stored: Sums, counted: Sums) -> Iterator[Difference]:
    nothing = [0] * len(names)
    for key in sorted(stored.keys() | counted.keys()):
        pairs = zip(names, stored.get(key, nothing), counted.get(key, nothing), strict=True)
        yield from (Difference(table, key, name, old, new) for name, old, new in pairs if old != new)
