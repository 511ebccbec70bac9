"""Incidents as the operators' page lists them: what is wrong, since when, and what to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum


class Level(IntEnum):
    """The urgency of an incident."""

    URGENT = 1
    SOON = 2
    CHECK = 3

    @property
    def label(self) -> str:
        return {Level.URGENT: "Act now", Level.SOON: "Act today", Level.CHECK: "Check"}[self]


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that needs an operator. `key` stays the same while it lasts; `job` and `session` are what the page
    offers to cancel, `is_mail` leads to outgoing mail.
    """

    key: str
    level: Level
    problem: str
    remedy: str
    since: datetime | None = None
    commands: tuple[str, ...] = ()
    job: int | None = None
    session: int | None = None
    is_mail: bool = False


def sort_worst_first(incidents: Iterable[Incident], now: datetime) -> list[Incident]:
    """Return the incidents by level, those that last longest first."""
    return sorted(incidents, key=lambda incident: (incident.level, incident.since or now, incident.key))


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun, such as `1 job` or `2,000 jobs`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def spell_seconds(seconds: float) -> str:
    """Return a duration in the largest unit of which it has at least two, rounded down."""
    for length, noun in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= 2 * length:
            return count_noun(int(seconds // length), noun)
    return count_noun(int(seconds), "second") if seconds >= 1 else "less than a second"


def spell_bytes(size: float) -> str:
    """Return a size in GB, or in MB below one GB, of 1,000 each."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"
