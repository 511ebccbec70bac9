"""Optional parts of `measure alpha`: its interval, sets of annotators, and alpha without each annotator."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from annotation_site.coefficients.alpha import alpha_interval
from annotation_site.coefficients.figure import Interval, Level
from annotation_site.coefficients.unit_counts import count_units
from evaluation.cli.ratings.rating_table import RatingTable
from idiomaticity.results.common_annotators import find_common_sets

# With more different values, few units have the same counts, so grouping them saves nothing.
MOST_VALUES = 20
SHOWN_SETS = 20


def resample_alpha(table: RatingTable, level: Level, *, resamples: int, seed: int) -> Interval:
    """Return the bootstrap interval of alpha.

    With at most `MOST_VALUES` different values it is computed from counts per unit, which scales to many ratings.
    """
    different = np.unique(table.values)
    if len(different) > MOST_VALUES:
        return alpha_interval(table.units, table.annotators, table.values, level, resamples=resamples, seed=seed)
    counts = count_units(table.units, table.values, different.tolist())
    return counts.intervals([level], resamples=resamples, seed=seed)[level]


def measure_most_in_common(table: RatingTable, level: Level, k: int) -> dict[str, Any]:
    """Return alpha for every set of k annotators with the most units in common, over these units alone.

    Annotators are in natural order of their names: 5 before 16.
    """
    order = sorted(range(len(table.names)), key=lambda index: _natural(table.names[index]))
    common_sets = find_common_sets(table.units, np.argsort(order)[table.annotators], k)
    rows: list[dict[str, Any]] = []
    for positions in common_sets.sets[:SHOWN_SETS]:
        chosen = [order[position] for position in positions]
        own = table.among(np.isin(table.annotators, chosen))
        alpha = own.among(np.bincount(own.units)[own.units] == k).pairable(level).plain_alpha
        names = [table.names[index] for index in chosen]
        rows.append({"annotators": names, "alpha": alpha.value, "reason": alpha.reason})
    return {
        "k": k,
        "units": common_sets.units,
        "tied": len(common_sets.sets),
        "sets": rows,
        "reason": common_sets.reason,
    }


def measure_without_each(table: RatingTable, level: Level) -> list[dict[str, Any]]:
    """Return alpha without each annotator in turn, highest first."""
    rows = []
    for name in sorted(table.names, key=_natural):
        alpha = table.among(table.annotators != table.names.index(name)).pairable(level).plain_alpha
        rows.append({"annotator": name, "alpha": alpha.value, "reason": alpha.reason})
    return sorted(rows, key=lambda row: (row["alpha"] is None, -(row["alpha"] or 0)))


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key that puts annotator_5 before annotator_16."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"([0-9]+)", name)]
