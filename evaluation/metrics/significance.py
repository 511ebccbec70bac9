"""Whether two systems differ: paired bootstrap and paired approximate randomisation over their segments.

    p = (c + 1) / (B + 1)

Bootstrap: c = draws in which the difference is as far from the observed one as that is from 0. Randomisation: c = swaps
of the two systems' segments with a difference at least as great as the observed one. Both are two-sided.
Sources: Koehn 2004; Riezler & Maxwell 2005; the bootstrap as in sacrebleu (Post 2018).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.resampling import Floats, Rate, Table, draw_swaps, draw_weights, percentile_interval

# Two ways of adding the same segments may differ in their last bits; equal to that is as great.
_TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class Comparison:
    """Second minus first; `interval` is the bootstrap's, None for randomisation. p is None where the measure is
    undefined for a system."""

    difference: float | None
    p: float | None
    resamples: int
    seed: int
    interval: tuple[float, float] | None = None


def paired_bootstrap(first: Table, second: Table, rate: Rate, *, resamples: int, seed: int) -> Comparison:
    """Tables of segments × statistics, row by row of the same segments; `rate` turns sums into one column of scores."""
    observed = _observe(first, second, rate)
    if observed is None:
        return Comparison(None, None, resamples, seed)
    blocks = draw_weights(_count_segments(first, second), resamples=resamples, seed=seed)
    differences = np.concatenate([_score(weights @ second, rate) - _score(weights @ first, rate) for weights in blocks])
    defined = differences[~np.isnan(differences)]
    extreme = np.sum(np.abs(defined - observed) >= abs(observed) - _TOLERANCE)
    return Comparison(observed, _share(extreme, len(defined)), len(defined), seed, percentile_interval(differences))


def approximate_randomisation(first: Table, second: Table, rate: Rate, *, resamples: int, seed: int) -> Comparison:
    """The same tables; each segment's outputs are swapped or not, with even chances."""
    observed = _observe(first, second, rate)
    if observed is None:
        return Comparison(None, None, resamples, seed)
    gain = second - first
    first_sums, second_sums = first.sum(axis=0), second.sum(axis=0)
    extreme = defined = 0
    for swaps in draw_swaps(_count_segments(first, second), resamples=resamples, seed=seed):
        moved = swaps @ gain
        differences = _score(second_sums - moved, rate) - _score(first_sums + moved, rate)
        extreme += int(np.sum(np.abs(differences) >= abs(observed) - _TOLERANCE))
        defined += int(np.sum(~np.isnan(differences)))
    return Comparison(observed, _share(extreme, defined), defined, seed)


def _count_segments(first: Table, second: Table) -> int:
    if first.shape != second.shape:
        raise ValueError(
            f"The two systems have {first.shape[0]} and {second.shape[0]} segments; a pair needs the same."
        )
    return int(first.shape[0])


def _observe(first: Table, second: Table, rate: Rate) -> float | None:
    _count_segments(first, second)
    difference = float((_score(second.sum(axis=0)[None], rate) - _score(first.sum(axis=0)[None], rate))[0])
    return None if np.isnan(difference) else difference


def _score(sums: Floats, rate: Rate) -> Floats:
    return np.asarray(rate(sums)[:, 0])


def _share(extreme: int, draws: int) -> float:
    return (int(extreme) + 1) / (draws + 1)
