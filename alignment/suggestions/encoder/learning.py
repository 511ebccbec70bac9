"""A linker learnt from gold links, and its error on pairs from which it did not learn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from alignment.suggestions.encoder.features import LIKELY, WordCounts, WordPairs, describe_similarity
from alignment.suggestions.encoder.linker import Linker, choose_links, describe_again
from alignment.suggestions.encoder.regression import Regression
from alignment.suggestions.encoder.similarity import Matrix

FOLDS = 5
FIRST_PENALTY, SECOND_PENALTY = 10, 30
THRESHOLDS = tuple(round(0.2 + 0.05 * step, 2) for step in range(13))
# Error rates this near to the lowest count as the lowest: Sure from the highest such threshold, Possible from the
# lowest, as a wrong suggestion costs an annotator more than a missing one.
MARGIN = 0.002
# Most pairs of words are no link, and plainly so: one in so many of them is enough to learn from.
STANDS_FOR, SIMILAR_FROM = 16, 0.01

Gold = Mapping[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Error:
    """Counts of links that add up over pairs (Och & Ney 2003)."""

    made: int = 0
    sure: int = 0
    made_and_sure: int = 0
    made_and_gold: int = 0

    @classmethod
    def of(cls, links: Sequence[tuple[int, int]], gold: Gold) -> Error:
        sure = {cell for cell, label in gold.items() if label == "S"}
        return cls(len(links), len(sure), sum(link in sure for link in links), sum(link in gold for link in links))

    def __add__(self, other: Error) -> Error:
        return Error(
            self.made + other.made,
            self.sure + other.sure,
            self.made_and_sure + other.made_and_sure,
            self.made_and_gold + other.made_and_gold,
        )

    @property
    def rate(self) -> float:
        """Alignment error rate; 1 where there is no link at all."""
        links = self.made + self.sure
        return 1 - (self.made_and_sure + self.made_and_gold) / links if links else 1.0


def learn(text: Sequence[WordPairs], gold: Sequence[Gold], possible: float = 0) -> Linker:
    """Return a linker learnt from these pairs, of which a Possible link counts as so much of a Sure one. Each step
    learns from guesses of the step before on pairs that it had not seen, as it will have to do with new ones.
    """
    described = [describe_similarity(words) for words in text]
    first, guesses = _fit(described, gold, FIRST_PENALTY, possible)
    counts = WordCounts()
    again = describe_again(text, described, guesses, counts)
    second, probabilities = _fit(again, gold, SECOND_PENALTY, possible)
    rates = {}
    for threshold in THRESHOLDS:
        errors = (Error.of(choose_links(p, threshold), links) for p, links in zip(probabilities, gold, strict=True))
        rates[threshold] = sum(errors, Error()).rate
    best = [threshold for threshold, rate in rates.items() if rate <= min(rates.values()) + MARGIN]
    return Linker(first, second, max(best), min(best), counts)


def cross_validate(
    text: Sequence[WordPairs], gold: Sequence[Gold], present: Linker, watch: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Return the error rate of the present linker and of learnt ones, each on pairs that it did not learn from, and
    its standard deviation over the folds.
    """
    before: list[Error] = []
    after: list[Error] = []
    linked = present.link(text)
    for left, kept in split(len(text)):
        learnt = learn([text[k] for k in kept], [gold[k] for k in kept])
        again = learnt.link([text[k] for k in left])
        for linker, made, errors in ((present, [linked[k] for k in left], before), (learnt, again, after)):
            pairs = zip(made, left, strict=True)
            counted = (Error.of(choose_links(probabilities, linker.sure_from), gold[k]) for probabilities, k in pairs)
            errors.append(sum(counted, Error()))
        watch()
    return {"pairs": len(text), "folds": FOLDS, "before": _summarise(before), "after": _summarise(after)}


def split(count: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the numbers of the pairs of each fold and those of all others, evenly over the text."""
    for fold in range(FOLDS):
        yield list(range(fold, count, FOLDS)), [number for number in range(count) if number % FOLDS != fold]


def _fit(
    described: Sequence[Matrix], gold: Sequence[Gold], penalty: float, possible: float
) -> tuple[Regression, list[Matrix]]:
    """Return the regression, and for each pair the probabilities by one that has not seen it."""
    cells = [_choose_cells(features, links, possible) for features, links in zip(described, gold, strict=True)]

    def fit(numbers: Sequence[int]) -> Regression:
        chosen = [cells[k] for k in numbers]
        features, outcomes, times = (np.concatenate(parts) for parts in zip(*chosen, strict=True))
        return Regression.fit(features, outcomes, times, penalty)

    unseen: list[Matrix] = [np.empty(0)] * len(cells)
    for left, kept in split(len(cells)):
        regression = fit(kept)
        for k in left:
            unseen[k] = regression.predict(described[k])
    return fit(range(len(cells))), unseen


def _choose_cells(features: Matrix, gold: Gold, possible: float) -> tuple[Matrix, Matrix, Matrix]:
    """Return features of cells, whether each is a Sure link, and how many cells it stands for: every link and each
    similar pair of words, and a few of the many others.
    """
    shape = features.shape[:2]
    outcomes, times = np.zeros(shape), np.zeros(shape)
    times.flat[::STANDS_FOR] = STANDS_FOR
    times[features[:, :, LIKELY] >= SIMILAR_FROM] = 1
    for cell, label in gold.items():
        outcomes[cell], times[cell] = 1, 1 if label == "S" else possible
    counted = times > 0
    return features[counted], outcomes[counted], times[counted]


def _summarise(errors: Sequence[Error]) -> dict[str, float]:
    rates = [error.rate for error in errors]
    return {"aer": round(sum(errors, Error()).rate, 4), "deviation": round(float(np.std(rates, ddof=1)), 4)}
