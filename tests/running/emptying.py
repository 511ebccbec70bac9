"""Empties the tables after a test that committed: rows are deleted where there are some.

Django truncates every table and makes types and permissions anew, which takes far longer than most of these tests.
"""

from functools import cache

import pgtrigger
from django.db import OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from psycopg2.errors import DeadlockDetected, LockNotAvailable

from annotation_site.prepared import Statement

# Filled by migrating, and by nothing that tests do.
KEPT = {"django_content_type", "auth_permission"}
# From so many rows in one table on, truncating is quicker.
MANY = 5_000


def empty_tables() -> None:
    """Empty tables as Django's flush without new sequences; waits for running writers, and leaves nothing of theirs."""
    while True:
        try:
            _empty()
        except OperationalError as error:
            # A writer in the midst of a transaction may want a table that is locked already: it goes first.
            if not isinstance(error.__cause__, (DeadlockDetected, LockNotAvailable)):
                raise
        else:
            return


def _empty() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # Shorter than PostgreSQL waits before it looks for a deadlock (1 s), which would end the writer instead.
        cursor.execute("SET LOCAL lock_timeout = '500ms'")
        cursor.execute(f"LOCK TABLE {', '.join(_list_tables())} IN EXCLUSIVE MODE")
        filled = list_filled(cursor)
        if any(filled.values()):
            cursor.execute(f"TRUNCATE {', '.join(_list_tables())}")
        elif filled:
            # Operations, releases and events are never deleted by the site, and the database refuses to.
            ignore_triggers(cursor)
            cursor.execute("; ".join(f"DELETE FROM {table}" for table in filled))


def list_filled(cursor: CursorWrapper) -> dict[str, bool]:
    """Return the tables with rows, and whether there are many; needs a transaction."""
    # PostgreSQL thinks that so many tables are worth processes of their own, whose start takes longer than the rest.
    cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
    return dict(_count_some()())


def ignore_triggers(cursor: CursorWrapper) -> None:
    """Let no trigger of ours refuse or write anything until the transaction ends."""
    cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [_list_triggers()])


@cache
def _list_tables() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [connection.ops.quote_name(name) for name in sorted(names) if name not in KEPT]


@cache
def _count_some() -> Statement:
    """Return a statement that gives the tables with rows, and whether there are many."""
    rows = (
        f"SELECT '{table}', EXISTS (SELECT FROM {table} OFFSET {MANY}) WHERE EXISTS (SELECT FROM {table})"
        for table in _list_tables()
    )
    return Statement(" UNION ALL ".join(rows))


@cache
def _list_triggers() -> str:
    return "{" + ",".join(trigger.get_pgid(model) for model, trigger in pgtrigger.registered()) + "}"
