"""Days and weeks by which agreement is followed over time. Pure."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Literal

from annotation_site.languages.marks import gettext_filled

Step = Literal["day", "week"]
# Over more days than that a line goes by week.
DAYS_SHOWN_SINGLY = 45


def choose_step(days: Collection[int]) -> Step:
    """Return whether days, as ordinal numbers, are shown singly or by week."""
    return "week" if days and max(days) - min(days) >= DAYS_SHOWN_SINGLY else "day"


def find_start(day: int, step: Step) -> int:
    """Return the day itself or the Monday of its week."""
    # Day 1 was a Monday.
    return day - (day - 1) % 7 if step == "week" else day


def name_guideline(version: int | None) -> str:
    """Return the name of a version of the guidelines, of none (0), or of two that differ (None)."""
    if version is None:
        return gettext_filled("different versions")
    return gettext_filled("version {number}", number=str(version)) if version else gettext_filled("none")


def name_stretch(start: int) -> str:
    return date.fromordinal(start).isoformat()
