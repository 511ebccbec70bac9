"""Leases: their end (`ASSIGNMENT_LEASE_HOURS` of the settings), and expired ones, whose items go back to other
annotators, periodically and before anyone is told that nothing is left.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project

BATCH = 500
# A lease is not renewed before so much of it has passed: who looks at their item again waits for no lock and no commit.
RENEWED_AFTER = timedelta(minutes=1)


def lease_end() -> datetime:
    """Return the end of a lease that begins now."""
    return timezone.now() + timedelta(hours=settings.ASSIGNMENT_LEASE_HOURS)


def is_fresh(assignment: Assignment) -> bool:
    """Return whether a lease that begins now would end as the assignment's does, but for `RENEWED_AFTER`."""
    return timedelta() <= lease_end() - assignment.lease_expires_at < RENEWED_AFTER


def return_abandoned(project: Project | None = None) -> int:
    """Return assignments with an expired lease, and their number; the draft stays and can be resumed."""
    returned = 0
    while batch := _return_batch(project):
        returned += batch
    return returned


@transaction.atomic
def _return_batch(project: Project | None) -> int:
    # An archived project stays as it is.
    abandoned = Assignment.objects.abandoned().filter(item__project__state=Project.State.ACTIVE)
    if project is not None:
        abandoned = abandoned.filter(item__project=project)
    assignments = list(
        abandoned.select_for_update(no_key=True, skip_locked=True, of=("self",)).order_by("item_id")[:BATCH]
    )
    for assignment in assignments:
        if assignment.purpose != Assignment.Purpose.WORK:
            continue
        Item.objects.filter(pk=assignment.item_id).update(assigned_count=F("assigned_count") - 1)
    Assignment.objects.filter(pk__in=[assignment.pk for assignment in assignments]).update(
        state=Assignment.State.RETURNED, version=F("version") + 1
    )
    return len(assignments)
