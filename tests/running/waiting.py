"""Transactions of other connections that wait for a lock of this one."""

from django.db import connection

WAITS_FOR_US = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"


def is_somebody_waiting() -> bool:
    """Return whether another connection waits for a lock that this one holds."""
    with connection.cursor() as cursor:
        cursor.execute(WAITS_FOR_US)
        return bool(cursor.fetchone()[0])
