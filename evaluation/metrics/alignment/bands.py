"""Alignment scores by how often the linked words occur in a training text, as tables 3 and 6–9 of Bentivogli et al.
2016.

A cell is a band of source words and a band of target words. It keeps only its own links, among the system's, the Sure
and the Possible ones alike, so that the four counts of word_alignment.py are sufficient in each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from alignment.selection.frequencies.bands import FrequencyBand, find_band
from evaluation.metrics.alignment.scores import AlignmentCounts, Cell

Gold = Mapping[Cell, Literal["S", "P"]]
Bands = Sequence[int | None]


def find_bands(
    tokens: Sequence[str], frequencies: Mapping[str, int], bands: Sequence[FrequencyBand], *, fold_case: bool = False
) -> list[int | None]:
    """Return the band of each word, or None if no band holds its frequency; words not in the list have frequency 0."""
    words = map(str.casefold, tokens) if fold_case else tokens
    return [find_band(bands, frequencies.get(word, 0)) for word in words]


def count_cells(
    gold: Gold, system: Collection[Cell], source: Bands, target: Bands, bands: int
) -> npt.NDArray[np.float64]:
    """Return source bands × target bands × (|A|, |A∩S|, |A∩P|, |S|) of one pair.

    Links of words without a band are in no cell. Raise IndexError for a link past the end of its sentence.
    """
    counts = np.zeros((bands, bands, 4))
    for i, j in set(system):
        if (row := source[i]) is not None and (column := target[j]) is not None:
            label = gold.get((i, j))
            counts[row, column] += (1, label == "S", label is not None, 0)
    for (i, j), label in gold.items():
        if label == "S" and (row := source[i]) is not None and (column := target[j]) is not None:
            counts[row, column, 3] += 1
    return counts


def keep_touching(links: Collection[Cell], source: Set[int], target: Set[int]) -> set[Cell]:
    """Return the links with a target word at either end."""
    return {(i, j) for i, j in links if i in source or j in target}


def as_counts(sums: npt.NDArray[np.float64]) -> AlignmentCounts:
    """Return the counts of a cell, or of several cells added up."""
    return AlignmentCounts(*(int(total) for total in sums))


@dataclass(slots=True)
class Fertility:
    """Links per linked word, by frequency band; the paper counts Sure links of the gold standard."""

    words: Counter[int | None] = field(default_factory=Counter)
    linked: Counter[int | None] = field(default_factory=Counter)
    links: Counter[int | None] = field(default_factory=Counter)

    def add(self, bands: Bands, linked: Sequence[int]) -> None:
        """Add one side of a pair: the band of each of its words, and the word of each link."""
        self.words.update(bands)
        self.links.update(bands[word] for word in linked)
        self.linked.update(bands[word] for word in set(linked))

    def average(self, band: int) -> float | None:
        """Return links per linked word, or None for a band without any."""
        return self.links[band] / self.linked[band] if self.linked[band] else None
