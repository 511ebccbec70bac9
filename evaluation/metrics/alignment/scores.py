"""Alignment error rate, precision, recall and F of a system's links against a gold standard.

A = system links, S = gold Sure, P = gold Possible including Sure; always micro over the whole set:

    precision = |A∩P| / |A|    recall = |A∩S| / |S|    AER = 1 − (|A∩S| + |A∩P|) / (|A| + |S|)
    F_a = 1 / (a/precision + (1−a)/recall)

Sources: Och & Ney 2003 (AER), Fraser & Marcu 2007 (F_a), Martin et al. 2005 (links to null are dropped on both sides).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from operator import add, attrgetter
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import resample_sums

Cell = tuple[int, int]
MEASURES = ("aer", "precision", "recall", "f")


class EmptySystemError(ValueError):
    """The system has no link at all: an error to report, not a rate of 0."""


@dataclass(frozen=True, slots=True)
class AlignmentCounts:
    """|A|, |A∩S|, |A∩P| and |S| of one or more sentence pairs; sufficient for every measure here."""

    system: int = 0
    system_sure: int = 0
    system_possible: int = 0
    sure: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(*map(add, _as_row(self), _as_row(other)))


_as_row = attrgetter("system", "system_sure", "system_possible", "sure")


@dataclass(frozen=True, slots=True)
class AlignmentScores:
    """Rates from 0 to 1; None with a sentence in `reasons` where undefined."""

    aer: float
    precision: float
    recall: float | None
    f: float | None
    reasons: Mapping[str, str]


def count_links(gold: Mapping[Cell, Literal["S", "P"]], system: Collection[Cell]) -> AlignmentCounts:
    """Return the counts of one pair.

    A cell that the system repeats, or labels both Sure and Possible, counts once. Null links have no cell, so they are
    not counted.
    """
    links = set(system)
    return AlignmentCounts(
        system=len(links),
        system_sure=sum(gold.get(cell) == "S" for cell in links),
        system_possible=sum(cell in gold for cell in links),
        sure=sum(label == "S" for label in gold.values()),
    )


def score(counts: AlignmentCounts, f_alpha: float = 0.5) -> AlignmentScores:
    """Return scores from summed counts; raise EmptySystemError if the system has no links."""
    if counts.system == 0:
        raise EmptySystemError("The system output has no links.")
    aer, precision, recall, f = _rates(np.array([_as_row(counts)], dtype=np.float64), f_alpha)[0].tolist()
    if counts.sure == 0:
        reason = "The gold standard has no Sure links."
        return AlignmentScores(aer, precision, None, None, {"recall": reason, "f": reason})
    return AlignmentScores(aer, precision, recall, f, {})


def _rates(counts: npt.NDArray[np.float64], f_alpha: float) -> npt.NDArray[np.float64]:
    """Return rows of MEASURES from rows of the four counts; NaN, inside this module only, where undefined.

    F is 0 where precision or recall is 0, its limit.
    """
    system, system_sure, system_possible, sure = counts.T
    with np.errstate(divide="ignore", invalid="ignore"):
        aer = 1 - (system_sure + system_possible) / (system + sure)
        precision = system_possible / system
        recall = system_sure / sure
        f = 1 / (f_alpha / precision + (1 - f_alpha) / recall)
    return np.stack([aer, precision, recall, f], axis=1)


def bootstrap(
    counts: Iterable[AlignmentCounts], *, resamples: int = 1000, seed: int, f_alpha: float = 0.5
) -> dict[str, tuple[float, float] | None]:
    """Return the 95 % percentile interval of each measure over sentence pairs sampled with replacement, as WAGS does.

    Resamples in which a measure is undefined are left out of its interval; None where all are.
    """
    return bootstrap_table(as_table(counts), resamples=resamples, seed=seed, f_alpha=f_alpha)


def as_table(counts: Iterable[AlignmentCounts]) -> npt.NDArray[np.float64]:
    """Return a row of the four counts for each pair."""
    return np.fromiter(chain.from_iterable(map(_as_row, counts)), np.float64).reshape(-1, 4)


def bootstrap_table(
    table: npt.NDArray[np.float64], *, resamples: int, seed: int, f_alpha: float
) -> dict[str, tuple[float, float] | None]:
    """Return the intervals of `bootstrap` from rows of the four counts, one for each pair."""
    sampled = resample_table(table, resamples=resamples, seed=seed, f_alpha=f_alpha)
    return {name: percentile_interval(column) for name, column in sampled.items()}


def resample_table(
    table: npt.NDArray[np.float64], *, resamples: int, seed: int, f_alpha: float
) -> dict[str, npt.NDArray[np.float64]]:
    """Return each measure in every resample of the pairs, NaN where it is undefined."""
    rates = _rates(resample_sums(table, resamples=resamples, seed=seed), f_alpha)
    return dict(zip(MEASURES, rates.T, strict=True))


def rate_aer(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return a column of AER from rows of the four counts, NaN where undefined: a rate for comparing two systems."""
    return _rates(sums, 0.5)[:, :1]
