"""Erasing deleted projects for good: rows in chunks, files with the rows that name them.

Rows that the database otherwise protects, operations and releases above all, are deleted here and nowhere else: after
the record of who deleted what has been committed, and with the triggers of these tables ignored for one statement at a
time. Erasing can be interrupted anywhere and goes on with what is left.
"""

from collections.abc import Iterator
from typing import Any, cast

import pgtrigger
from django.db import connection, transaction
from django.db.models import Exists, FileField, Model, OuterRef, QuerySet
from django.utils import timezone
from pghistory.models import Context
from psycopg2.sql import SQL, Identifier

from annotation_site.accounts.models import User
from annotation_site.closing.models import ErasedProject
from annotation_site.closing.ownership import Owned, list_owned, list_references
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.texts.batches import in_batches

CHUNK = 5_000


def erase_due_projects() -> int:
    """Erase every project whose days of grace are over, and return their number."""
    closed = Project.objects.filter(state__in=[Project.State.DELETED, Project.State.ERASING])
    return sum(erase_project(pk) for pk in closed.order_by("pk").values_list("pk", flat=True))


def erase_project(pk: int) -> bool:
    """Delete everything that belongs to the project but the record of it; False while it can still be restored."""
    if not _begin(pk):
        return False
    for owned in list_owned():
        _cut_references(owned, pk)
        for rows in _in_parts(owned, pk):
            _delete_rows(owned, rows)
    delete_people_without_project()
    return True


@transaction.atomic
def _begin(pk: int) -> bool:
    """Record what is about to go, and close the project to everybody; once begun, only go on."""
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=pk)
    if project.state == Project.State.ERASING:
        return True
    due, deleted_by, deleted_at = project.erased_at, project.closed_by, project.closed_at
    if deleted_by is None or deleted_at is None or due is None or due > timezone.now():
        return False
    ErasedProject.objects.create(
        project=project.pk,
        slug=project.slug,
        name=project.name,
        kind=project.kind,
        deleted_by=deleted_by,
        deleted_at=deleted_at,
        releases=[
            {
                "number": release.number,
                "date": release.created_at.date().isoformat(),
                "file_name": release.file_name,
                "sha256": release.sha256,
            }
            for release in Release.objects.filter(project=project).order_by("number")
        ],
        counts={owned.model._meta.label: count for owned in list_owned() if (count := _rows_of(owned, pk).count())},
    )
    project.state = Project.State.ERASING
    project.save(update_fields=["state"])
    return True


def _rows_of(owned: Owned, pk: int) -> QuerySet[Model]:
    return owned.model._base_manager.filter(**{owned.path: pk}).order_by()


def _in_parts(owned: Owned, pk: int) -> Iterator[QuerySet[Model]]:
    """Yield the rows in parts, by the rows directly under the project that they belong to: a search from the top of a
    large project for every chunk would pass all that was deleted before.
    """
    way, _, last = owned.path.rpartition("__")
    if not way or owned.own_keys:
        yield _rows_of(owned, pk)
        return
    top: Any = owned.model
    for name in way.split("__"):
        top = top._meta.get_field(name).related_model
    keys = top._base_manager.filter(**{last: pk}).order_by("pk").values_list("pk", flat=True)
    part = list(keys[:CHUNK])
    while part:
        yield owned.model._base_manager.filter(**{f"{way}__in": part}).order_by()
        part = list(keys.filter(pk__gt=part[-1])[:CHUNK])


def _delete_rows(owned: Owned, rows: QuerySet[Model]) -> None:
    """Delete rows in chunks, those first that no other row of their table refers to."""
    model = owned.model
    for name in owned.own_keys:
        rows = rows.filter(~Exists(model._base_manager.filter(**{name: OuterRef("pk")})))
    files = [field for field in model._meta.concrete_fields if isinstance(field, FileField)]
    while chunk := list(rows.values_list("pk", flat=True)[:CHUNK]):
        going = model._base_manager.filter(pk__in=chunk)
        for field in files:
            # Before its row: a file that has lost its row is found by nobody.
            for name in going.exclude(**{field.name: ""}).values_list(field.name, flat=True):
                field.storage.delete(name)
        _delete_chunk(owned, going)


@transaction.atomic
def _delete_chunk(owned: Owned, going: QuerySet[Model]) -> None:
    contexts = set(going.values_list("pgh_context", flat=True)) - {None} if owned.is_history else set()
    delete_protected(going)
    if contexts:
        unused = Context.objects.filter(pk__in=contexts)
        for other in list_owned():
            if other.is_history:
                unused = unused.filter(~Exists(other.model._base_manager.filter(pgh_context=OuterRef("pk"))))
        unused.delete()


def delete_protected(rows: QuerySet[Any]) -> int:
    """Delete rows of one table, protected or not, and return how many there were; the caller knows of all rows that
    refer to them. `QuerySet.delete` would look for these again, and refuse.
    """
    model, count = rows.model, 0
    names = [Identifier(name) for name in (model._meta.db_table, model._meta.pk.column)]
    with pgtrigger.ignore(*_list_protections(model)), connection.cursor() as cursor:
        delete = SQL("DELETE FROM {} WHERE {} = ANY(%s)").format(*names).as_string(connection.connection)
        for keys in in_batches(rows.values_list("pk", flat=True).iterator(chunk_size=CHUNK), CHUNK):
            cursor.execute(delete, [keys])
            count += cursor.rowcount
    return count


def _list_protections(model: type[Model]) -> list[str]:
    """Return the triggers that refuse DELETE in a table."""
    triggers = cast(list[pgtrigger.Trigger], getattr(model._meta, "triggers", []))
    names = [trigger.name for trigger in triggers if isinstance(trigger, pgtrigger.Protect)]
    return [f"{model._meta.label}:{name}" for name in names]


def _cut_references(owned: Owned, pk: int) -> None:
    """Let other projects forget the rows that are about to go; they keep what they copied from them."""
    for reference in list_references(owned.model):
        theirs = next(owned for owned in list_owned() if owned.model is reference.model)
        referring = reference.model._base_manager.filter(**{f"{reference.name}__{owned.path}": pk})
        referring.exclude(**{theirs.path: pk}).update(**{reference.name: None})


def delete_people_without_project() -> None:
    """Delete participants without an account, such as crowd workers, who are in no project any more; not those on whom
    an operator acted, whose history stays.
    """
    User.objects.filter(email__endswith=".invalid", memberships=None, account_acts=None).delete()
