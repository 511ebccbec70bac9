"""Reading counts of agreement: whatever has changed since they were counted is counted first.

Counts are kept for readers, and by them: a submission only notes its item. Counting holds the project's counts, and no
row that anybody waits for. A transaction that locks items besides locks their project first, so that no two of these
wait for one another.
"""

from typing import TypeVar

from django.db import models, transaction
from django.db.models import QuerySet

from alignment.agreement.queries.counting import recount
from annotation_site.assignments.models import Item
from annotation_site.jobs.workers.holds import Hold, hold
from annotation_site.prepared import Prepared, Statement, among
from annotation_site.projects.models import Project

Counts = TypeVar("Counts", bound=models.Model)
# So many items at a time hold up others that want to read.
BATCH = 100
# A snapshot to read from keeps the counts of its moment.
_find_last = Statement(
    "SELECT project_id, max(id) FROM alignment_changeditem WHERE project_id = ANY($1::bigint[]) "
    "AND current_setting('transaction_read_only') = 'off' GROUP BY project_id ORDER BY project_id"
)
_find_changes = Statement(
    "SELECT id, item_id, is_reading FROM alignment_changeditem WHERE project_id = $1 AND id <= $2 ORDER BY id LIMIT $3"
)
_remove_changes = Statement("DELETE FROM alignment_changeditem WHERE id = ANY($1::bigint[])")
_find_items = Prepared(
    lambda items: Item.versions.filter(pk__in=among(items)).select_related("project__alignment").order_by("pk")
)


def up_to_date(model: type[Counts], project: Project) -> QuerySet[Counts]:
    """Return the project's rows of a table of counts, with everything counted that was stored before."""
    count_changes(project.pk)
    return model._default_manager.filter(project=project)


def count_changes(*projects: int) -> None:
    """Count what has changed so far, in batches with a transaction each, so that others wait for one at most."""
    for project_id, last in _find_last(list(projects)):
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
    for project_id, last in _find_last([project.pk]):
        while _count_batch(project_id, last):
            pass


def _count_batch(project_id: int, last: int) -> bool:
    """Count the oldest changes up to this one, and return whether there may be more. A change that is committed while
    they are counted has a note of its own, and is counted again with that.
    """
    changes = _find_changes(project_id, last, BATCH)
    if changes:
        notes, items, are_readings = zip(*changes, strict=True)
        recount(_find_items(sorted(set(items))), is_change=any(are_readings))
        _remove_changes(list(notes))
    return len(changes) == BATCH
