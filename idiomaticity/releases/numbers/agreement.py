"""Krippendorff's α of a study that is read item by item: how often each value was given to an item, equal ones counted
together, so that it needs no more memory for many ratings than for few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from annotation_site.coefficients.figure import LEVELS, Figure
from annotation_site.coefficients.unit_counts import UnitCounts
from idiomaticity.scales.judgements import LOWEST, SCALES
from idiomaticity.scales.score_scale import ScoreScale

_ALL = "all"


class AgreementCounts:
    """α at every level, over all scales together and over each that has scores; a unit is an item and a scale with two
    scores or more."""

    def __init__(self, scale: ScoreScale) -> None:
        self._values = tuple(scale.values)
        self._kinds: dict[str, Counter[tuple[int, ...]]] = {scale: Counter() for scale in SCALES}
        self._annotators: dict[str, set[str]] = {scale: set() for scale in SCALES}
        self._scales: set[str] = set()

    def add(self, ratings: Iterable[tuple[str, Mapping[str, int]]]) -> None:
        """Add all ratings of one item, by annotator.

        Raise ValueError for a score that is on no scale, and for two ratings by one annotator.
        """
        given = list(ratings)
        if len({annotator for annotator, _ in given}) < len(given):
            raise ValueError("an annotator has rated one item twice")
        for scale in SCALES:
            scores = [(annotator, value) for annotator, of in given if (value := of.get(scale, LOWEST - 1)) >= LOWEST]
            if scores:
                self._scales.add(scale)
            if outside := [value for _, value in scores if value not in self._values]:
                raise ValueError(f"there is a score of {outside[0]}, which is not on the scale")
            if len(scores) >= 2:
                counts = Counter(value for _, value in scores)
                self._kinds[scale][tuple(counts[value] for value in self._values)] += 1
                self._annotators[scale].update(annotator for annotator, _ in scores)

    def to_json(self) -> dict[str, Any]:
        """Return agreement as stored in the manifest."""
        everybody = set().union(*self._annotators.values())
        total: Counter[tuple[int, ...]] = Counter()
        for kinds in self._kinds.values():
            total.update(kinds)
        return {_ALL: self._measure(total, everybody)} | {
            scale: self._measure(self._kinds[scale], self._annotators[scale])
            for scale in SCALES
            if scale in self._scales
        }

    def _measure(self, kinds: Mapping[tuple[int, ...], int], annotators: set[str]) -> dict[str, Any]:
        # Sorted, so that the same study gives the same bytes in whatever order its items come.
        rows = np.array(sorted(kinds), dtype=np.int64).reshape(-1, len(self._values))
        units = np.array([kinds[row] for row in sorted(kinds)], dtype=np.int64)
        counts = UnitCounts(self._values, rows, units)
        return {
            "units": counts.unit_count,
            "annotators": len(annotators),
            "values": counts.value_count,
            "alpha": {level: write_figure(counts.alpha(level)) for level in LEVELS},
        }


def write_figure(figure: Figure) -> dict[str, Any]:
    """Return the figure's value, or null and the reason."""
    return {"value": figure.value} if figure.value is not None else {"value": None, "reason": figure.reason}
