"""Agreement on words: the set of categories that each annotator gave to a word, empty for most.

Unlike agreement on spans, nothing has to be estimated; but an expression of many words counts many times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Self

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import cohen_kappa
from annotation_site.coefficients.sets import SetValue, alpha_of_sets, masi_distance, nominal_distance
from expressions.formats.sentences import MarkedSentence
from expressions.identification.scores import UNLABELLED

NOTHING: SetValue = frozenset()


def find_values(sentence: MarkedSentence, *, keeps_not_mwe: bool = False) -> dict[int, SetValue]:
    """Return the set of categories of each word that has any."""
    if not sentence.expressions:
        return {}
    found: dict[int, set[str]] = {}
    for each in sentence.expressions:
        if keeps_not_mwe or each.is_expression:
            for word in each.words:
                found.setdefault(word, set()).add(each.category or UNLABELLED)
    return {word: frozenset(categories) for word, categories in found.items()}


@dataclass(slots=True)
class WordSums:
    """Sums from which alpha follows: how often each value was given, and the disagreement by either distance."""

    values: Counter[SetValue] = field(default_factory=Counter)
    nominal: float = 0.0
    masi: float = 0.0

    def __iadd__(self, other: Self) -> Self:
        self.values += other.values
        self.nominal += other.nominal
        self.masi += other.masi
        return self

    @classmethod
    def of(cls, words: int, readings: Sequence[dict[int, SetValue]]) -> Self:
        """Return the sums of a sentence, from the values that each annotator gave to its words."""
        found = cls()
        if not any(readings):
            found.values[NOTHING] = words * len(readings)
            return found
        marked = set().union(*readings)
        found.values[NOTHING] = (words - len(marked)) * len(readings)
        for word in marked:
            values = [reading.get(word, NOTHING) for reading in readings]
            found.values.update(values)
            for one, other in permutations(values, 2):
                found.nominal += nominal_distance(one, other) / (len(values) - 1)
                found.masi += masi_distance(one, other) / (len(values) - 1)
        return found

    @property
    def figures(self) -> dict[str, Figure]:
        return {
            "alpha": alpha_of_sets(+self.values, self.nominal, nominal_distance),
            "alpha_masi": alpha_of_sets(+self.values, self.masi, masi_distance),
        }


@dataclass(slots=True)
class WordTable:
    """Counts of words that two annotators, or one of them, took for part of an expression."""

    words: int = 0
    both: int = 0
    only_first: int = 0
    only_second: int = 0

    def add(self, words: int, first: dict[int, SetValue], second: dict[int, SetValue]) -> None:
        """Add a sentence of so many words."""
        self.words += words
        if first or second:
            shared = len(first.keys() & second.keys())
            self.both += shared
            self.only_first += len(first) - shared
            self.only_second += len(second) - shared

    @property
    def counts(self) -> tuple[int, int, int, int]:
        return self.words, self.both, self.only_first, self.only_second

    @property
    def kappa(self) -> Figure:
        """Return Cohen's κ of in and out."""
        neither = self.words - self.both - self.only_first - self.only_second
        counts = {
            ("in", "in"): self.both,
            ("in", "out"): self.only_first,
            ("out", "in"): self.only_second,
            ("out", "out"): neither,
        }
        return cohen_kappa({cell: count for cell, count in counts.items() if count})
