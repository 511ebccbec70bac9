"""The rows that go when an import is taken back, and those that keep it from being taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import CASCADE, Exists, Model, OuterRef, Q, QuerySet

from annotation_site.assignments.models import Assignment, Item
from annotation_site.closing.ownership import keys_of, list_owned, target_of
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, all_kinds
from annotation_site.operations.models import Operation

# An assignment that was opened and never changed is no work; its operations tell no more than that.
UNTOUCHED = frozenset({Assignment, Operation})
LEASE = "lease"


@dataclass(frozen=True, slots=True)
class Taking:
    """Rows that go, each table before those that it refers to; and reasons against it, each a noun with its number."""

    going: list[QuerySet[Model]]
    obstacles: list[str]

    @property
    def refusal(self) -> str:
        """Return why the import stays, in a sentence; empty if it can be taken back."""
        if not self.obstacles:
            return ""
        *most, last = self.obstacles
        named = f"{', '.join(most)} and {last}" if most else last
        return f"This import cannot be taken back, because of what was done with it since: {named}."

    def rows_of(self, model: type[Model]) -> QuerySet[Any]:
        """Return the rows of one table that go."""
        return next((rows for rows in self.going if rows.model is model), model._base_manager.none())


def find_brought(job: Job) -> Brought | None:
    """Return what the import brought; None if the job is no import, did not finish, or was taken back."""
    kind = all_kinds().get(job.kind)
    if kind is None or kind.brings is None or job.state != Job.State.SUCCEEDED:
        return None
    return kind.brings(job)


def count_brought(brought: Brought) -> dict[str, int]:
    """Return the number of rows that the import brought, by what they are called."""
    return {name: rows.count() for name, rows in brought.rows.items()}


def plan_taking(brought: Brought) -> Taking:
    """Return what taking the import back deletes, and what stands in its way."""
    going: dict[type[Model], QuerySet[Model]] = {}
    obstacles: list[str] = []
    roots = {rows.model: rows for rows in brought.rows.values()}
    for owned in reversed(list_owned()):
        model = owned.model
        goes, stays = Q(), Q()
        if model in roots:
            goes |= Q(pk__in=roots[model].values("pk"))
        for key in keys_of(model):
            parents = None if target_of(key) is model else going.get(target_of(key))
            if parents is None:
                continue
            refers = Q(**{f"{key.name}__in": parents.values("pk")})
            is_part = key.remote_field.on_delete is CASCADE or model in brought.parts | UNTOUCHED or owned.is_history
            if is_part and model not in brought.work:
                goes |= refers
            else:
                stays |= refers
        rows = model._base_manager.order_by()
        if goes:
            going[model] = rows.filter(goes)
        if stays:
            obstacles += _name(model, (rows.filter(stays).exclude(goes) if goes else rows.filter(stays)).count())
    if Assignment in going:
        obstacles = [*_find_work(going[Assignment]), *obstacles]
    obstacles += brought.find_work()
    return Taking(list(reversed(going.values())), obstacles)


def _find_work(assignments: QuerySet[Any]) -> Sequence[str]:
    done = Operation.objects.filter(assignment=OuterRef("pk")).exclude(kind=LEASE)
    worked_on = assignments.filter(Exists(done))
    count = worked_on.count()
    items = worked_on.values("item").distinct().count()
    if not count:
        return []
    where = "1 item" if items == 1 else f"{items:,} items"
    return [f"1 assignment with work, on {where}" if count == 1 else f"{count:,} assignments with work, on {where}"]


def _name(model: type[Model], count: int) -> list[str]:
    # Rows that join two tables are named after the one that declares them.
    joined = model._meta.auto_created
    options = model._meta if isinstance(joined, bool) else joined._meta
    return name_some(count, str(options.verbose_name), str(options.verbose_name_plural))


def name_some(count: int, one: str, several: str) -> list[str]:
    """Return a noun with its number, or nothing where there are none."""
    return [f"1 {one}" if count == 1 else f"{count:,} {several}"] if count else []


def lock_work(taking: Taking) -> None:
    """Lock assignments and items that go, in the order of every save."""
    for model in (Assignment, Item):
        rows = taking.rows_of(model).select_for_update(no_key=True, of=("self",)).order_by("pk")
        list(rows.values_list("pk"))
