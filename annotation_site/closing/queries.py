"""The contents of a project that is about to be closed, and who closed and restored it before."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotation_site.assignments.counts import ItemCounts, Submitted, count_items, sum_submitted
from annotation_site.assignments.models import Assignment, Item
from annotation_site.closing.ownership import Going, find_going, name_rows
from annotation_site.closing.parts import Part
from annotation_site.jobs.models import Job
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from annotation_site.quotas.queries import describe_change

ARCHIVE, DELETE, RESTORE = "archive_project", "delete_project", "restore_project"
# Of parts; both are kinds of jobs, too.
DELETE_PART, RESTORE_PART = "delete_part", "restore_part"
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
    items: ItemCounts
    submitted: Submitted
    releases: int
    files: int
    unfinished_jobs: int


def count_contents(project: Project) -> Contents:
    """Return the numbers for the pages that confirm."""
    return Contents(
        members=project.memberships.filter(state=Membership.State.ACTIVE).values("user").distinct().count(),
        items=count_items(project),
        submitted=sum_submitted(project),
        releases=project.releases.count(),
        files=project.uploads.count(),
        unfinished_jobs=Job.objects.unfinished().filter(project=project).count(),
    )


def list_acts(project: Project) -> list[dict[str, object]]:
    """Return what its managers and operators did to the project as a whole, when and by whom, the latest first."""
    operations: QuerySet[Operation] = (
        Operation.objects.of_project(project, *ACTS).select_related("actor").order_by("-pk")
    )
    return [
        {
            "what": ACTS[operation.kind] + describe_change(operation.payload),
            "who": operation.actor,
            "when": operation.created_at,
        }
        for operation in operations
    ]


@dataclass(frozen=True, slots=True)
class PlannedDeletion:
    """Rows that go with a part, and the reason why it stays: a sentence, empty if it can be deleted."""

    part: Part
    going: Going
    refusal: str

    def count(self) -> dict[str, int]:
        """Return the number of rows that go, by what people call them; nothing of which there is none."""
        counts = {noun: self.going.of(model).count() for model, noun in self.part.shown.items()}
        return {noun: count for noun, count in counts.items() if count}


def plan_deletion(part: Part, found: Any, *, by: Job | None = None) -> PlannedDeletion:
    """Return what deleting a part takes along, and what stands in its way; the job that deletes it does not."""
    roots = {rows.model: rows for rows in part.roots(found)}
    going = find_going(roots, lambda owned, key: owned.model not in part.stay)
    needed = [named for model, count in going.staying.items() for named in name_rows(model, count)]
    refusal = ""
    if needed:
        *most, last = needed
        named = f"{', '.join(most)} and {last}" if most else last
        refusal = f"This {part.noun} cannot be deleted, because of {named}. Delete what needs it first."
    elif part.jobs(found).unfinished().exclude(pk=by.pk if by else 0).exists():
        refusal = f"Jobs are at work on this {part.noun}. Wait until they have finished, or cancel them."
    return PlannedDeletion(part, going, refusal)


def lock_work(going: Going) -> None:
    """Lock assignments and items that go, in the order of every save."""
    for model in (Assignment, Item):
        rows = going.of(model).select_for_update(no_key=True, of=("self",)).order_by("pk")
        list(rows.values_list("pk"))
