"""Bootstrap over segments from their sufficient statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:  # agreement needs this module and not scipy
    from scipy.sparse import csr_array

Floats = npt.NDArray[np.float64]
Table: TypeAlias = Union[Floats, "csr_array"]
# Rows of sums to rows of rates.
Rate = Callable[[Floats], Floats]
# Cells of one block of draws: keeps its memory at tens of MB however many segments there are.
_BLOCK = 2_000_000


def resample_sums(table: Table, *, resamples: int, seed: int) -> Floats:
    """Sums of the statistics of segments drawn with replacement: segments × statistics to resamples × statistics.

    Each block of draws is one matrix product (resamples × segments times segments × statistics). Numpy's PCG64
    with the seed makes the draws; ValueError without segments or resamples.
    """
    return resample_rates(table, lambda sums: sums, resamples=resamples, seed=seed)


def resample_rates(table: Table, rate: Rate, *, resamples: int, seed: int) -> Floats:
    """Like resample_sums, with `rate` taken block by block, so that wide sums are never all in memory."""
    blocks = draw_weights(table.shape[0], resamples=resamples, seed=seed)
    return np.concatenate([rate(weights @ table) for weights in blocks])


def draw_weights(segments: int, *, resamples: int, seed: int) -> Iterator[Floats]:
    """How often each segment is drawn: blocks of resamples × segments."""
    if segments == 0 or resamples < 1:
        raise ValueError("A bootstrap needs at least one segment and one resample.")
    generator = np.random.default_rng(seed)
    rows_at_once = max(1, _BLOCK // segments)
    for start in range(0, resamples, rows_at_once):
        weights = np.empty((min(rows_at_once, resamples - start), segments))
        for row in weights:  # one at a time stays in the processor's cache: seven times as fast as all at once
            row[:] = np.bincount(generator.integers(0, segments, segments), minlength=segments)
        yield weights


def draw_swaps(segments: int, *, resamples: int, seed: int) -> Iterator[Floats]:
    """Which segments two systems swap, 1 or 0 with even chances: blocks of resamples × segments."""
    if segments == 0 or resamples < 1:
        raise ValueError("A randomisation test needs at least one segment and one resample.")
    generator = np.random.default_rng(seed)
    rows_at_once = max(1, _BLOCK // segments)
    for start in range(0, resamples, rows_at_once):
        rows = min(rows_at_once, resamples - start)
        yield generator.integers(0, 2, (rows, segments)).astype(np.float64)


def percentile_interval(estimates: npt.ArrayLike) -> tuple[float, float] | None:
    """The middle 95 % of the estimates that are defined (not NaN); None where none is."""
    values = np.asarray(estimates, dtype=np.float64)
    defined = values[~np.isnan(values)]
    if not len(defined):
        return None
    low, high = np.percentile(defined, [2.5, 97.5])
    return float(low), float(high)
