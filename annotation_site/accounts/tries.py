"""How often something was tried within the hour, counted so that requests at the same moment cannot slip past."""

from time import time

from django.core.cache import cache
from django.db import connection, transaction

HOUR = 3600


def count_try(name: str, allowed: int, *, within: int = HOUR) -> bool:
    """Count one more try of this name; False, and nothing counted, where as many as allowed were made already.

    Windows stand one after another on the clock, so that an address from which somebody comes every now and then is
    not shut for good.
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
    """Whether the next try would be one too many."""
    return bool(cache.get(_key(name, within), 0) >= allowed)


def _key(name: str, within: int) -> str:
    return f"{name}:{int(time() // within)}"
