"""Means of systems, and Pearson's correlation between two views of them, with intervals over segments.

    mean of a system = Σ scores / number of scores, over segments and annotators (Zaninello & Birch 2020)
    interval: segments sampled with replacement, the means and the correlation taken anew in each resample

Both views are tables segments × systems of sums and of counts, so that a system that is not scored everywhere, or by
different numbers of people, has the mean of what there is. Resamples in which a system has no score, or all the same
mean, are left out of the interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import Floats, resample_sums
from evaluation.metrics.correlation.measures import pearson

_NO_SPREAD = 1e-12
Ends = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class SystemTable:
    """Sums and counts of scores, segments × systems."""

    sums: Floats
    counts: Floats

    @classmethod
    def from_scores(
        cls, rows: Iterable[tuple[str, str, float]], segments: Sequence[str], systems: Sequence[str]
    ) -> SystemTable:
        """Return a table from segment, system and score, leaving out those not in the lists."""
        row_of = {segment: index for index, segment in enumerate(segments)}
        column_of = {system: index for index, system in enumerate(systems)}
        sums, counts = np.zeros((len(segments), len(systems))), np.zeros((len(segments), len(systems)))
        for segment, system, score in rows:
            if segment in row_of and system in column_of:
                sums[row_of[segment], column_of[system]] += score
                counts[row_of[segment], column_of[system]] += 1
        return cls(sums, counts)

    def means(self) -> list[float | None]:
        """Return the mean of each system, or None without a score."""
        sums, counts = self.sums.sum(axis=0), self.counts.sum(axis=0)
        return [float(total / count) if count else None for total, count in zip(sums, counts, strict=True)]

    def mean_intervals(self, *, resamples: int, seed: int) -> list[Ends]:
        """Return the interval of each system's mean, or None without a score."""
        return [percentile_interval(column) for column in self.resample_means(resamples=resamples, seed=seed).T]

    def resample_means(self, *, resamples: int, seed: int) -> Floats:
        """Return resamples × systems of means; NaN where a system has no score, in all without segments."""
        if not len(self.sums):
            return np.full((resamples, self.sums.shape[1]), np.nan)
        return _resample_means(resample_sums(np.hstack([self.sums, self.counts]), resamples=resamples, seed=seed))


def correlate_means(first: SystemTable, second: SystemTable) -> Figure:
    """Return Pearson's correlation over the systems that both score."""
    pairs = [
        (one, other)
        for one, other in zip(first.means(), second.means(), strict=True)
        if one is not None and other is not None
    ]
    return pearson([pair[0] for pair in pairs], [pair[1] for pair in pairs])


def correlate_means_interval(first: SystemTable, second: SystemTable, *, resamples: int, seed: int) -> Ends:
    """Return the 95 % percentile interval; both tables must have the same systems and segments, which are sampled
    together.
    """
    kept = (first.counts.sum(axis=0) > 0) & (second.counts.sum(axis=0) > 0)
    if not len(first.sums) or kept.sum() < 2:
        return None
    table = np.hstack([part[:, kept] for part in (first.sums, first.counts, second.sums, second.counts)])
    sampled = resample_sums(table, resamples=resamples, seed=seed)
    half = sampled.shape[1] // 2
    return percentile_interval(_correlate_rows(_resample_means(sampled[:, :half]), _resample_means(sampled[:, half:])))


def _resample_means(sampled: Floats) -> Floats:
    """Return resamples × means from resamples × (sums, counts); NaN, inside this module only, without a score."""
    half = sampled.shape[1] // 2
    with np.errstate(divide="ignore", invalid="ignore"):
        return sampled[:, :half] / sampled[:, half:]


def _correlate_rows(first: Floats, second: Floats) -> Floats:
    x = first - first.mean(axis=1, keepdims=True)
    y = second - second.mean(axis=1, keepdims=True)
    spread = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(spread > _NO_SPREAD, (x * y).sum(axis=1) / spread, np.nan)
