"""Locks on what has no row of its own; of these a page waits for COUNTS alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection


class Hold(IntEnum):
    """Work for one connection at a time; the numbers are the site's own among PostgreSQL's advisory locks."""

    SWEEP = 7_246_001
    TURN = 7_246_002
    MAIL = 7_246_003
    PROJECT = 7_246_004
    BACKUP = 7_246_005
    COUNTS = 7_246_006
    WEBHOOKS = 7_246_007
    INCIDENTS = 7_246_008


def hold(what: Hold, key: int = 0) -> None:
    """Wait until nobody else holds it, and hold it until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [what, key])


def try_to_hold(what: Hold, key: int = 0) -> bool:
    """Hold it until the transaction ends unless somebody else does, and return whether it is held."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [what, key])
        return bool(cursor.fetchone()[0])


@contextmanager
def holding_session(what: Hold, key: int = 0) -> Iterator[bool]:
    """Hold it over several transactions unless somebody else does; gives whether it is held."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [what, key])
        is_held = bool(cursor.fetchone()[0])
    try:
        yield is_held
    finally:
        if is_held:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [what, key])
