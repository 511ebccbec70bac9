"""The end of every import: a job stores what was previewed, all or nothing, while it holds the project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.assignments.queries import find_last_number
from annotation_site.assignments.services.numbering import count_new_items, make_item
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError

BATCH = 2_000
CHANGED = "The project or its files have changed since the preview. Preview the files again."


@dataclass(slots=True)
class Importing:
    """An import that is being stored: its project, its preview, its result, and the number of the last item before."""

    run: JobRun
    project: Project
    preview: Job
    result: dict[str, Any]
    before: int

    def require_as_previewed(self, **counts: int) -> None:
        """Raise DomainError if the preview counted otherwise."""
        previewed = self.preview.result["counts"]
        if any(previewed.get(name, 0) != count for name, count in counts.items()):
            raise DomainError(CHANGED)

    def make_items(self, identifiers: Iterable[str], *, start: int = 0, readings: int = 0) -> list[Item]:
        """Return new items, not stored, after those of the project and `start` others of this import."""
        numbered = enumerate(identifiers, start=self.before + start + 1)
        return [make_item(self.project, number, identifier, readings=readings) for number, identifier in numbered]

    def count_items(self, count: int) -> None:
        """Add the stored items to those of the project, and keep their numbers, by which the import is undone."""
        count_new_items(self.project, count, after=self.before)
        self.result["numbers"] = [self.before + 1, self.before + count]

    def record(self, kind: str, **payload: Any) -> None:
        """Record the import as an act of the person who confirmed it."""
        record_operation(actor=self.run.job.requested_by, project=self.project, kind=kind, payload=payload)


def find_preview(run: JobRun) -> Job:
    """Return the preview that the job imports."""
    preview: Job = run.job.project.jobs.get(pk=run.parameters["preview"])
    return preview


@contextmanager
def importing(run: JobRun) -> Iterator[Importing]:
    """Give the import of a confirmed preview; what is stored inside is there with its result, or not at all."""
    preview = find_preview(run)
    with run.completing() as result:
        project = run.hold_project()
        result["files"] = preview.result["files"]
        yield Importing(run, project, preview, result, find_last_number(project))


class FinishedWork(NamedTuple):
    """A finished reading of an item, by its key, with the key of the guideline that held if that is known."""

    item: int
    annotator: Membership
    reading: dict[str, Any]
    guideline: int | None = None


def store_submissions(work: Iterable[FinishedWork]) -> list[Assignment]:
    """Store finished readings as submissions; return their assignments in the same order."""
    now = timezone.now()
    rows = list(work)
    assignments = Assignment.objects.bulk_create(
        (
            Assignment(
                item_id=row.item,
                annotator=row.annotator,
                state=Assignment.State.SUBMITTED,
                version=1,
                lease_expires_at=now,
                submitted_at=now,
            )
            for row in rows
        ),
        batch_size=BATCH,
    )
    Submission.objects.bulk_create(
        (
            Submission(assignment=assignment, number=1, reading=row.reading, guideline_id=row.guideline)
            for assignment, row in zip(assignments, rows, strict=True)
        ),
        batch_size=BATCH,
    )
    return assignments
