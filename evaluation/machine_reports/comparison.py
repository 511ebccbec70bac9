"""A machine's agreement with people compared with people's own: figures with bootstrap intervals, and annotator by
annotator. Pure.

Every figure is computed twice over the same items: over all couples of two people, and over all couples of the machine
and a person. Items are sampled with replacement, with all their couples, and both figures and their difference are
taken from the same resamples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import sample_weights

RESAMPLES, SEED = 1000, 12345
Floats = npt.NDArray[np.float64]
# From resamples × weights of items to resamples × figures: those of people, then those of the machine.
Figures = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % percentile interval; None where it is undefined."""

    value: float | None
    interval: tuple[float, float] | None = None

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Estimate:
        """Return the estimate that `to_json` wrote."""
        return cls(stored["value"], None if stored["interval"] is None else tuple(stored["interval"]))

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "interval": None if self.interval is None else list(self.interval)}


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """One figure among people, of the machine with people, and the machine's less people's."""

    name: str
    people: Estimate
    machine: Estimate
    difference: Estimate

    def to_json(self) -> dict[str, Any]:
        sides = {"people": self.people, "machine": self.machine, "difference": self.difference}
        return {"figure": self.name, **{name: side.to_json() for name, side in sides.items()}}


@dataclass(frozen=True, slots=True)
class ComparedAnnotator:
    """An annotator's agreement with the others, and the machine's with the same others on the same items."""

    annotator: str
    items: int
    own: float
    machine: float


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    """All figures over one group of items, such as those of a length."""

    group: str
    items: int
    figures: Sequence[ComparedFigure]
    annotators: Sequence[ComparedAnnotator]

    @property
    def medians(self) -> tuple[float, float] | None:
        """Return the median of annotators' own agreement, and that of the machine with the same others."""
        if not self.annotators:
            return None
        return median(row.own for row in self.annotators), median(row.machine for row in self.annotators)

    def to_json(self) -> dict[str, Any]:
        medians = self.medians
        return {
            "group": self.group,
            "items": self.items,
            "figures": [figure.to_json() for figure in self.figures],
            "annotators": [
                {"annotator": row.annotator, "items": row.items, "own": row.own, "machine": row.machine}
                for row in self.annotators
            ],
            "median": None if medians is None else {"people": medians[0], "machine": medians[1]},
            "beats_median": None if medians is None else medians[1] > medians[0],
            "beaten": sum(row.machine > row.own for row in self.annotators),
        }


def compare_figures(
    names: Sequence[str], items: int, figures: Figures, *, resamples: int = RESAMPLES, seed: int = SEED
) -> list[ComparedFigure]:
    """Return each figure with intervals; resamples in which one is undefined are left out of its intervals."""
    if not items:
        return []
    whole = figures(np.ones((1, items)))[0]
    sampled = np.concatenate([figures(weights) for weights in sample_weights(items, resamples=resamples, seed=seed)])
    half = len(names)
    return [
        ComparedFigure(
            name,
            _estimate(whole[index], sampled[:, index]),
            _estimate(whole[half + index], sampled[:, half + index]),
            _estimate(whole[half + index] - whole[index], sampled[:, half + index] - sampled[:, index]),
        )
        for index, name in enumerate(names)
    ]


def group_by_annotator(rows: Mapping[str, Sequence[tuple[float, float]]]) -> list[str]:
    """Return the annotators who have anything to compare, in order."""
    return sorted(name for name, instances in rows.items() if len(instances))


def _estimate(value: float, sampled: Floats) -> Estimate:
    return Estimate(None) if np.isnan(value) else Estimate(float(value), percentile_interval(sampled))
