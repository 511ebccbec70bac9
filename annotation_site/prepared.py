"""Queries that are compiled once and that each connection prepares once, for the steps taken all day long.

Most of the time of a small query goes into building its SQL, parsing and planning it. What is asked stays where it is
said: a QuerySet, or SQL, with parameters in place of the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from hashlib import blake2b
from inspect import signature
from types import NoneType
from typing import Any, Generic, TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import AutoField, Expression, Field, JSONField, Model, QuerySet, prefetch_related_objects
from django.db.transaction import TransactionManagementError

from annotation_site.server.postgresql.kept_rows import Read, make_reader

Row = TypeVar("Row")
Object = TypeVar("Object", bound=Model)

FEW, BATCH = 8, 2_000
# The driver takes these as they are, whatever column they are for, unless it holds JSON.
_PLAIN = frozenset({NoneType, bool, int, float, str, datetime, UUID})


class Parameter(Expression):
    """The place of a value in a prepared statement."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def as_sql(self, *_: Any) -> tuple[str, list[Any]]:
        """Return PostgreSQL's own sign, which Django hands on."""
        return f"${self.number}", []


class Keys(Parameter):
    """The place of a list of keys."""

    def as_sql(self, *_: Any) -> tuple[str, list[Any]]:
        """Return the list as a subquery, for IN takes no array."""
        return f"(SELECT unnest(${self.number}::bigint[]))", []


def among(parameter: Any) -> Any:
    """Return the parameter for a lookup with `__in`; a list of keys is returned as it is."""
    return Keys(parameter.number) if isinstance(parameter, Parameter) else parameter


class Statement:
    """SQL whose values are `$1`, `$2` …; run by calling it with them, which returns rows, if it gives any."""

    def __init__(self, sql: str) -> None:
        self.name = f"prepared_{blake2b(sql.encode(), digest_size=8).hexdigest()}"
        self._sql, self._execute = sql, ""

    def __call__(self, *values: Any) -> list[tuple[Any, ...]]:
        # Django's `connection` looks for this thread's at each use of an attribute.
        own = connections[DEFAULT_DB_ALIAS]
        with own.wrap_database_errors, _open_cursor(own) as cursor:
            of_driver = getattr(cursor, "cursor", cursor)
            self._prepare(own, of_driver)
            cursor.execute(self._name_places(values), values)
            return of_driver.fetchall() if of_driver.description else []

    def later(self, *values: Any) -> None:
        """Run it with the next statement of the transaction, or its commit, for nobody asks for rows: it costs no round
        trip. If it fails, that one does.
        """
        own = connections[DEFAULT_DB_ALIAS]
        if own.queries_logged or not own.in_atomic_block:
            self(*values)
            return
        own.validate_no_broken_transaction()
        with own.wrap_database_errors:
            writer = own.connection.cursor()
            self._prepare(own, writer)
            own.connection.waiting.append(writer.mogrify(self._name_places(values), values))

    def _prepare(self, own: Any, of_driver: Any) -> None:
        # By connection of the driver: what another session prepared is not known to this one.
        known = own.connection.prepared
        if self.name not in known:
            # Kept by the session, even if the transaction is undone; `known` is, too. Not counted as a statement of
            # whoever comes first.
            of_driver.execute(f"PREPARE {self.name} AS {self._sql}")
            known.add(self.name)

    def _name_places(self, values: Sequence[Any]) -> str:
        if not self._execute:
            places = f"({', '.join(['%s'] * len(values))})" if values else ""
            self._execute = f"EXECUTE {self.name}{places}"
        return self._execute


def _open_cursor(own: Any) -> Any:
    """Return a cursor of the driver, or Django's, through which a connection opens and statements are logged.

    Making Django's took half as long as a statement. What it adds is here, but for wrappers of statements: the only one
    names actors to tracked tables, of which a prepared statement says nothing.
    """
    if own.health_check_enabled and not own.health_check_done:
        own.close_if_health_check_failed()
    if own.connection is None or own.queries_logged:
        return own.cursor()
    own.validate_no_broken_transaction()
    cursor = own.connection.cursor()
    cursor.tzinfo_factory = own.tzinfo_factory
    return cursor


class Prepared(Generic[Row]):
    """A QuerySet, given by a function of its parameters; calling it with values returns the rows.

    Of several QuerySets it returns one row, the first that any of them has: one statement and one round trip, in which
    those behind it are not run, and lock nothing.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row] | list[QuerySet[Any, Row]]]) -> None:
        self.build = build
        self._compiled: tuple[Statement, QuerySet[Any, Row], Read] | None = None

    def __call__(self, *values: Any) -> list[Row]:
        statement, queryset, read = self._find_compiled()
        rows: list[Row] = read(statement(*values))
        if lookups := cast(Any, queryset)._prefetch_related_lookups:
            prefetch_related_objects(cast("list[Model]", rows), *lookups)
        return rows

    def later(self, *values: Any) -> None:
        """Run it with the next statement, without its rows: to lock them before they are read."""
        statement, *_ = self._find_compiled()
        statement.later(*values)

    def first(self, *values: Any) -> Row | None:
        """Return the first row, or None."""
        rows = self(*values)
        return rows[0] if rows else None

    def _find_compiled(self) -> tuple[Statement, QuerySet[Any, Row], Read]:
        # Two threads may compile at once; either result will do.
        self._compiled = self._compiled or self._compile()
        if self._compiled[1].query.select_for_update and not connection.in_atomic_block:
            raise TransactionManagementError("A prepared query that locks rows needs a transaction.")
        return self._compiled

    def _compile(self) -> tuple[Statement, QuerySet[Any, Row], Read]:
        count = len(signature(self.build).parameters)
        built = self.build(*(Parameter(number) for number in range(1, count + 1)))
        querysets = built if isinstance(built, list) else [built]
        compilers = [each.query.get_compiler(connection=connection) for each in querysets]
        texts = [_write_sql(each) for each in compilers]
        queryset, compiler = querysets[0], compilers[0]
        # The same for every call; finding them each time was a fifth of the calls of a save, a third of a submission.
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        compiler.get_converters = lambda _: converters
        # Keys of several columns, of which no table has any; Django looks through the columns at every call.
        compiler.has_composite_fields = lambda _: False
        first = " UNION ALL ".join(f"(SELECT * FROM ({text}) AS found)" for text in texts) + " LIMIT 1"  # noqa: S608
        statement = Statement(texts[0] if len(texts) == 1 else first)
        return statement, queryset, make_reader(queryset, compiler)


def _write_sql(compiler: Any) -> str:
    sql, constants = compiler.as_sql()
    with connection.cursor() as cursor:
        return str(cursor.mogrify(sql, constants or None).decode())


class Update(Generic[Object]):
    """Storing some fields of an object that has been changed, with the next statement; without signals."""

    def __init__(self, model: type[Object], *names: str) -> None:
        self._fields = [cast("Field[Any, Any]", model._meta.get_field(name)) for name in names]
        columns = ", ".join(f"{each.column} = ${number}" for number, each in enumerate(self._fields, 2))
        self.sql = f"UPDATE {model._meta.db_table} SET {columns} WHERE {_key_column(model)} = $1"  # noqa: S608 - names of our own columns
        self._statement = Statement(self.sql)

    def __call__(self, changed: Object) -> None:
        self._statement.later(*self.values(changed))

    def values(self, changed: Object) -> list[Any]:
        """Return the values of the statement."""
        return [changed.pk, *_stored(self._fields, changed, add=False)]


class Insert(Generic[Object]):
    """Storing a new object; without signals, of which the hot tables have none.

    With an update, the same statement stores an object that changes with it: one round trip instead of two.
    """

    def __init__(self, model: type[Object], update: Update[Any] | None = None) -> None:
        self._model, self._update = model, update
        self._fields = [each for each in model._meta.concrete_fields if not isinstance(each, AutoField)]
        columns = ", ".join(each.column for each in self._fields)
        before = f"WITH updated AS ({update.sql}) " if update else ""
        first = update.sql.count("$") + 1 if update else 1
        places = ", ".join(f"${number}" for number in range(first, first + len(self._fields)))
        store = f"{before}INSERT INTO {model._meta.db_table} ({columns}) VALUES ({places})"  # noqa: S608 - names of our own columns
        self._statement = Statement(f"{store} RETURNING {_key_column(model)}")
        self._unless_there = Statement(f"{store} ON CONFLICT DO NOTHING RETURNING {_key_column(model)}")

    def many(self, new: Sequence[Object]) -> None:
        """Store objects, whose keys nobody asks for; many of them at once, as Django does, without preparing."""
        if len(new) > FEW:
            self._model._default_manager.bulk_create(new, batch_size=BATCH)
        else:
            for each in new:
                self.later(each)

    def later(self, new: Object, changed: Model | None = None) -> None:
        """Store the object with the next statement, without giving it its key; with an update, the changed one, too."""
        self._statement.later(*self._values(new, changed))

    def __call__(self, new: Object, changed: Model | None = None) -> Object:
        """Store the object and give it its key; with an update, store the changed one, too."""
        return self._take_key(new, self._statement(*self._values(new, changed)))

    def _values(self, new: Object, changed: Model | None = None) -> list[Any]:
        before = self._update.values(changed) if self._update and changed else []
        return [*before, *_stored(self._fields, new, add=True)]

    def unless_there(self, new: Object) -> Object | None:
        """Store the object, or return None where one is there that excludes it."""
        rows = self._unless_there(*self._values(new))
        return self._take_key(new, rows) if rows else None

    def _take_key(self, new: Object, rows: list[tuple[Any, ...]]) -> Object:
        [(new.pk,)] = rows
        new._state.adding, new._state.db = False, DEFAULT_DB_ALIAS
        return new


def _stored(fields: Sequence[Field[Any, Any]], stored: Model, *, add: bool) -> Iterator[Any]:
    own = connections[DEFAULT_DB_ALIAS]
    for each in fields:
        value = each.pre_save(stored, add)
        is_plain = type(value) in _PLAIN and not isinstance(each, JSONField)
        yield value if is_plain else each.get_db_prep_save(value, own)


def _key_column(model: type[Model]) -> str:
    return model._meta.pk.column
