"""A sample of a text, by which the pairs that other settings select are counted without reading the text again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import IO, NamedTuple

import numpy as np

from alignment.selection.frequencies.bands import FrequencyBand
from alignment.selection.frequencies.words import MOST_MARKED, TokenKind
from alignment.selection.lengths import Lengths, find_bounds
from alignment.selection.settings import SelectionSettings

# A text of fewer pairs is counted in full. A share of 1 % is then told to within ±0.14 points.
SAMPLE_PAIRS = 20_000
_SEED = 0


class Estimate(NamedTuple):
    """The number of pairs that settings select, of all; from a sample unless it is exact."""

    pairs: int
    total: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Profile:
    """By pair of the sample: both lengths, the frequencies of each side's tokens by kind, and whether it can be
    annotated. `total` is the number of pairs in the text.
    """

    total: int
    folds_case: bool
    lengths: np.ndarray
    marks: np.ndarray
    is_annotatable: np.ndarray

    def estimate(self, settings: SelectionSettings) -> Estimate | None:
        """Return how many pairs the settings select, or None for settings that need the text itself: with other words
        for the same, and for frequencies that are not marked.
        """
        if settings.fold_case != self.folds_case or settings.most > MOST_MARKED:
            return None
        eligible = int((self._find_within(settings) & self._find_rare(settings) & self.is_annotatable).sum())
        sampled = len(self.lengths)
        pairs = round(eligible * self.total / sampled) if sampled else 0
        return Estimate(min(pairs, settings.size or pairs), self.total, is_exact=sampled == self.total)

    def write(self, file: IO[bytes]) -> None:
        """Write the profile as NumPy's archive."""
        np.savez_compressed(
            file,
            total=self.total,
            folds_case=self.folds_case,
            lengths=self.lengths,
            marks=self.marks,
            is_annotatable=self.is_annotatable,
        )

    def _find_within(self, settings: SelectionSettings) -> np.ndarray:
        bounds = find_bounds(Counter(map(tuple, self.lengths.tolist())), settings)
        source, target = self.lengths[:, 0], self.lengths[:, 1]
        within = (source >= bounds.source[0]) & (source <= bounds.source[1])
        within &= (target >= bounds.target[0]) & (target <= bounds.target[1])
        if bounds.ratios is not None:
            ratios = target / np.maximum(source, 1)
            within &= (ratios >= bounds.ratios[0]) & (ratios <= bounds.ratios[1])
        return within

    def _find_rare(self, settings: SelectionSettings) -> np.ndarray:
        marks = self.marks[:, :, TokenKind.WORD].copy()
        if not settings.skip_punctuation:
            marks |= self.marks[:, :, TokenKind.PUNCTUATION]
        if not settings.skip_numbers:
            marks |= self.marks[:, :, TokenKind.NUMBER]
        return ((marks & mark_bands(settings.choose)) != 0).any(axis=1)


class ProfileBuilder:
    """The pairs of a text's sample, added in their order."""

    def __init__(self, total: int, *, folds_case: bool) -> None:
        self._total, self._folds_case = total, folds_case
        # A range answers `in` without holding its numbers.
        self._wanted: Container[int] = range(total)
        if total > SAMPLE_PAIRS:
            chosen = np.random.default_rng(_SEED).choice(total, SAMPLE_PAIRS, replace=False, shuffle=False)
            self._wanted = frozenset(chosen.tolist())
        self._lengths: list[Lengths] = []
        self._marks: list[Sequence[Sequence[int]]] = []
        self._is_annotatable: list[bool] = []

    def wants(self, index: int) -> bool:
        """Return whether the pair at this index, counted from 0, is in the sample."""
        return index in self._wanted

    def add(self, lengths: Lengths, marks: Sequence[Sequence[int]], *, is_annotatable: bool) -> None:
        """Add a pair of the sample."""
        self._lengths.append(lengths)
        self._marks.append(marks)
        self._is_annotatable.append(is_annotatable)

    def build(self) -> Profile:
        """Return the profile of the pairs added."""
        count = len(self._lengths)
        return Profile(
            self._total,
            self._folds_case,
            np.array(self._lengths, dtype=np.int64).reshape(count, 2),
            np.array(self._marks, dtype=np.uint64).reshape(count, 2, len(TokenKind)),
            np.array(self._is_annotatable, dtype=np.bool_),
        )


def read_profile(file: IO[bytes]) -> Profile:
    """Return a profile that was written to a file."""
    with np.load(file, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in ("lengths", "marks", "is_annotatable")}
        return Profile(int(stored["total"]), bool(stored["folds_case"]), **arrays)


def mark_bands(bands: Sequence[FrequencyBand]) -> np.uint64:
    """Return the frequencies of bands as bits, up to MOST_MARKED."""
    bits = 0
    for frequency in range(MOST_MARKED + 1):
        if any(band.holds(frequency) for band in bands):
            bits |= 1 << frequency
    return np.uint64(bits)
