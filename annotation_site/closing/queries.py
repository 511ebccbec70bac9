"""The contents of a project that is about to be closed, and who closed and restored it before."""

from dataclasses import dataclass

from django.db.models import QuerySet

from annotation_site.assignments.models import Assignment
from annotation_site.jobs.models import Job
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from annotation_site.quotas.queries import describe_change

ARCHIVE, DELETE, RESTORE = "archive_project", "delete_project", "restore_project"
# By operators.
APPOINT, SET_QUOTA = "appoint_manager", "set_project_quota"
ACTS = {
    ARCHIVE: "Archived",
    DELETE: "Deleted",
    RESTORE: "Restored",
    APPOINT: "Manager appointed",
    SET_QUOTA: "Quota changed",
}


@dataclass(frozen=True, slots=True)
class Contents:
    """Numbers of what a project holds."""

    members: int
    items: int
    submitted: int
    releases: int
    files: int
    unfinished_jobs: int


def count_contents(project: Project) -> Contents:
    """Return the numbers for the pages that confirm."""
    return Contents(
        members=project.memberships.filter(state=Membership.State.ACTIVE).values("user").distinct().count(),
        items=project.items.count(),
        submitted=Assignment.objects.submitted().filter(item__project=project).count(),
        releases=project.releases.count(),
        files=project.uploads.count(),
        unfinished_jobs=Job.objects.unfinished().filter(project=project).count(),
    )


def list_acts(project: Project) -> list[dict[str, object]]:
    """Return what its managers and operators did to the project as a whole, when and by whom, the latest first."""
    found: QuerySet[Operation] = Operation.objects.of_project(project, *ACTS).select_related("actor").order_by("-pk")
    return [
        {"what": ACTS[each.kind] + describe_change(each.payload), "who": each.actor, "when": each.created_at}
        for each in found
    ]
