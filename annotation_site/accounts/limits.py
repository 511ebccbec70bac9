"""Attempts within the hour, counted so that simultaneous requests cannot slip past the limit."""

from time import time
from typing import cast

from django.core.cache import DEFAULT_CACHE_ALIAS, caches

from annotation_site.accounts.guards import GuardCache

HOUR = 3600


def count_attempt(name: str, allowed: int, *, within: int = HOUR) -> bool:
    """Count one more attempt under this name; return False, with nothing counted, if the limit was reached already.

    Windows are fixed by the clock, so that an address with occasional attempts is not blocked for ever.
    """
    return _guards().count(_key(name, within), allowed, 2 * within)


def is_limit_reached(name: str, allowed: int, *, within: int = HOUR) -> bool:
    """Return whether the next attempt would exceed the limit."""
    return bool(_guards().get(_key(name, within), 0) >= allowed)


def _key(name: str, within: int) -> str:
    return f"{name}:{int(time() // within)}"


def _guards() -> GuardCache:
    return cast(GuardCache, caches[DEFAULT_CACHE_ALIAS])
