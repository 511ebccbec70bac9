"""Lengths of sentences: their distribution, and bounds for the selection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from alignment.selection.settings import SelectionSettings
from annotation_site.texts.tokens import MAX_TOKENS

# Median absolute deviation to standard deviation, for a normal distribution.
_MAD_TO_DEVIATION = 1.4826
Lengths = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lengths and ratios (target / source) that are kept, limits included; ratios None: any."""

    source: Lengths
    target: Lengths
    ratios: tuple[float, float] | None

    def find_fault(self, source: int, target: int) -> str | None:
        """Return the first bound that a pair of these lengths violates, or None."""
        if not self.source[0] <= source <= self.source[1]:
            return "source_length"
        if not self.target[0] <= target <= self.target[1]:
            return "target_length"
        if self.ratios is not None and not self.ratios[0] <= target / source <= self.ratios[1]:
            return "ratio"
        return None

    def to_json(self) -> dict[str, Any]:
        return {
            "source": list(self.source),
            "target": list(self.target),
            "ratios": None if self.ratios is None else list(self.ratios),
        }


def find_bounds(lengths: Counter[Lengths], settings: SelectionSettings) -> Bounds:
    """Return bounds from the settings or, if these leave them open, from the histogram of (source, target) lengths.

    Ratios are examined after the tails are cut, as in the paper. Sentences that are too long to be annotated are
    excluded.
    """
    source = settings.source_lengths or cut_tails(count_side(lengths, 0), settings.length_tail)
    target = settings.target_lengths or cut_tails(count_side(lengths, 1), settings.length_tail)
    source, target = (source[0], min(source[1], MAX_TOKENS)), (target[0], min(target[1], MAX_TOKENS))
    ratios = settings.ratios
    if ratios is None:
        within = Bounds(source, target, None)
        kept = {cell: count for cell, count in lengths.items() if within.find_fault(*cell) is None}
        ratios = find_ratio_bounds(kept, settings.ratio_spread)
    return Bounds(source, target, ratios)


def count_side(lengths: Mapping[Lengths, int], side: int) -> Counter[int]:
    """Return the histogram of one side's lengths."""
    counts: Counter[int] = Counter()
    for cell, count in lengths.items():
        counts[cell[side]] += count
    return counts


def cut_tails(counts: Mapping[int, int], tail: float) -> Lengths:
    """Return the shortest and the longest length kept, so that at most a share `tail` of all sentences is shorter, and
    at most as many are longer.
    """
    if not counts:
        return 1, MAX_TOKENS
    most = tail * sum(counts.values())
    return _first_kept(sorted(counts.items()), most), _first_kept(sorted(counts.items(), reverse=True), most)


def _first_kept(counts: list[tuple[int, int]], most: float) -> int:
    left_out = 0
    for length, count in counts:
        left_out += count
        if left_out > most:
            return length
    return counts[-1][0]


def find_ratio_bounds(lengths: Mapping[Lengths, int], spread: float) -> tuple[float, float] | None:
    """Return median of log(target/source) ± spread × 1.4826 × its median absolute deviation, as ratios of four
    decimals.

    None if that deviation is 0 (half of the pairs have the same ratio): then no ratio is an outlier.
    """
    if not lengths:
        return None
    cells = np.array(list(lengths), dtype=np.float64)
    weights = np.array(list(lengths.values()), dtype=np.int64)
    logs = np.log(cells[:, 1] / cells[:, 0])
    middle = _weighted_median(logs, weights)
    deviation = _weighted_median(np.abs(logs - middle), weights)
    if deviation == 0:
        return None
    reach = spread * _MAD_TO_DEVIATION * deviation
    return round(float(np.exp(middle - reach)), 4), round(float(np.exp(middle + reach)), 4)


def _weighted_median(values: np.ndarray, weights: np.ndarray) -> float:
    """Return the lower median: the first value that reaches half of the weight."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
