"""Periodic work on deleted projects."""

from annotation_site.closing.services.erasing import erase_due_projects
from annotation_site.jobs.registry import periodic


@periodic(3600)
def erase_deleted_projects() -> None:
    """Erase projects whose days of grace are over."""
    erase_due_projects()
