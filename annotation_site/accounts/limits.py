"""Attempts within the hour or the minute, counted so that simultaneous requests cannot slip past the limit."""

from threading import Lock
from time import time
from typing import cast

from django.core.cache import DEFAULT_CACHE_ALIAS, caches

from annotation_site.accounts.guards import GuardCache

HOUR = 3600
SHARES = 60  # of a limit, each of which a process takes at once


def count_attempt(name: str, allowed: int, *, within: int = HOUR) -> bool:
    """Count one more attempt under this name; return False, with nothing counted, if the limit was reached already.

    Windows are fixed by the clock, so that an address with occasional attempts is not blocked for ever.
    """
    return _guards().count(_key(name, within), allowed, 2 * within)


class SharedLimit:
    """A limit of which each process takes a share at a time, so that most attempts cost no statement and no commit.

    No more attempts pass than are allowed. Of a share that a process does not use up, the rest is lost to the others
    until the window ends: a sixtieth of the limit at most.
    """

    def __init__(self, within: int) -> None:
        self._within, self._window = within, 0
        self._left: dict[tuple[str, int], int] = {}
        self._lock = Lock()

    def count_attempt(self, name: str, allowed: int) -> bool:
        """Count one more attempt under this name; return False if the limit was reached already."""
        window = int(time() // self._within)
        return self._take(window, name, allowed) or self._share_out(window, name, allowed)

    def _take(self, window: int, name: str, allowed: int) -> bool:
        with self._lock:
            if window != self._window:
                self._window = window
                self._left.clear()
            left = self._left.get((name, allowed), 0)
            if left:
                self._left[name, allowed] = left - 1
            return left > 0

    def _share_out(self, window: int, name: str, allowed: int) -> bool:
        share = max(1, allowed // SHARES)
        if share > 1 and _guards().count(f"{name}:{window}", allowed, 2 * self._within, share):
            with self._lock:
                if window == self._window:
                    self._left[name, allowed] = self._left.get((name, allowed), 0) + share - 1
            return True
        return _guards().count(f"{name}:{window}", allowed, 2 * self._within)


def is_limit_reached(name: str, allowed: int, *, within: int = HOUR) -> bool:
    """Return whether the next attempt would exceed the limit."""
    return bool(_guards().get(_key(name, within), 0) >= allowed)


def _key(name: str, within: int) -> str:
    return f"{name}:{int(time() // within)}"


def _guards() -> GuardCache:
    return cast(GuardCache, caches[DEFAULT_CACHE_ALIAS])
