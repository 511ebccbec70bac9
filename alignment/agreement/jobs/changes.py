"""Recounting of agreement where items have changed."""

from alignment.agreement.models import ChangedItem
from alignment.agreement.queries.changes import count_changes
from annotation_site.jobs.registry import periodic

SECONDS = 10


@periodic(SECONDS)
def sweep_changes() -> None:
    """Count agreement anew where items have changed, so that readers find little left to count."""
    count_changes(*ChangedItem.objects.order_by().values_list("project_id", flat=True).distinct())
