"""Rows that many tests make in the same way: made once in each process, and copied back for each test after the first.

Rows with which *all* tests of a module without real transactions begin are cheaper still in `module_rows`.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.utils import timezone

from annotation_site.jobs.models import WorkerSighting
from tests.running.emptying import ignore_triggers, list_filled

Made = TypeVar("Made", bound=Model)
Given = ParamSpec("Given")

NOW = timezone.now
COLUMNS = """
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
"""


@dataclass(frozen=True)
class Kept:
    """The model and key of what was made, the rows of each table as COPY writes them, the files they refer to, and the
    calls by which parts of it were copied.
    """

    model: type[Model]
    key: object
    rows: dict[str, bytes]
    files: dict[Path, bytes]
    parts: set[Hashable]

    def find(self) -> Model | None:
        return self.model._base_manager.filter(pk=self.key).first()

    def is_there(self) -> bool:
        """Return whether the test has copied it, or a part of it, already."""
        return self.find() is not None or any(_kept[part].is_there() for part in self.parts)


_kept: dict[Hashable, Kept] = {}
# The parts of each call that is being made, the innermost last.
_parts: list[set[Hashable]] = []


def made_once(make: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
    """Return what `make` makes of what it is given, read anew; all other rows and files that it leaves are there, too.

    Called again in the same test, it is made anew: the rows are there already. `make` must change no row that it finds;
    it may call `made_once` itself.
    """
    if timezone.now is not NOW:
        # Rows of another day are for the test alone that sets the clock.
        return make(*args, **kwargs)
    call = (make, args, tuple(sorted(kwargs.items())))
    kept = _kept.get(call)
    if kept is None:
        with _own_rows():
            return _keep(call, lambda: make(*args, **kwargs))
    if kept.is_there():
        return make(*args, **kwargs)
    _copy_back(kept)
    if _parts:
        _parts[-1].add(call)
    found: Made = kept.find()  # type: ignore[assignment]
    return found


def _own_rows() -> AbstractContextManager[object]:
    """Within a transaction, rows are told from earlier ones by the savepoint in which they were written."""
    return transaction.atomic() if connection.in_atomic_block else nullcontext()


def _keep(call: Hashable, make: Callable[[], Made]) -> Made:
    files = set(_list_files())
    with connection.cursor() as cursor:
        # Every transaction and savepoint has a number, larger than all before, which its rows bear.
        cursor.execute("CREATE TEMPORARY TABLE mark AS SELECT 1; SELECT xmin::text FROM mark")
        first = int(cursor.fetchone()[0])
        cursor.execute("DROP TABLE mark")
        _parts.append(set())
        try:
            made = make()
        finally:
            parts = _parts.pop()
        rows = {f"{table} ({columns})": data for table, columns, data in _read_rows(cursor, first)}
    written = {path: path.read_bytes() for path in _list_files() if path not in files}
    _kept[call] = Kept(type(made), made.pk, rows, written, parts)
    if _parts:
        _parts[-1].add(call)
    return made


def _read_rows(cursor: CursorWrapper, first: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield each table in which this transaction number or a later one has written, its columns, and what it wrote."""
    for table in list_made_tables():
        cursor.execute(COLUMNS, [table])
        (columns,) = cursor.fetchone()
        data = BytesIO()
        cursor.copy_expert(f"COPY (SELECT {columns} FROM {table} WHERE xmin::text::bigint >= {first}) TO STDOUT", data)
        if data.tell():
            yield table, columns, data.getvalue()


def _copy_back(kept: Kept) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # What triggers write, such as the history, has been copied as well.
        ignore_triggers(cursor)
        for table, data in kept.rows.items():
            cursor.copy_expert(f"COPY {table} FROM STDIN", BytesIO(data))
        cursor.execute("SELECT set_config('pgtrigger.ignore', '', true)")
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
