"""Jobs that delete parts of projects and restore them, and periodic work on what was deleted."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from annotation_site.closing.models import Deletion
from annotation_site.closing.parts import find_part
from annotation_site.closing.queries import DELETE_PART, RESTORE_PART, plan_deletion
from annotation_site.closing.services.deleting import count_again, delete_now, restore_now
from annotation_site.closing.services.erasing import erase_due_projects
from annotation_site.jobs.registry import MOST_AT_ONCE, ResultPage, job, kept, periodic
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError

DELETIONS = ResultPage("projects:deletions", "Show deleted data")


@job(DELETE_PART, "Deletion", result=DELETIONS)
def delete_part(run: JobRun) -> None:
    """Delete a part of a project with everything that belongs to it, or nothing."""
    part = find_part(run.parameters["part"])
    with run.completing() as result:
        project = run.hold_project()
        deletable = part.find(project).filter(pk=run.parameters["pk"]).first() if part else None
        if part is None or deletable is None:
            raise DomainError("It was deleted already.")
        deletion = delete_now(run.job, part, deletable)
        summary = ", ".join(f"{noun}: {count:,}" for noun, count in deletion.counts.items())
        result |= {"deletion": deletion.pk, "counts": deletion.counts, "summary": f"{deletion.name} ({summary})."}


@job(RESTORE_PART, "Restoration", result=DELETIONS)
def restore_part(run: JobRun) -> None:
    """Restore a part of a project as it was, or nothing of it."""
    with run.completing() as result:
        project = run.hold_project()
        deletion = project.deletions.select_for_update(no_key=True, of=("self",)).get(pk=run.parameters["deletion"])
        if not deletion.is_restorable:
            raise DomainError("It was restored already, or can no longer be restored.")
        restore_now(run.job, deletion)
        part = find_part(deletion.part)
        deletable = part.find(project).filter(pk=deletion.key).first() if part else None
        if part is not None and deletable is not None:
            count_again(project, plan_deletion(part, deletable).going)
        result |= {"deletion": deletion.pk, "summary": f"{deletion.name} is there again."}


@periodic(3600)
def erase_deleted_projects() -> None:
    """Erase projects whose days of grace are over."""
    erase_due_projects()


def erase_deletions(due: QuerySet[Deletion]) -> int:
    """Delete the files of deletions for good; the rows stay as their record."""
    erased = 0
    for deletion in due.order_by("pk")[:MOST_AT_ONCE]:
        # Before its row: a file that has lost its row is found by nobody.
        deletion.file.delete(save=False)
        erased += Deletion.objects.restorable().filter(pk=deletion.pk).update(file="", erased_at=timezone.now())
    return erased


@kept("deleted parts of projects", "PROJECT_GRACE_DAYS", delete=erase_deletions)
def find_old_deletions(limit: Any) -> QuerySet[Deletion]:
    """Return deletions that nobody restored; not those that a release holds."""
    deletions: QuerySet[Deletion] = Deletion.objects.restorable().filter(releases=[], deleted_at__lt=limit)
    return deletions
