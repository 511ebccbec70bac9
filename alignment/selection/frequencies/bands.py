"""Frequency bands of words by their counts in a training text: F[0] unseen, F[1,10], F[16,] and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

_WRITTEN = re.compile(r"(\d{1,9})(?:(-)(\d{1,9})?)?")


class FrequencyBand(NamedTuple):
    """Words that occur `least` to `most` times, both included; without `most` there is no upper limit."""

    least: int
    most: int | None

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least}-"
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"

    def holds(self, frequency: int) -> bool:
        return self.least <= frequency and (self.most is None or frequency <= self.most)


def parse_bands(text: str) -> tuple[FrequencyBand, ...]:
    """Return bands written as `0,1-15,16-`, ascending and disjoint. Raise ValueError with a message for the user
    otherwise.
    """
    bands = tuple(_parse_band(part.strip()) for part in text.split(",") if part.strip())
    require_apart(bands)
    return bands


def require_apart(bands: Sequence[FrequencyBand]) -> None:
    """Raise ValueError if bands overlap or do not ascend."""
    for lower, upper in pairwise(bands):
        if lower.most is None or upper.least <= lower.most:
            raise ValueError(
                f"The frequency bands {lower} and {upper} overlap or are not ascending. Write them as 0,1-15,16-."
            )


def find_band(bands: Iterable[FrequencyBand], frequency: int) -> int | None:
    """Return the index of the band that holds the frequency; None if none does."""
    return next((index for index, band in enumerate(bands) if band.holds(frequency)), None)


def _parse_band(part: str) -> FrequencyBand:
    written = _WRITTEN.fullmatch(part)
    if written is None:
        raise ValueError(f"“{part}” is not a frequency band. Write bands as 0,1-15,16-.")
    least, dash, most = int(written[1]), written[2], written[3]
    if not dash:
        return FrequencyBand(least, least)
    if most is not None and int(most) < least:
        raise ValueError(f"The frequency band {part} ends before it begins.")
    return FrequencyBand(least, None if most is None else int(most))
