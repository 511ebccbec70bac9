"""Scores of compounds from ratings: pooled token scores, spread, classes, token against type.

The definitions are those of NCTTI (Garcia et al. 2021); pure numbers, no database.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import atanh, sqrt, tanh
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation_site.coefficients.figure import Figure
from annotation_site.languages.marks import gettext_noop
from annotation_site.languages.marks import gettext_noop as _
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale

CLASSES = {"C": _("compositional"), "PC": _("partly compositional"), "NC": _("idiomatic")}
# Sentences of a compound whose means vary less than this, on a scale from 0 to 5, count as alike in the paper.
ALIKE = 0.6
# A correlation needs as many.
LEAST_COMPARED = 3
# Up to this many pairs, p compares all orders (8! = 40,320): t gives p = 0 for four pairs in one order, which is 1/12.
MOST_PERMUTED = 8
_ROUNDING = 1e-9
Z_95 = 1.959963984540054
_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CompoundScore:
    """Scores of one compound.

    `sentence_means` has None for a sentence without a rating; `token` is the mean of all ratings pooled, or of
    published sentence means if those alone are known.
    """

    compound: str
    compound_class: str = ""
    type: float | None = None
    token: float | None = None
    sentence_means: tuple[float | None, ...] = ()

    @property
    def sentence_spread(self) -> Figure:
        """Return the standard deviation of the sentence means (ddof = 1), which shows variation between contexts."""
        return spread([mean for mean in self.sentence_means if mean is not None])


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """Figures over the compounds of one class, or over all: those with a token score, their mean and spread, the same
    of type scores, and Spearman's ρ of both over the `compared` ones that have both, with p and 95 % interval."""

    compound_class: str
    compounds: int
    mean: Figure
    spread: Figure
    type_compounds: int
    type_mean: Figure
    type_spread: Figure
    compared: int
    rho: Figure
    p: float | None
    interval: tuple[float, float] | None

    @property
    def p_method(self) -> str:
        """Return how p was found, as files and the API name it; empty without p."""
        if self.p is None:
            return ""
        return "exact" if self.compared <= MOST_PERMUTED else "t"


def pooled_mean(ratings: Iterable[float]) -> Figure:
    """Return the mean over all ratings of a compound in any sentence: its token score."""
    values = list(ratings)
    if not values:
        return Figure(None, "There is no rating.")
    return Figure(float(np.mean(values)))


def spread(values: Sequence[float]) -> Figure:
    """Return the standard deviation with ddof = 1; undefined below two values."""
    if len(values) < 2:
        return Figure(None, "A spread needs two values.")
    return Figure(float(np.std(values, ddof=1)))


def spearman(first: Sequence[float] | _Floats, second: Sequence[float] | _Floats) -> Figure:
    """Return Spearman's ρ: Pearson's correlation of ranks, with mean ranks for ties.

    Undefined below three pairs or if one side does not vary. Raise ValueError for different lengths or values that are
    not finite.
    """
    if len(first) != len(second):
        raise ValueError("Both sides must have the same length.")
    left, right = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if not (np.isfinite(left).all() and np.isfinite(right).all()):
        raise ValueError("Values must be finite numbers.")
    if len(left) < LEAST_COMPARED:
        return Figure(None, gettext_noop("A correlation needs three compounds with both scores."))
    if np.ptp(left) == 0 or np.ptp(right) == 0:
        return Figure(None, gettext_noop("All scores on one side are equal."))
    return Figure(float(np.corrcoef(_rank(left), _rank(right))[0, 1]))


def find_p(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the two-sided p of Spearman's ρ, or None where there is none.

    Exact for a few pairs: the share of all orders of one side that correlate as strongly. Else by Student's t with
    n - 2 degrees of freedom.
    """
    rho, pairs = spearman(first, second).value, len(first)
    if rho is None:
        return None
    if pairs <= MOST_PERMUTED:
        # Of centred ranks, the sum of products alone says how orders compare: all have the same spread.
        left, right = (_rank(np.asarray(side, dtype=np.float64)) - (pairs + 1) / 2 for side in (first, second))
        products = left[_list_orders(pairs)] @ right
        return float(np.mean(np.abs(products) >= abs(float(left @ right)) - _ROUNDING))
    if abs(rho) >= 1:
        return 0.0
    from scipy.special import stdtr  # scipy weighs 100 MB in every process: loaded by those that need it

    t = abs(rho) * sqrt((pairs - 2) / (1 - rho * rho))
    return float(2 * stdtr(pairs - 2, -t))


def find_interval(rho: float | None, pairs: int) -> tuple[float, float] | None:
    """Return the 95 % interval of Spearman's ρ by Fisher's z, with the variance of Bonett and Wright (2000)."""
    if rho is None or pairs <= LEAST_COMPARED or abs(rho) >= 1:
        return None
    reach = Z_95 * sqrt((1 + rho * rho / 2) / (pairs - 3))
    return tanh(atanh(rho) - reach), tanh(atanh(rho) + reach)


def order_by_rho(rho: Figure, *, is_constant: bool) -> tuple[int, float]:
    """Return a key by which annotators are listed worst first.

    Whoever gave the same score always has no ρ and comes before all others; with nothing to compare, they come last.
    """
    if rho.value is None:
        return (0 if is_constant else 2), 0.0
    return 1, rho.value


def is_constant(values: Collection[float]) -> bool:
    """Return whether there are enough scores for a correlation, and all are the same."""
    return len(values) >= LEAST_COMPARED and len(set(values)) == 1


def summarise(scores: Sequence[CompoundScore]) -> list[ClassSummary]:
    """Return one row for all compounds (class ""), then one for each class that occurs, in the order of CLASSES."""
    known = {score.compound_class for score in scores}
    rows = [_summarise(scores, "")]
    for name in CLASSES:
        if name in known:
            rows.append(_summarise([score for score in scores if score.compound_class == name], name))
    return rows


def count_alike(scores: Iterable[CompoundScore], scale: ScoreScale = PAPER_SCALE) -> tuple[int, int]:
    """Return the number of compounds whose sentence means vary less than `ALIKE`, converted to the scale, and of those
    with a spread."""
    spreads = [score.sentence_spread.value for score in scores]
    defined = [value for value in spreads if value is not None]
    return sum(value < scale.convert(ALIKE) for value in defined), len(defined)


def _summarise(scores: Sequence[CompoundScore], name: str) -> ClassSummary:
    tokens = [score.token for score in scores if score.token is not None]
    both = [(score.token, score.type) for score in scores if score.token is not None and score.type is not None]
    types = [score.type for score in scores if score.type is not None]
    sides = [token for token, _ in both], [type_score for _, type_score in both]
    rho = spearman(*sides)
    return ClassSummary(
        compound_class=name,
        compounds=len(tokens),
        mean=pooled_mean(tokens),
        spread=spread(tokens),
        type_compounds=len(types),
        type_mean=pooled_mean(types),
        type_spread=spread(types),
        compared=len(both),
        rho=rho,
        p=find_p(*sides),
        interval=find_interval(rho.value, len(both)),
    )


def _rank(values: _Floats) -> Any:
    """Return mean ranks from 1."""
    # A group of ties ends at the rank that its cumulative count says; half of its length before that is its mean.
    _, position, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[position]


@lru_cache
def _list_orders(pairs: int) -> Any:
    return np.array(list(permutations(range(pairs))), dtype=np.int8)
