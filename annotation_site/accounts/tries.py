"""Attempts within the hour, counted so that simultaneous requests cannot slip past the limit."""

from time import time

from django.core.cache import cache
from django.db import connection, transaction

HOUR = 3600


def count_try(name: str, allowed: int, *, within: int = HOUR) -> bool:
    """Count one more attempt under this name; return False, with nothing counted, if the limit was reached already.

    Windows are fixed by the clock, so that an address with occasional attempts is not blocked for ever.
    """
    key = _key(name, within)
    with transaction.atomic(), connection.cursor() as cursor:
        # The cache reads and writes in two steps; the lock, which ends with the transaction, makes them one.
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])
        count = cache.get(key, 0)
        if count >= allowed:
            return False
        cache.set(key, count + 1, 2 * within)
    return True


def is_used_up(name: str, allowed: int, *, within: int = HOUR) -> bool:
    """Return whether the next attempt would exceed the limit."""
    return bool(cache.get(_key(name, within), 0) >= allowed)


def _key(name: str, within: int) -> str:
    return f"{name}:{int(time() // within)}"
