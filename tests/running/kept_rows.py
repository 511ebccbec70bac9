"""Rows with which several tests with real transactions begin, whose tables are emptied after each: made once in each
process, and copied back for each test after the first. Other tests have `module_rows`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model

from annotation_site.jobs.models import WorkerSighting
from tests.running.emptying import ignore_triggers, list_filled

Made = TypeVar("Made", bound=Model)


@dataclass(frozen=True)
class Kept:
    """The tables of a schema that hold copies of rows, and the files to which these refer."""

    key: object
    model: type[Model]
    schema: str
    tables: list[str]
    files: dict[Path, bytes]


_kept: dict[Callable[[], Model], Kept] = {}


def made_once(make: Callable[[], Made]) -> Made:
    """Return what `make` makes, read anew; all other rows and files that it leaves are there, too."""
    if make in _kept:
        _copy_back(_kept[make])
    else:
        assert not list(list_made_tables()), f"{make.__name__} must come first: others have made rows already"
        before = set(_list_files())
        made = make()
        files = {path: path.read_bytes() for path in _list_files() if path not in before}
        _kept[make] = Kept(made.pk, type(made), f"kept_{len(_kept)}", list(list_made_tables()), files)
        _copy(_kept[make])
    kept = _kept[make]
    found: Made = kept.model._base_manager.get(pk=kept.key)  # type: ignore[assignment]
    return found


def _copy(kept: Kept) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {kept.schema}")
        for table in kept.tables:
            cursor.execute(f"CREATE TABLE {kept.schema}.{table} AS TABLE public.{table}")


def _copy_back(kept: Kept) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # What triggers write, such as the history, has been copied as well.
        ignore_triggers(cursor)
        for table in kept.tables:
            cursor.execute(f"INSERT INTO public.{table} TABLE {kept.schema}.{table}")
    for path, content in kept.files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def list_made_tables() -> Iterator[str]:
    """Yield the tables with rows, but for that in which a worker of other tests says that it is there."""
    beside = connection.ops.quote_name(WorkerSighting._meta.db_table)
    with transaction.atomic(), connection.cursor() as cursor:
        yield from (table for table in list_filled(cursor) if table != beside)


def _list_files() -> Iterator[Path]:
    folder = Path(settings.STORAGES["default"]["OPTIONS"]["location"])
    return (path for path in folder.rglob("*") if path.is_file())
