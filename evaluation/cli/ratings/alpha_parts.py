"""Optional parts of `measure alpha`: its interval, sets of annotators, and alpha without each annotator."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from annotation_site.coefficients.agreement import Figure, Interval, Level, alpha_interval, krippendorff_alpha
from annotation_site.coefficients.unit_counts import count_units
from idiomaticity.results.common_annotators import find_common_sets

# With more different values, few units have the same counts, so grouping them saves nothing.
MOST_VALUES = 20
SHOWN_SETS = 20


def resample_alpha(
    units: Sequence[Any], annotators: Sequence[Any], values: Sequence[Any], level: Level, *, resamples: int, seed: int
) -> Interval:
    """Return the bootstrap interval of alpha.

    With at most `MOST_VALUES` different values it is computed from counts per unit, which scales to many ratings.
    """
    different = sorted(set(values))
    if len(different) > MOST_VALUES:
        return alpha_interval(units, annotators, values, level, resamples=resamples, seed=seed)
    places = {value: place for place, value in enumerate(different)}
    given = [places[value] for value in values] if level == "nominal" else values
    scale = range(len(different)) if level == "nominal" else different
    return count_units(units, given, scale).intervals([level], resamples=resamples, seed=seed)[level]


def measure_most_in_common(
    units: Sequence[Any], annotators: Sequence[str], values: Sequence[Any], level: Level, k: int
) -> dict[str, Any]:
    """Return alpha for every set of k annotators with the most units in common, over these units alone.

    Annotators are in natural order of their names: 5 before 16.
    """
    names = sorted(set(annotators), key=_natural)
    place_of = {name: place for place, name in enumerate(names)}
    codes: dict[Any, int] = {}
    unit_of = np.array([codes.setdefault(unit, len(codes)) for unit in units], dtype=np.int64)
    found = find_common_sets(unit_of, np.array([place_of[name] for name in annotators], dtype=np.int64), k)
    rows: list[dict[str, Any]] = []
    for places in found.sets[:SHOWN_SETS]:
        chosen = {names[place] for place in places}
        own = [row for row in zip(unit_of, annotators, values, strict=True) if row[1] in chosen]
        counts = np.bincount([unit for unit, _, _ in own])
        shared = [row for row in own if counts[row[0]] == k]
        alpha = _alpha_of(shared, level)
        rows.append({"annotators": [names[place] for place in places], "alpha": alpha.value, "reason": alpha.reason})
    return {"k": k, "units": found.units, "tied": len(found.sets), "sets": rows, "reason": found.reason}


def measure_without_each(
    units: Sequence[Any], annotators: Sequence[str], values: Sequence[Any], level: Level
) -> list[dict[str, Any]]:
    """Return alpha without each annotator in turn, highest first."""
    rows = []
    for name in sorted(set(annotators), key=_natural):
        kept = [row for row in zip(units, annotators, values, strict=True) if row[1] != name]
        alpha = _alpha_of(kept, level)
        rows.append({"annotator": name, "alpha": alpha.value, "reason": alpha.reason})
    return sorted(rows, key=lambda row: (row["alpha"] is None, -(row["alpha"] or 0)))


def _alpha_of(rows: Sequence[tuple[Any, str, Any]], level: Level) -> Figure:
    return krippendorff_alpha([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows], level)


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key that puts annotator_5 before annotator_16."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"([0-9]+)", name)]
