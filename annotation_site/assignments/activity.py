"""Active time on an assignment, from the times of its actions: pure."""

from datetime import datetime

LONGEST_GAP = 60.0


def count_gap(begun_at: datetime | None, active_at: datetime | None, at: datetime) -> float:
    """Return the seconds that an action adds: since the previous action, or since the lease if it is the first.

    A gap of more than 60 s between two actions does not count; the first action counts 60 s at most.
    """
    if active_at is not None:
        gap = (at - active_at).total_seconds()
        return gap if 0 <= gap <= LONGEST_GAP else 0.0
    if begun_at is None:
        return 0.0
    return min(max((at - begun_at).total_seconds(), 0.0), LONGEST_GAP)
