"""Dimensions and co-occurrences counted straight from their definition, for texts that fit into memory."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from idiomaticity.predictors.formulas import FIRST_RANK, LAST_RANK, Vector


def find_dimensions(corpus: Iterable[Sequence[str]], first: int = FIRST_RANK, last: int = LAST_RANK) -> list[str]:
    """Return the words from rank `first` to `last` by frequency, ties in alphabetical order."""
    counts = Counter(word for sentence in corpus for word in sentence)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return ranked[first - 1 : last]


def count_cooccurrences(
    corpus: Iterable[Sequence[str]], words: Iterable[str], dimensions: Sequence[str]
) -> dict[str, Vector]:
    """Return word → co-occurrences with each dimension in a sentence; compounds are one word of the corpus.

    A word does not co-occur with itself; two occurrences in a sentence count twice on either side.
    """
    place = {word: index for index, word in enumerate(dimensions)}
    vectors = {word: np.zeros(len(dimensions)) for word in words}
    for sentence in corpus:
        here = Counter(sentence)
        near = [(place[word], count, word) for word, count in here.items() if word in place]
        for word in here.keys() & vectors.keys():
            for index, count, other in near:
                if other != word:
                    vectors[word][index] += count * here[word]
    return vectors
