"""Permutation tests of the difference between two measures that follow people.

    p = share of the permutations in which the better measure leads by at least what was observed: one-sided

A permutation swaps scores of the two measures, which are standardised before: each score by itself (PERM-BOTH), or
those of all systems in a segment together (PERM-INPUTS). Where measures have thresholds of their own for ties, it swaps
their verdicts on pairs instead. If there are no more permutations than were asked for, each is taken once, and p is
exact.

Sources: Deutsch, Dror & Roth 2021; Deutsch et al. 2023; as in mt-metrics-eval (`PermutationSigDiff`,
`PairwisePermutationSigDiff`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.resampling import Floats, sample_swaps
from evaluation.metrics.correlation.measures import compare_p_values, paired_p_values

Permute = Literal["both", "inputs"]
PERMUTATIONS: tuple[Permute, ...] = get_args(Permute)
# Sums of the same scores in another order may differ in their last bits; such differences count as equal.
_TOLERANCE = 1e-12
# Cells of the swaps of systems that stay in memory, 160 MB; more are drawn again for each permutation.
_KEPT = 20_000_000
# Differences of systems, and their scores, that are compared at once.
_AT_ONCE = 4_000_000
# A test that takes long ends after so many permutations if p lies outside of these bounds.
_FEWEST = 100
_CLEAR = (0.02, 0.5)


@dataclass(frozen=True, slots=True)
class Permutations:
    """Permutations to draw by numpy's PCG64: of each score by itself, or of whole inputs."""

    number: int
    seed: int
    permute: Permute = "both"

    def draw(self, units: int) -> Iterator[Floats]:
        """Yield blocks of permutations × units, 1 where the unit is swapped."""
        if 2**units <= self.number:
            yield np.array(list(product((0.0, 1.0), repeat=units)))
        else:
            yield from sample_swaps(units, resamples=self.number, seed=self.seed)

    def add_up(self, cells: Floats) -> Floats:
        """Return the sums of cells, systems × segments × statistics, over the units whose swap changes any."""
        sums = cells.sum(axis=0) if self.permute == "inputs" else cells.reshape(-1, cells.shape[-1])
        return np.asarray(sums[sums.any(axis=1)])


def standardise(scores: Floats) -> Floats:
    """Return the scores with mean 0 and deviation 1; if all are equal, with mean 0. NaN stays."""
    deviation = float(np.nanstd(scores))
    centred = scores - np.nanmean(scores)
    return centred / deviation if deviation else centred


def compare_pearsons(human: Floats, better: Floats, worse: Floats, permutations: Permutations) -> float | None:
    """Return p for Pearson's correlation over all cells of tables systems × segments in which none of the three is NaN.

    Return None if a measure has the same score everywhere.
    """
    there = ~np.isnan(human + better + worse)
    n = int(there.sum())
    if n < 2:
        return None
    gold, first, second = (standardise(np.where(there, table, np.nan)) for table in (human, better, worse))
    gold, first, second = (np.where(there, table, 0.0) for table in (gold, first, second))
    if not (gold.any() and first.any() and second.any()):
        return None
    # Correlations follow from sums of products, scores and squares, to which a swap adds the difference.
    sums = [np.stack([gold * table, table, table**2], axis=-1) for table in (first, second)]
    totals = [table.sum(axis=(0, 1)) for table in sums]
    moved = permutations.add_up(sums[1] - sums[0])
    observed = _correlate(totals[0], n) - _correlate(totals[1], n)
    leads = (
        _correlate(totals[0] + swaps @ moved, n) - _correlate(totals[1] - swaps @ moved, n)
        for swaps in permutations.draw(len(moved))
    )
    return _share(leads, float(observed))


def compare_verdicts(better: Floats, worse: Floats, permutations: Permutations) -> float:
    """Return p for accuracy over pairs × segments: a pair's share of the mean where the verdict is right, else 0."""
    moved = permutations.add_up((better - worse)[..., None])[:, 0]
    observed = float(moved.sum())
    return _share((observed - 2 * swaps @ moved for swaps in permutations.draw(len(moved))), observed)


def compare_accuracies(human: Floats, better: Floats, worse: Floats, permutations: Permutations) -> float:
    """Return p for pairwise accuracy over systems, whose scores are swapped one by one."""
    one, other = np.triu_indices(len(human), 1)
    people = np.sign(human[one] - human[other])
    first, second = standardise(better), standardise(worse)

    def rate(scores: Floats) -> Floats:
        return np.asarray((np.sign(scores[:, one] - scores[:, other]) == people).mean(axis=1))

    observed = float((rate(first[None]) - rate(second[None]))[0])
    leads = (
        rate(np.where(swaps, second, first)) - rate(np.where(swaps, first, second))
        for swaps in permutations.draw(len(human))
    )
    return _share(leads, observed)


def compare_soft_accuracies(
    human: Floats,
    better: Floats,
    worse: Floats,
    permutations: Permutations,
    on_block: Callable[[], object] | None = None,
) -> float:
    """Return p for soft pairwise accuracy over tables systems × segments without NaN.

    Every permutation has p-values of its own for every two systems, so this takes long: as in mt-metrics-eval it ends
    before all permutations when p is clear. `on_block` is called after some permutations each.
    """
    segments, number = human.shape[1], permutations.number
    drawn = partial(sample_swaps, segments, resamples=number, seed=permutations.seed)
    kept = list(drawn()) if segments * number <= _KEPT else None
    people = paired_p_values(human, kept or drawn())
    first, second = standardise(better), standardise(worse)
    at_once = max(1, _AT_ONCE // (number * (len(people) + segments)))

    def lead(one: Floats, other: Floats) -> Floats:
        rates = [compare_p_values(people, paired_p_values(scores, kept or drawn())) for scores in (one, other)]
        return rates[0] - rates[1]

    def leads() -> Iterator[Floats]:
        by_input = permutations.permute == "inputs"
        for block in permutations.draw(segments if by_input else first.size):
            for start in range(0, len(block), at_once):
                rows = block[start : start + at_once]
                # By input, a segment is swapped for all systems at once: the middle axis is broadcast.
                swaps = rows[:, None, :] if by_input else rows.reshape(-1, *first.shape)
                yield lead(np.where(swaps, second, first), np.where(swaps, first, second))
                if on_block:
                    on_block()

    return _share(leads(), float(lead(first, second)), ends_early=True)


def _correlate(sums: Floats, n: int) -> Floats:
    """Return Pearson's correlation with a standardised gold from sums of products, scores and squares."""
    spread = np.maximum(sums[..., 2] - sums[..., 1] ** 2 / n, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(sums[..., 0] / np.sqrt(spread * n))


def _share(leads: Iterator[Floats], observed: float, *, ends_early: bool = False) -> float:
    extreme = total = 0
    for block in leads:
        extreme += int(np.sum(block >= observed - _TOLERANCE))
        total += len(block)
        if ends_early and total >= _FEWEST and not _CLEAR[0] <= extreme / total <= _CLEAR[1]:
            break
    return extreme / total


def find_clusters(p_values: npt.ArrayLike, level: float = 0.05) -> list[int]:
    """Return the cluster of each measure, from 1, given p of every measure (row) against the later ones (columns) in
    the order of their figures; NaN where untested.

    A new cluster begins with a measure that some measure of the present cluster leads significantly.
    """
    matrix = np.asarray(p_values, dtype=np.float64)
    clusters: list[int] = []
    start = 0
    for index in range(len(matrix)):
        if np.any(matrix[start:index, index] <= level):
            start = index
            clusters.append(clusters[-1] + 1)
        else:
            clusters.append(clusters[-1] if clusters else 1)
    return clusters
