"""Kendall's τ between people and a measure, from counts of judged pairs that add up.

    wmt13 = (C − D) / (C + D)          ties of people and of the measure dropped
    wmt14 = (C − D) / (C + D + T)      T: ties of the measure where people see a difference
    tau_b = (C − D) / √((C + D + T)·(C + D + H))      H: ties of people where the measure sees a difference

Sources: Macháček & Bojar 2013, 2014; Kendall 1945.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, Self, get_args

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import Floats, resample_sums

Variant = Literal["wmt13", "wmt14", "tau_b"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs on which people and measure agree, disagree, only the measure ties, only people tie; ties of both count
    nowhere."""

    concordant: int = 0
    discordant: int = 0
    metric_ties: int = 0
    human_ties: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(*(a + b for a, b in zip(as_row(self), as_row(other), strict=True)))


as_row = attrgetter("concordant", "discordant", "metric_ties", "human_ties")


def count_score_pairs(human: npt.ArrayLike, metric: npt.ArrayLike) -> PairCounts:
    """Count every pair of a group of items (a segment's systems, or all items) by its scores.

    It goes row by row, so that memory grows with the items and not with the pairs.
    """
    first, second = np.asarray(human, dtype=np.float64), np.asarray(metric, dtype=np.float64)
    counts = PairCounts()
    for row in range(len(first) - 1):
        counts += _count_signs(np.sign(first[row] - first[row + 1 :]), np.sign(second[row] - second[row + 1 :]))
    return counts


def count_preferences(better: npt.ArrayLike, worse: npt.ArrayLike) -> PairCounts:
    """Count judgements “this one is better than that one”, by the measure's scores of the better and of the worse."""
    signs = np.sign(np.asarray(better, dtype=np.float64) - np.asarray(worse, dtype=np.float64))
    return _count_signs(np.ones_like(signs), signs)


def count_judgements(better: Floats, worse: Floats, ties: npt.NDArray[np.bool_]) -> tuple[PairCounts, int]:
    """Return the counts of judgements including ties, and the number of those tied for both people and measure.

    The latter count in no variant.
    """
    counts = _count_signs(np.where(ties, 0.0, 1.0), np.sign(better - worse))
    return counts, len(ties) - sum(as_row(counts))


def _count_signs(human: Floats, metric: Floats) -> PairCounts:
    product = human * metric
    return PairCounts(
        int(np.sum(product > 0)),
        int(np.sum(product < 0)),
        int(np.sum((human != 0) & (metric == 0))),
        int(np.sum((human == 0) & (metric != 0))),
    )


def kendall(counts: PairCounts, variant: Variant) -> Figure:
    """Return τ from −1 to 1; undefined if the variant counts no pair."""
    value = float(kendall_rates(np.array([as_row(counts)], dtype=np.float64))[0, VARIANTS.index(variant)])
    return (
        Figure(None, "No pairs of items are ranked by both human judgement and the measure.")
        if np.isnan(value)
        else Figure(value)
    )


def kendall_rates(sums: Floats) -> Floats:
    """Return rows of VARIANTS from rows of the four counts; NaN, inside bootstraps only, where undefined."""
    concordant, discordant, metric_ties, human_ties = sums.T
    gain, ranked = concordant - discordant, concordant + discordant
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.stack(
            [
                gain / ranked,
                gain / (ranked + metric_ties),
                gain / np.sqrt((ranked + metric_ties) * (ranked + human_ties)),
            ],
            axis=1,
        )


def kendall_intervals(
    groups: Iterable[PairCounts], *, resamples: int, seed: int
) -> dict[str, tuple[float, float] | None]:
    """Return the 95 % percentile interval of each variant over groups sampled with replacement.

    A group is a judgement or a segment.
    """
    table = np.array([as_row(counts) for counts in groups], dtype=np.float64).reshape(-1, 4)
    rates = kendall_rates(resample_sums(table, resamples=resamples, seed=seed))
    return {name: percentile_interval(column) for name, column in zip(VARIANTS, rates.T, strict=True)}


def judgement_intervals(
    counts: PairCounts, silent: int, *, resamples: int, seed: int
) -> dict[str, tuple[float, float] | None]:
    """Return 95 % percentile intervals over judgements sampled with replacement.

    Each judgement is of one of five kinds, so a resample is multinomial, and a million cost no more than ten.
    """
    kinds = np.array([*as_row(counts), silent], dtype=np.float64)
    total = int(kinds.sum())
    if not total:
        return dict.fromkeys(VARIANTS)
    sampled = np.random.default_rng(seed).multinomial(total, kinds / total, size=resamples)
    rates = kendall_rates(sampled[:, :4].astype(np.float64))
    return {name: percentile_interval(column) for name, column in zip(VARIANTS, rates.T, strict=True)}


@dataclass(frozen=True, slots=True)
class Flips:
    """Judgements ranked right before and not after (`lost`), and the reverse (`won`); a tie of the measure is not
    right."""

    lost: int
    won: int

    @property
    def gain(self) -> int:
        return self.won - self.lost


def count_flips(before: Sequence[tuple[float, float]], after: Sequence[tuple[float, float]]) -> Flips:
    """Count the judgements that turn, from the scores of the better and of the worse under one measure and another.

    Salehi et al. 2015, table 3: P→N and N→P.
    """
    right_before = np.array([better > worse for better, worse in before], dtype=bool)
    right_after = np.array([better > worse for better, worse in after], dtype=bool)
    return count_turned(right_before, right_after)


def count_turned(before: npt.NDArray[np.bool_], after: npt.NDArray[np.bool_]) -> Flips:
    """Return the flips between the judgements ranked right before and those ranked right after."""
    return Flips(int(np.sum(before & ~after)), int(np.sum(after & ~before)))
