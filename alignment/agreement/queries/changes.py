"""Reading counts of agreement: whatever has changed since they were counted is counted first.

Counts are kept for readers, and by them: a submission only notes its item. Counting holds the project's counts, and no
row that anybody waits for. A transaction that locks items besides locks their project first, so that no two of these
wait for one another.
"""

from collections.abc import Collection
from typing import TypeVar

from django.db import models, transaction
from django.db.models import Func, Max, QuerySet, TextField, Value

from alignment.agreement.models import ChangedItem
from alignment.agreement.queries.counting import recount
from annotation_site.assignments.models import Item
from annotation_site.jobs.workers.holds import Hold, hold
from annotation_site.projects.models import Project

Counts = TypeVar("Counts", bound=models.Model)
# So many items at a time hold up others that want to read.
BATCH = 100


def up_to_date(model: type[Counts], project: Project) -> QuerySet[Counts]:
    """Return the project's rows of a table of counts, with everything counted that was stored before."""
    count_changes(project.pk)
    return model._default_manager.filter(project=project)


def count_changes(*projects: int) -> None:
    """Count what has changed so far, in batches with a transaction each, so that others wait for one at most."""
    for project_id, last in _find_last(projects):
        is_left = True
        while is_left:
            with transaction.atomic():
                hold(Hold.COUNTS, project_id)
                is_left = _count_batch(project_id, last)


def hold_counts(project: Project) -> None:
    """Count every change, and let nobody else write counts of the project until the transaction ends, which has locked
    the project's row.
    """
    hold(Hold.COUNTS, project.pk)
    for project_id, last in _find_last([project.pk]):  # one row, or none
        while _count_batch(project_id, last):
            pass


def _find_last(projects: Collection[int]) -> list[tuple[int, int]]:
    """Return each project that has changes, with the last of these; none in a snapshot to read from, which keeps the
    counts of its moment.
    """
    is_read_only = Func(Value("transaction_read_only"), function="current_setting", output_field=TextField())
    changes = ChangedItem.objects.alias(is_read_only=is_read_only).filter(project__in=projects, is_read_only="off")
    return list(changes.order_by("project").values_list("project").annotate(last=Max("pk")))


def _count_batch(project_id: int, last: int) -> bool:
    """Count the oldest changes up to this one, and return whether there may be more. A change that is committed while
    they are counted has a note of its own, and is counted again with that.
    """
    changes = list(ChangedItem.objects.filter(project=project_id, pk__lte=last).order_by("pk")[:BATCH])
    if changes:
        changed = Item.versions.filter(pk__in={change.item_id for change in changes})
        items = list(changed.select_related("project__alignment").order_by("pk"))
        recount(items, is_change=any(change.is_reading for change in changes))
        ChangedItem.objects.filter(pk__in=[change.pk for change in changes]).delete()
    return len(changes) == BATCH
