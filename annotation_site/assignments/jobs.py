"""Periodic work on assignments."""

from annotation_site.assignments.services.leases import return_abandoned
from annotation_site.jobs.registry import periodic


@periodic(300)
def return_abandoned_assignments() -> None:
    """Return expired assignments, so that others get their items."""
    return_abandoned()
