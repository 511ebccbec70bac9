"""Significance of differences: between two systems by the paired bootstrap over their segments, and of paired answers
by Wilcoxon's signed-rank test.

    p = (c + 1) / (B + 1),  c = resamples whose difference is as far from the observed one as that is from 0: two-sided

Sources: Koehn 2004; as in sacrebleu (Post 2018). Paired randomisation, over what was stored of segments, is in
`evaluation/measures/pairs/randomisation.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import Floats, Rate, Table, sample_weights

# Two ways of adding the same segments may differ in their last bits; equal to that is as great.
_TOLERANCE = 1e-12
# The most differences of which scipy tries all signs where some are tied. It calls Python for each of up to 8,192 of
# them (0.2 s); here they are one product of matrices (0.7 ms), with the same p.
_FEW = 13
# Sums of mean ranks are multiples of a half.
_BELOW_A_RANK = 1e-9


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


def find_signed_rank_p(differences: Sequence[float] | Floats, alternative: Literal["less", "greater"]) -> float:
    """Return p of Wilcoxon's test of H0: the differences are symmetric about 0; those of 0 are left out.

    The statistic is the sum of the mean ranks of |d| over d > 0. Of up to 13 differences, p is the share of all
    assignments of signs whose sum is as extreme; of more it is scipy's. ValueError if all are 0. Source: Wilcoxon 1945.
    """
    from scipy import stats  # scipy weighs 100 MB in every process: loaded by those that need it

    given = np.asarray(differences, dtype=np.float64)
    different = given[given != 0]
    if not len(different):
        raise ValueError("The signed-rank test needs a difference other than 0.")
    if len(given) > _FEW:
        return float(stats.wilcoxon(given, alternative=alternative).pvalue)
    ranks = stats.rankdata(np.abs(different))
    observed = ranks[different > 0].sum()
    signs = np.arange(2 ** len(ranks))[:, np.newaxis] >> np.arange(len(ranks)) & 1
    sums = signs @ ranks
    extreme = sums >= observed - _BELOW_A_RANK if alternative == "greater" else sums <= observed + _BELOW_A_RANK
    return float(extreme.mean())


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
