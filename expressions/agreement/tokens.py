"""Agreement on words: the set of categories that each annotator gave to a word, empty for most.

Unlike agreement on spans, nothing has to be estimated; but an expression of many words counts many times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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


def word_kappa(words: int, pairs: Iterable[tuple[dict[int, SetValue], dict[int, SetValue]]]) -> Figure:
    """Return Cohen's κ of two annotators on whether a word is part of any expression."""
    both = only_first = only_second = 0
    for first, second in pairs:
        shared = len(first.keys() & second.keys())
        both += shared
        only_first += len(first) - shared
        only_second += len(second) - shared
    neither = words - both - only_first - only_second
    return cohen_kappa(
        {("in", "in"): both, ("in", "out"): only_first, ("out", "in"): only_second, ("out", "out"): neither}
    )
