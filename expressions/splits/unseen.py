"""Random splits of a corpus in which dev and test have about a given number of expressions that training has not.

Source: split_cupt.py of PARSEME's edition 1.2. An expression is unseen if training has none with the same multiset of
lemmas, forms where lemmas are missing. Unlike there, sentences stay in their order, and a seed decides.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from expressions.formats.sentences import MarkedSentence
from expressions.identification.training import find_lemmas

PARTS = ("train", "dev", "test")
TRIALS = 10
Types = Sequence[tuple[str, ...]]


class Unseen(NamedTuple):
    """Expressions of a part, and how many of them training has not."""

    unseen: int
    expressions: int

    @property
    def share(self) -> float:
        return self.unseen / self.expressions if self.expressions else 0.0


@dataclass(frozen=True, slots=True)
class Split:
    """The places of the sentences of each part, in their order, and what is unseen in dev and test."""

    train: Sequence[int]
    dev: Sequence[int]
    test: Sequence[int]
    unseen_dev: Unseen
    unseen_test: Unseen


def list_types(sentence: MarkedSentence) -> list[tuple[str, ...]]:
    """Return the lemmas of each expression, sorted."""
    if not sentence.expressions:
        return []
    forms = sentence.forms
    return [find_lemmas(sentence, each, forms) for each in sentence.expressions if each.is_expression]


def split_by_unseen(
    types: Sequence[Types], *, unseen_test: int, unseen_dev: int, seed: int, trials: int = TRIALS
) -> Split:
    """Return the best of `trials` × `trials` random splits, from the types of the expressions of each sentence.

    The size of dev and test together is that which on average has the wanted number of unseen expressions. Raise
    ValueError for a corpus that has not enough of them.
    """
    generator = random.Random(seed)  # noqa: S311  (no secret)
    size, share = _find_size(types, unseen_test + unseen_dev, generator, trials)
    best: tuple[float, Split] | None = None
    for _ in range(trials):
        order = list(range(len(types)))
        generator.shuffle(order)
        held, train = order[:size], sorted(order[size:])
        known = _collect(types, train)
        for _ in range(trials):
            generator.shuffle(held)
            split = _part(types, held, train, known, unseen_test)
            fault = _rate(split, unseen_test, unseen_dev, share)
            if best is None or fault < best[0]:
                best = fault, split
    assert best is not None
    return best[1]


def _find_size(types: Sequence[Types], wanted: int, generator: random.Random, trials: int) -> tuple[int, float]:
    """Return how many sentences, taken at random, have so many expressions that the others have not, and the share of
    these among their expressions.
    """
    counts = Counter(each for sentence in types for each in sentence)
    if wanted > len(counts):
        raise ValueError(f"The corpus has {len(counts):,} different expressions; {wanted:,} cannot be unseen.")
    low, high, size, found = 1, len(types) - 1, 1, Unseen(0, 0)
    while low <= high:
        size = (low + high) // 2
        found = _average(types, size, generator, trials)
        if found.unseen > wanted:
            high = size - 1
        elif found.unseen < wanted:
            low = size + 1
        else:
            break
    return size, found.share


def _average(types: Sequence[Types], size: int, generator: random.Random, trials: int) -> Unseen:
    unseen = expressions = 0
    for _ in range(trials):
        held = set(generator.sample(range(len(types)), size))
        known = _collect(types, (place for place in range(len(types)) if place not in held))
        found = _count(types, held, known)
        unseen, expressions = unseen + found.unseen, expressions + found.expressions
    return Unseen(round(unseen / trials), round(expressions / trials))


def _collect(types: Sequence[Types], places: Collection[int] | Iterator[int]) -> set[tuple[str, ...]]:
    return {each for place in places for each in types[place]}


def _count(types: Sequence[Types], places: Collection[int], known: set[tuple[str, ...]]) -> Unseen:
    found = [each not in known for place in places for each in types[place]]
    return Unseen(sum(found), len(found))


def _part(
    types: Sequence[Types], held: Sequence[int], train: Sequence[int], known: set[tuple[str, ...]], unseen_test: int
) -> Split:
    """Return the split whose test set is the beginning of the sentences held out, up to the wanted number of unseen
    expressions. Sentences without expressions are divided in the same proportion.
    """
    marked = [place for place in held if types[place]]
    others = [place for place in held if not types[place]]
    count = end = 0
    while end < len(marked) and count < unseen_test:
        count += sum(each not in known for each in types[marked[end]])
        end += 1
    cut = round(len(others) * end / len(marked)) if marked else 0
    test, dev = sorted(marked[:end] + others[:cut]), sorted(marked[end:] + others[cut:])
    return Split(train, dev, test, _count(types, dev, known), _count(types, test, known))


def _rate(split: Split, unseen_test: int, unseen_dev: int, share: float) -> float:
    """Return how far the split is from what was wanted; shares of unseen expressions are to be alike."""
    test, dev = split.unseen_test, split.unseen_dev
    return (
        abs(test.unseen - unseen_test) / unseen_test
        + abs(dev.unseen - unseen_dev) / unseen_dev
        + abs(test.share - dev.share)
        + abs(test.share - share)
    )
