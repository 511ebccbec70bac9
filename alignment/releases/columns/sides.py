"""The words of one side of some sentence pairs, one after another."""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


class Side:
    """Words of source or target."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self.texts = texts
        self.words = list(chain.from_iterable(texts))
        self.lengths = np.array(list(map(len, texts)), np.int64)
        self.starts = np.cumsum(self.lengths) - self.lengths

    @cached_property
    def pairs(self) -> Integers:
        """The place of each word's pair."""
        return np.repeat(np.arange(len(self.texts)), self.lengths)

    @cached_property
    def indices(self) -> Integers:
        """The place of each word in its sentence."""
        return np.arange(len(self.words)) - self.starts[self.pairs]

    def find(self, pairs: Integers, indices: Integers) -> Integers:
        """Return the places of words of sentences. Raise ValueError if one is past the end of its sentence."""
        if (indices >= self.lengths[pairs]).any():
            raise ValueError("A link or a mark lies past the end of its sentence.")
        return self.starts[pairs] + indices

    def mark(self, readings: Integers, pairs: Integers, indices: Integers, most: int) -> NDArray[np.bool_]:
        """Return which words are marked, by reading, of which a pair has this many at most."""
        marked = np.zeros((most, len(self.words)), bool)
        marked[readings, self.find(pairs, indices)] = True
        return marked

    def list_by_pair(self, is_meant: NDArray[np.bool_]) -> list[list[int]]:
        """Return the indices of some words, in a list for each pair."""
        return split_by_pair(self.indices[is_meant].tolist(), self.pairs[is_meant], len(self.texts))


def split_by_pair(values: Sequence[Any], pairs: Integers, number: int) -> list[Any]:
    """Return the slice of each pair; `pairs` has the pair of each value, in order."""
    bounds = np.searchsorted(pairs, np.arange(number + 1)).tolist()
    return [values[bounds[place] : bounds[place + 1]] for place in range(number)]
