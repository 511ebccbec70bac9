"""Earlier previews of a project, as far as they say something about the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from annotation_site.jobs.models import Job

# An import of long ago says little about the files of now.
EARLIER_IMPORTS = 5


def find_earlier_tables(becomes: str, job: Job) -> list[dict[str, Any]]:
    """Return how the tables of the project's last imports of a kind were read and assigned, the latest first."""
    confirmed = job.project.jobs.filter(kind=becomes, state=Job.State.SUCCEEDED).order_by("-pk")
    numbers = list(confirmed.values_list("parameters__preview", flat=True)[:EARLIER_IMPORTS])
    results = dict(Job.objects.filter(pk__in=numbers).values_list("pk", "result__table"))
    return [table for number in numbers if (table := results.get(number))]


def find_earlier_assignment(becomes: str, job: Job, columns: Sequence[str]) -> dict[str, list[str]] | None:
    """Return how the last imported table with the same columns was assigned, or None."""
    for table in find_earlier_tables(becomes, job):
        if table["columns"] == list(columns):
            assignment: dict[str, list[str]] = table["assignment"]
            return assignment
    return None
