"""Links of word pairs: a first guess from their similarity, a second one from the guesses around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from alignment.suggestions.encoder.features import WordCounts, WordPairs, describe_guess, describe_similarity
from alignment.suggestions.encoder.regression import Regression
from alignment.suggestions.encoder.similarity import Matrix


@dataclass(frozen=True, slots=True)
class Linker:
    """Two regressions, the probabilities from which on a link is suggested as Sure and as Possible, and the words of
    the text learnt from: what is common there is common in a single new pair, too.
    """

    first: Regression
    second: Regression
    sure_from: float
    possible_from: float
    counts: WordCounts = field(default_factory=WordCounts)

    def link(self, text: Sequence[WordPairs]) -> list[Matrix]:
        """Return how probable each link is, source words × target words. Words are counted in this text, too, so
        that a larger one says more about each pair.
        """
        filled = [words for words in text if words.cosine.size]
        described = [describe_similarity(words) for words in filled]
        guesses = [self.first.predict(features) for features in described]
        again = describe_again(filled, described, guesses, self.counts.copy())
        linked = iter([self.second.predict(features) for features in again])
        return [next(linked) if words.cosine.size else words.cosine for words in text]

    def to_json(self) -> dict[str, Any]:
        return {
            "sure_from": self.sure_from,
            "possible_from": self.possible_from,
            "first": self.first.to_json(),
            "second": self.second.to_json(),
            "words": self.counts.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        first, second = (Regression.from_json(data[name]) for name in ("first", "second"))
        # What comes with the program says nothing of the words that it was learnt from.
        counts = WordCounts.from_json(data["words"]) if "words" in data else WordCounts()
        return cls(first, second, float(data["sure_from"]), float(data["possible_from"]), counts)


def describe_again(
    text: Sequence[WordPairs], described: Sequence[Matrix], guesses: Sequence[Matrix], counts: WordCounts
) -> list[Matrix]:
    """Return the features of the second guess, and add the words of this text to the counts."""
    for words, guess in zip(text, guesses, strict=True):
        counts.add(words, guess)
    return [
        np.concatenate([features, describe_guess(words, guess, counts)], axis=-1)
        for words, features, guess in zip(text, described, guesses, strict=True)
    ]


def choose_links(probabilities: Matrix, least: float) -> list[tuple[int, int]]:
    """Return the pairs of words with at least this probability, by source word."""
    return [(int(source), int(target)) for source, target in zip(*np.nonzero(probabilities >= least), strict=True)]
