"""The value of a coefficient, or the reason why there is none, and its interval.

Undefined is a Figure without a value and with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


@dataclass(frozen=True, slots=True)
class Figure:
    """A value, or None and one sentence saying why there is none."""

    value: float | None
    reason: str = ""


def plain(figure: Figure) -> float | None:
    """Return the value rounded to six places for files and programs, or None."""
    return None if figure.value is None else round(figure.value, 6)


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval and its method; None and a reason if there is none."""

    low: float | None
    high: float | None
    method: Literal["bootstrap", "jackknife"]
    resamples: int
    seed: int | None
    reason: str = ""
