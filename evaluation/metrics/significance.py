"""Significance of the difference between two systems: the paired bootstrap over their segments.

    p = (c + 1) / (B + 1),  c = resamples whose difference is as far from the observed one as that is from 0: two-sided

Sources: Koehn 2004; as in sacrebleu (Post 2018). Paired randomisation, over what was stored of segments, is in
`evaluation/measures/pairs/randomisation.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.resampling import Floats, Rate, Table, percentile_interval, sample_weights

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
    """Compare two tables of segments × statistics with the same segments in each row.

    `rate` turns sums into one column of scores.
    """
    observed = _observe(first, second, rate)
    if observed is None:
        return Comparison(None, None, resamples, seed)
    blocks = sample_weights(_count_segments(first, second), resamples=resamples, seed=seed)
    differences = np.concatenate([_score(weights @ second, rate) - _score(weights @ first, rate) for weights in blocks])
    p, defined = rate_difference(observed, differences)
    return Comparison(observed, p, defined, seed, percentile_interval(differences))


def rate_difference(observed: float, differences: Floats) -> tuple[float, int]:
    """Return the two-sided p of a difference from those of the resamples, and how many of these are defined."""
    defined = differences[~np.isnan(differences)]
    extreme = int(np.count_nonzero(np.abs(defined - observed) >= abs(observed) - _TOLERANCE))
    return _share(extreme, len(defined)), len(defined)


def _count_segments(first: Table, second: Table) -> int:
    if first.shape != second.shape:
        raise ValueError(
            f"The two systems have {first.shape[0]} and {second.shape[0]} segments; they must have the same number."
        )
    return int(first.shape[0])


def _observe(first: Table, second: Table, rate: Rate) -> float | None:
    _count_segments(first, second)
    difference = float((_score(second.sum(axis=0)[None], rate) - _score(first.sum(axis=0)[None], rate))[0])
    return None if np.isnan(difference) else difference


def _score(sums: Floats, rate: Rate) -> Floats:
    return np.asarray(rate(sums)[:, 0])


def _share(extreme: int, resamples: int) -> float:
    return (int(extreme) + 1) / (resamples + 1)
