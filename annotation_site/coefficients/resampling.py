"""Bootstrap over segments from their sufficient statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:  # agreement needs this module and not scipy
    from scipy.sparse import csr_array

Floats = npt.NDArray[np.float64]
Table: TypeAlias = Union[Floats, "csr_array"]
# Rows of sums to rows of rates.
Rate = Callable[[Floats], Floats]
# Cells of one block of resamples: keeps its memory at tens of MB however many segments there are.
_BLOCK = 2_000_000
# Groups of a few segments are resampled for each measure of each system: the picks of so many sizes are kept, up to so
# many cells of each (64 tables of 50,000 cells take 26 MB).
_KEPT, _KEPT_CELLS = 64, 50_000


def resample_sums(table: Table, *, resamples: int, seed: int) -> Floats:
    """Return sums over segments sampled with replacement, from segments × statistics to resamples × statistics.

    Each block of resamples is one matrix product (resamples × segments times segments × statistics). ValueError without
    segments or resamples.
    """
    return resample_rates(table, lambda sums: sums, resamples=resamples, seed=seed)


def resample_rates(table: Table, rate: Rate, *, resamples: int, seed: int) -> Floats:
    """Return `rate` of the sums of resample_sums, taken block by block, so that wide sums are never all in memory."""
    blocks = sample_weights(table.shape[0], resamples=resamples, seed=seed)
    return np.concatenate([rate(weights @ table) for weights in blocks])


def sample_weights(segments: int, *, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield the number of times that each segment is picked, in blocks of resamples × segments."""
    if segments == 0 or resamples < 1:
        raise ValueError("A bootstrap needs at least one segment and one resample.")
    if segments * resamples <= _KEPT_CELLS:
        yield _keep_weights(segments, resamples, seed)
    else:
        yield from _sample_blocks(segments, resamples, seed)


def _sample_blocks(segments: int, resamples: int, seed: int) -> Iterator[Floats]:
    generator = np.random.default_rng(seed)
    rows_at_once = max(1, _BLOCK // segments)
    for start in range(0, resamples, rows_at_once):
        weights = np.empty((min(rows_at_once, resamples - start), segments))
        for row in weights:  # one at a time stays in the processor's cache: seven times as fast as all at once
            row[:] = np.bincount(generator.integers(0, segments, segments), minlength=segments)
        yield weights


@lru_cache(_KEPT)
def _keep_weights(segments: int, resamples: int, seed: int) -> Floats:
    [weights] = _sample_blocks(segments, resamples, seed)
    weights.flags.writeable = False  # they are shared
    return weights


def sample_swaps(segments: int, *, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield 1 for segments that two systems swap and 0 for others, with even chances, in blocks of resamples ×
    segments: those of mt-metrics-eval for the same seed.
    """
    if segments == 0 or resamples < 1:
        raise ValueError("A randomisation test needs at least one segment and one resample.")
    generator = np.random.default_rng(seed)
    rows_at_once = max(1, _BLOCK // segments)
    for start in range(0, resamples, rows_at_once):
        rows = min(rows_at_once, resamples - start)
        yield (generator.random((rows, segments), dtype=np.float32) <= 0.5).astype(np.float64)


class Resampling:
    """Sums of the statistics of segments sampled with replacement, from a table that comes in pieces.

    How many picks of a resample fall into a piece is binomial, given those that are left: together the same as
    sampling from the whole table at once, and for a table in one piece the same picks. Numpy's PCG64 with the seed
    makes them. ValueError without segments or resamples, and where more or fewer segments come than were announced.
    """

    def __init__(self, segments: int, statistics: int, *, resamples: int, seed: int) -> None:
        if segments < 1 or resamples < 1:
            raise ValueError("A bootstrap needs at least one segment and one resample.")
        self._generator = np.random.default_rng(seed)
        self._left = segments
        self._picks = np.full(resamples, segments, dtype=np.int64)
        self._sums = np.zeros((resamples, statistics))

    def add(self, table: Floats) -> None:
        """Sample from the next piece, segments × statistics."""
        segments = len(table)
        if not segments:
            return
        if segments > self._left:
            raise ValueError("There are more segments than announced.")
        here = self._picks
        if segments < self._left:
            here = self._generator.binomial(self._picks, segments / self._left)
        self._left -= segments
        self._picks = self._picks - here
        rows_at_once = max(1, _BLOCK // segments)
        for start in range(0, len(here), rows_at_once):
            picks = here[start : start + rows_at_once]
            weights = np.empty((len(picks), segments))
            # One at a time stays in the processor's cache: seven times as fast as all at once.
            for row, count in zip(weights, picks, strict=True):
                row[:] = np.bincount(self._generator.integers(0, segments, count), minlength=segments)
            self._sums[start : start + len(picks)] += weights @ table

    def sums(self) -> Floats:
        """Return resamples × statistics, once all segments were added."""
        if self._left:
            raise ValueError("There are fewer segments than announced.")
        return self._sums
