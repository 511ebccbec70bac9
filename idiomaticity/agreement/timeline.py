"""Agreement of ratings over time: by week, or by number of ratings in order of submission."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure, Level
from annotation_site.coefficients.unit_counts import alpha_of, sum_statistics, unit_statistics
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.scales.judgements import LOWEST, SCALES

LEVELS: tuple[Level, ...] = ("ordinal", "interval")
THOUSAND = 1000
# With more stretches than that each holds more ratings, or a month of weeks.
MOST_STRETCHES = 60
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RatingStretch:
    """One stretch of time: `within` is alpha of the scores submitted during it, `so_far` of all up to its end."""

    label: str
    ratings: int
    within: dict[Level, Figure]
    so_far: dict[Level, Figure]


def follow_by_week(table: ScoreTable) -> list[RatingStretch]:
    """Return stretches by the Monday of the week, without empty weeks; the latest MOST_STRETCHES."""
    if not len(table):
        return []
    # Day 1 was a Monday.
    mondays = table.day - (table.day - 1) % 7
    starts = np.flatnonzero(np.diff(mondays, prepend=-1))
    labels = [date.fromordinal(int(mondays[start])).isoformat() for start in starts]
    return _follow(table, starts.tolist(), labels)[-MOST_STRETCHES:]


def follow_by_thousand(table: ScoreTable, step: int = THOUSAND) -> list[RatingStretch]:
    """Return stretches of a thousand ratings, or of as many thousands as keep them to MOST_STRETCHES."""
    if not len(table):
        return []
    thousands = -(-len(table) // (step * MOST_STRETCHES))
    starts = list(range(0, len(table), step * max(1, thousands)))
    ends = [*starts[1:], len(table)]
    labels = [f"{start + 1:,}–{end:,}" for start, end in zip(starts, ends, strict=True)]
    return _follow(table, starts, labels)


def _follow(table: ScoreTable, starts: Sequence[int], labels: Sequence[str]) -> list[RatingStretch]:
    values = table.values
    counts = np.zeros((len(SCALES), len(table.items), len(values)), dtype=np.int64)
    total = np.zeros(unit_statistics(np.zeros((1, len(values)))).shape[1])
    stretches = []
    for start, end, label in zip(starts, [*starts[1:], len(table)], labels, strict=True):
        within = np.zeros_like(total)
        for column in range(len(SCALES)):
            item, value = table.item[start:end], table.scores[start:end, column]
            item, value = item[value >= LOWEST], value[value >= LOWEST]
            touched, place = np.unique(item, return_inverse=True)
            cells = place * len(values) + table.place_values(value)
            added = np.bincount(cells, minlength=len(touched) * len(values)).reshape(-1, len(values))
            before = counts[column, touched]
            # Only units with a new score change the sums so far.
            within += sum_statistics(added)
            total += sum_statistics(before + added) - sum_statistics(before)
            counts[column, touched] = before + added
        stretches.append(RatingStretch(label, end - start, _figures(within, values), _figures(total, values)))
    return stretches


def _figures(sums: _Floats, values: Sequence[int]) -> dict[Level, Figure]:
    settled = np.where(np.abs(sums) < 1e-6, 0, sums)
    return {level: alpha_of(settled, values, level) for level in LEVELS}
