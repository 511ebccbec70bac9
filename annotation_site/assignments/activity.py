"""Active time on an assignment, from the times of its operations: pure."""

from collections.abc import Iterable
from datetime import datetime

# From beginning or resuming, time runs; every action after it closes a gap.
STARTS = frozenset({"lease", "resume", "reopen"})
ACTIONS = frozenset({"set", "undo", "redo", "submit", "skip", "comment"})
LONGEST_GAP = 60.0


def active_seconds(operations: Iterable[tuple[str, datetime]]) -> float:
    """Return the seconds of activity in (kind, time) pairs, oldest first.

    A gap of more than 60 s between two actions does not count; the first action counts from the lease, with 60 s at
    most. Time between submitting and reopening does not count. Kinds that are neither start nor action are ignored.
    """
    total = 0.0
    begun_at: datetime | None = None
    active_at: datetime | None = None
    for kind, at in operations:
        if kind in STARTS:
            begun_at, active_at = at, None
        elif kind in ACTIONS:
            total += count_gap(begun_at, active_at, at)
            active_at = at
    return total


def count_gap(begun_at: datetime | None, active_at: datetime | None, at: datetime) -> float:
    """Return the seconds that an action adds: since the previous action, or since the lease if it is the first."""
    if active_at is not None:
        gap = (at - active_at).total_seconds()
        return gap if 0 <= gap <= LONGEST_GAP else 0.0
    if begun_at is None:
        return 0.0
    return min(max((at - begun_at).total_seconds(), 0.0), LONGEST_GAP)
