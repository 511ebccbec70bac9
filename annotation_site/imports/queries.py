"""The rows that go when an import is taken back, and those that keep it from being taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import CASCADE, Exists, ForeignKey, OuterRef, QuerySet

from annotation_site.assignments.models import Assignment
from annotation_site.closing.ownership import Going, Owned, find_going, name_rows
from annotation_site.jobs.registry import Brought
from annotation_site.operations.models import Operation

# An assignment that was opened and never changed is no work; its operations tell no more than that.
UNTOUCHED = frozenset({Assignment, Operation})
LEASE = "lease"


@dataclass(frozen=True, slots=True)
class Taking:
    """Rows that go, and reasons against it, each a noun with its number."""

    going: Going
    obstacles: list[str]

    @property
    def refusal(self) -> str:
        """Return why the import stays, in a sentence; empty if it can be taken back."""
        if not self.obstacles:
            return ""
        *most, last = self.obstacles
        named = f"{', '.join(most)} and {last}" if most else last
        return f"This import cannot be taken back, because of what was done with it since: {named}."


def plan_taking(brought: Brought) -> Taking:
    """Return what taking the import back deletes, and what stands in its way."""

    def goes_along(owned: Owned, key: ForeignKey[Any, Any]) -> bool:
        is_part = owned.model in brought.parts | UNTOUCHED or owned.is_history
        return (is_part or key.remote_field.on_delete is CASCADE) and owned.model not in brought.work

    going = find_going({rows.model: rows for rows in brought.rows.values()}, goes_along)
    obstacles = [named for model, count in going.staying.items() for named in name_rows(model, count)]
    assignments = going.of(Assignment)
    return Taking(going, [*_find_work(assignments), *obstacles, *brought.find_work()])


def _find_work(assignments: QuerySet[Any]) -> Sequence[str]:
    done = Operation.objects.filter(assignment=OuterRef("pk")).exclude(kind=LEASE)
    worked_on = assignments.filter(Exists(done))
    count = worked_on.count()
    items = worked_on.values("item").distinct().count()
    if not count:
        return []
    where = "1 item" if items == 1 else f"{items:,} items"
    return [f"1 assignment with work, on {where}" if count == 1 else f"{count:,} assignments with work, on {where}"]
