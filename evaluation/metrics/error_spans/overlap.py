"""Agreement on error spans: F1 over characters, as WMT's shared task on error spans computes it (2025, task 2).

Every character of a translation counts as often as errors cover it. A character that both mark with the same severity
is a match, with another severity half a match. Omissions have no place in the translation and neutral marks are no
errors; both are left out, as there. F1 is symmetric, so that it does not matter which annotator is called gold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaluation.metrics.error_spans.schemes import MAJOR, MINOR, TARGET, ErrorSpan

HALF = 0.5
_SEVERITY = {MINOR: MINOR, MAJOR: MAJOR, "critical": MAJOR}


@dataclass(frozen=True, slots=True)
class Overlap:
    """Characters that match, and those that each of two annotators marked; sums over texts add up."""

    matched: float = 0.0
    first: int = 0
    second: int = 0

    def __add__(self, other: Overlap) -> Overlap:
        return Overlap(self.matched + other.matched, self.first + other.first, self.second + other.second)

    @property
    def precision(self) -> float:
        """The share of the second annotator's characters that the first marked, 1 where there are none."""
        return self.matched / self.second if self.second else 1.0

    @property
    def recall(self) -> float:
        """The share of the first annotator's characters that the second marked, 1 where there are none."""
        return self.matched / self.first if self.first else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both: 1 where nobody marked anything."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def compare_spans(first: Iterable[ErrorSpan], second: Iterable[ErrorSpan]) -> Overlap:
    """Return the overlap of two annotators' marks on one translation."""
    one, other = list(first), list(second)
    length = max((span.end for span in (*one, *other)), default=0)
    mine, theirs = _count(one, length), _count(other, length)
    matched = np.minimum(mine, theirs)
    left, right = (mine - matched).sum(axis=0), (theirs - matched).sum(axis=0)
    return Overlap(float(matched.sum() + HALF * np.minimum(left, right).sum()), int(mine.sum()), int(theirs.sum()))


def micro_f1(overlaps: Sequence[Overlap]) -> float | None:
    """Return F1 over the characters of all translations, as the shared task reports it; None without translations."""
    return sum(overlaps, Overlap()).f1 if overlaps else None


def macro_f1(overlaps: Sequence[Overlap]) -> float | None:
    """Return the mean of each translation's F1, in which short and faultless ones count as much as others."""
    return sum(overlap.f1 for overlap in overlaps) / len(overlaps) if overlaps else None


def _count(spans: Iterable[ErrorSpan], length: int) -> npt.NDArray[np.int64]:
    """Return how many minor and major errors cover each character."""
    counts = np.zeros((2, length), dtype=np.int64)
    for span in spans:
        severity = _SEVERITY.get(span.severity)
        if severity is not None and span.side == TARGET:
            counts[int(severity == MAJOR), span.start : span.end] += 1
    return counts
