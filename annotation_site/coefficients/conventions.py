"""The convention by which an alpha is read."""

from enum import StrEnum
from typing import NamedTuple

# Krippendorff 2004, Content Analysis, second edition, page 241: conclusions rest on variables from .800, tentative ones
# on those from .667.
RELIABLE_FROM = 0.800
TENTATIVE_FROM = 0.667


class Band(StrEnum):
    """The conclusions that an alpha allows."""

    RELIABLE = "reliable"
    TENTATIVE = "tentative"
    UNRELIABLE = "unreliable"


class Verdict(NamedTuple):
    """The band of an alpha. It is certain if both ends of its interval lie in the same band."""

    band: Band
    is_certain: bool


def judge_alpha(alpha: float | None, low: float | None = None, high: float | None = None) -> Verdict | None:
    """Return the band of an alpha by Krippendorff's convention, None where there is no alpha.

    Without an interval nothing is certain: an alpha of .81 from ten units says little.
    """
    if alpha is None:
        return None
    band = find_band(alpha)
    is_certain = low is not None and high is not None and find_band(low) == find_band(high) == band
    return Verdict(band, is_certain)


def find_band(alpha: float) -> Band:
    """Return the band of a value; the thresholds belong to the better one."""
    if alpha >= RELIABLE_FROM:
        return Band.RELIABLE
    return Band.TENTATIVE if alpha >= TENTATIVE_FROM else Band.UNRELIABLE
