"""Correlation of a measure with human scores: Pearson, Spearman, Williams's test, pairwise and soft pairwise accuracy.

    Williams: t = (r12 − r13)·√((n−1)(1+r23)) / √(2K·(n−1)/(n−3) + (r12+r13)²/4·(1−r23)³),  n − 3 degrees of freedom,
              K = 1 − r12² − r13² − r23² + 2·r12·r13·r23;   1 people, 2 and 3 the measures
    pairwise accuracy = pairs of systems ranked alike by people and measure / all pairs
    soft pairwise accuracy = 1 − mean over pairs of systems of |p_human − p_metric|

Sources: Williams 1959, Graham & Baldwin 2014; Kocmi et al. 2021; Thompson et al. 2024 (WMT24), with the swaps of
mt-metrics-eval for the same seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import Floats, resample_sums, sample_swaps, sample_weights

_TOO_FEW = "A correlation needs at least two items."
_CONSTANT = "One of the two has the same score for all items."
# Beneath this share of the scores' squares a spread is rounding.
_NO_SPREAD = 1e-14
# Cells of one block of resamples that are ranked together.
_CACHED = 30_000


def pearson(first: npt.ArrayLike, second: npt.ArrayLike) -> Figure:
    """Return Pearson's r, from −1 to 1; undefined if one side does not vary."""
    from scipy import stats  # scipy weighs 100 MB in every process: loaded by those that need it

    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if len(x) < 2:
        return Figure(None, _TOO_FEW)
    if _is_constant(x) or _is_constant(y):
        return Figure(None, _CONSTANT)
    return Figure(float(stats.pearsonr(x, y).statistic))


def spearman(first: npt.ArrayLike, second: npt.ArrayLike) -> Figure:
    """Return Pearson's correlation of ranks, with mean ranks for ties."""
    from scipy import stats

    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    return pearson(stats.rankdata(x), stats.rankdata(y))


def _is_constant(values: Floats) -> bool:
    return bool(np.ptp(values) <= _NO_SPREAD * np.max(np.abs(values)))


def pearson_interval(
    first: npt.ArrayLike, second: npt.ArrayLike, *, resamples: int, seed: int
) -> tuple[float, float] | None:
    """Return the 95 % percentile interval over judgements sampled with replacement, from their sums and products."""
    # Centred first: the variance of large numbers with a small spread would be lost in the difference of sums.
    x, y = (side - side.mean() for side in (np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)))
    table = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=1)
    n, sum_x, sum_y, sum_xx, sum_yy, sum_xy = resample_sums(table, resamples=resamples, seed=seed).T
    spread_x, spread_y = sum_xx - sum_x**2 / n, sum_yy - sum_y**2 / n
    defined = (spread_x > _NO_SPREAD * sum_xx) & (spread_y > _NO_SPREAD * sum_yy)
    values = np.full(resamples, np.nan)
    product = (sum_xy - sum_x * sum_y / n)[defined]
    values[defined] = product / np.sqrt(spread_x[defined] * spread_y[defined])
    return percentile_interval(values)


def spearman_interval(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    *,
    resamples: int,
    seed: int,
    on_resample: Callable[[], object] | None = None,
) -> tuple[float, float] | None:
    """Return the 95 % percentile interval over judgements sampled with replacement, ranking every resample again.

    `on_resample` is called after each one, to report progress.
    """
    groups = [np.unique(np.asarray(side, dtype=np.float64), return_inverse=True)[1] for side in (first, second)]
    values = []
    for weights in sample_weights(len(groups[0]), resamples=resamples, seed=seed):
        values.append(correlate_resampled_ranks(weights, *groups))
        if on_resample:
            for _ in weights:
                on_resample()
    return percentile_interval(np.concatenate(values))


def correlate_resampled_ranks(weights: Floats, first: npt.NDArray[np.intp], second: npt.NDArray[np.intp]) -> Floats:
    """Return Spearman's ρ of each resample without sorting again, NaN where one side does not vary.

    `weights` counts the picks of each item, resamples × items; `first` and `second` give the position of its score
    among the distinct scores.
    """
    # As many resamples at once as stay in the processor's cache.
    rows_at_once = max(1, _CACHED // len(first))
    parts = (weights[start : start + rows_at_once] for start in range(0, len(weights), rows_at_once))
    return np.concatenate([_correlate_ranks(part, first, second) for part in parts])


def _correlate_ranks(weights: Floats, first: npt.NDArray[np.intp], second: npt.NDArray[np.intp]) -> Floats:
    x, y = _rank_resampled(weights, first), _rank_resampled(weights, second)
    # Ranks are halves, so that these sums are exact, and zero only where all are equal.
    spread = np.sqrt(np.sum(weights * x * x, axis=1) * np.sum(weights * y * y, axis=1))
    product = np.sum(weights * x * y, axis=1)
    return np.divide(product, spread, out=np.full(len(weights), np.nan), where=spread > 0)


def _rank_resampled(weights: Floats, groups: npt.NDArray[np.intp]) -> Floats:
    """Return mean ranks minus the mean of all ranks; they are halves, so that equal ones are exactly zero."""
    rows, width = len(weights), int(groups.max()) + 1
    cells = np.arange(rows)[:, None] * width + groups
    sizes = np.bincount(cells.ravel(), weights=weights.ravel(), minlength=rows * width).reshape(rows, width)
    ranks = np.cumsum(sizes, axis=1) - (sizes - 1) / 2 - (weights.sum(axis=1, keepdims=True) + 1) / 2
    return np.asarray(np.take(ranks, cells))


@dataclass(frozen=True, slots=True)
class WilliamsTest:
    """t and the two-sided p; None and a reason where the test is undefined."""

    t: float | None
    p: float | None
    reason: str = ""


def williams(r12: float, r13: float, r23: float, n: int) -> WilliamsTest:
    """Test whether two measures' correlations with people (r12, r13) differ, given theirs (r23), on n items."""
    from scipy import stats

    if n < 4:
        return WilliamsTest(None, None, "Williams's test needs at least four items.")
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    square = 2 * max(0.0, determinant) * (n - 1) / (n - 3) + (r12 + r13) ** 2 / 4 * (1 - r23) ** 3
    if square <= _NO_SPREAD:
        return WilliamsTest(
            None, None, "The two measures have identical scores or correlate perfectly with human judgement."
        )
    t = (r12 - r13) * math.sqrt((n - 1) * (1 + r23)) / math.sqrt(square)
    return WilliamsTest(t, float(2 * stats.t.sf(abs(t), n - 3)))


def paired_p_values(scores: Floats, swaps: Iterable[Floats]) -> Floats:
    """Return, for every two systems in the order of `np.triu_indices`, the one-sided p of the first being better in the
    mean over segments; `scores` is a table systems × segments, or a stack of such.

    The share of random swaps, blocks of resamples × segments, with a greater difference; equal ones are counted half:
    then p of the pair turned round is 1 − p, and the order of the systems does not matter.
    """
    first, second = np.triu_indices(scores.shape[-2], 1)
    totals, sizes = scores.sum(axis=-1), np.abs(scores).sum(axis=-1)
    observed = (totals[..., first] - totals[..., second])[..., None, :]
    # Sums in another order may differ in their last bits.
    margin = 1e-12 * (sizes[..., first] + sizes[..., second])[..., None, :]
    extreme, resamples = np.zeros(observed.shape), 0
    for block in swaps:
        sums = (1 - 2 * block) @ scores.swapaxes(-1, -2)
        excess = sums[..., first] - sums[..., second] - observed
        extreme += np.sum((excess > margin) + 0.5 * (np.abs(excess) <= margin), axis=-2, keepdims=True)
        resamples += len(block)
    return np.asarray(extreme[..., 0, :] / resamples)


def soft_pairwise_accuracy(human: npt.ArrayLike, metric: npt.ArrayLike, *, resamples: int = 1000, seed: int) -> Figure:
    """Return the accuracy for systems × segments of people's and of the measure's scores, using the same swaps."""
    people, measure = np.asarray(human, dtype=np.float64), np.asarray(metric, dtype=np.float64)
    if people.shape != measure.shape:
        raise ValueError("Human judgement and measure need scores for the same systems and segments.")
    if len(people) < 2 or not people.shape[1]:
        return Figure(None, "Soft pairwise accuracy needs two systems with scores for the same segments.")
    first, second = (
        paired_p_values(scores, sample_swaps(scores.shape[1], resamples=resamples, seed=seed))
        for scores in (people, measure)
    )
    return Figure(float(compare_p_values(first, second)))


def compare_p_values(human: Floats, metric: Floats) -> Floats:
    """Return soft pairwise accuracy from the p-values of every two systems; `metric` may be a stack of them."""
    return np.asarray(1 - np.mean(np.abs(human - metric), axis=-1))


def pairwise_accuracy(human: npt.ArrayLike, metric: npt.ArrayLike) -> Figure:
    """Return the share of pairs of systems that people and measure rank alike; a tie is right only if both see it."""
    people, measure = np.asarray(human, dtype=np.float64), np.asarray(metric, dtype=np.float64)
    if len(people) < 2:
        return Figure(None, "Pairwise accuracy needs at least two systems.")
    first, second = np.triu_indices(len(people), 1)
    alike = np.sign(people[first] - people[second]) == np.sign(measure[first] - measure[second])
    return Figure(float(alike.mean()))


def mean_by(keys: Sequence[str], values: Sequence[float]) -> dict[str, float]:
    """Return the mean of the values of each key, such as a system's score over its annotators and sentences."""
    groups: dict[str, list[float]] = {}
    for key, value in zip(keys, values, strict=True):
        groups.setdefault(key, []).append(value)
    return {key: math.fsum(group) / len(group) for key, group in groups.items()}
