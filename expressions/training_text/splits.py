"""Sentence pairs with expressions divided into train and test, as §3.1 of Baziotis et al. 2023 does.

Of the pairs of each expression half go to train and half to test; an expression that occurs in one pair only is left
out. The paper says nothing of pairs with several expressions, nor of pairs that occur again word for word: here a
pair goes with its rarest expression, and a repeated pair is left out, so that train and test share nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal

Condition = Literal["zero", "joint", "upsampled"]


@dataclass(frozen=True, slots=True)
class FoundPair:
    """Place of a pair in its corpus, from 1, with the expressions found in it."""

    number: int
    source: str
    target: str
    phrases: tuple[str, ...]


@dataclass(slots=True)
class Split:
    """Numbers of pairs, rising; `single` and `repeated` are in neither half and not among the regular ones."""

    train: list[int] = field(default_factory=list)
    test: list[int] = field(default_factory=list)
    single: list[int] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)
    phrase_of: dict[int, str] = field(default_factory=dict)

    def counts(self) -> dict[str, dict[str, int]]:
        """Return the occurrences of each expression in train and in test."""
        train = Counter(self.phrase_of[number] for number in self.train)
        test = Counter(self.phrase_of[number] for number in self.test)
        return {phrase: {"train": train[phrase], "test": test[phrase]} for phrase in sorted({*train, *test})}


def split_pairs(pairs: Sequence[FoundPair], seed: int) -> Split:
    """Halve the pairs of each expression, the odd one to test; the order within an expression is that of a hash of
    seed and number, which no software version changes."""
    split = Split()
    seen: set[tuple[str, str]] = set()
    kept = []
    for pair in pairs:
        if (pair.source, pair.target) in seen:
            split.repeated.append(pair.number)
        else:
            seen.add((pair.source, pair.target))
            kept.append(pair)
    frequencies = Counter(phrase for pair in kept for phrase in set(pair.phrases))
    groups: dict[str, list[int]] = defaultdict(list)
    for pair in kept:
        phrase = min(pair.phrases, key=lambda phrase: (frequencies[phrase], phrase))
        split.phrase_of[pair.number] = phrase
        groups[phrase].append(pair.number)
    for numbers in groups.values():
        if len(numbers) == 1:
            split.single += numbers
            continue
        shuffled = sorted(numbers, key=lambda number: blake2b(f"{seed}:{number}".encode(), digest_size=8).digest())
        half = len(shuffled) // 2
        split.train += shuffled[:half]
        split.test += shuffled[half:]
    for numbers in (split.train, split.test, split.single):
        numbers.sort()
    return split


def count_repeats(condition: Condition, split: Split, times: int) -> Callable[[int], int]:
    """Return a function from a pair's number to the times to train on it.

    Regular pairs count once; those of train never (zero), once (joint) or `times` times (upsampled); those of test,
    single and repeated never.
    """
    repeats = {"zero": 0, "joint": 1, "upsampled": times}[condition]
    train = set(split.train)
    left_out = {*split.test, *split.single, *split.repeated}
    return lambda number: repeats if number in train else int(number not in left_out)


def choose_training(condition: Condition, split: Split, pairs: int, times: int) -> Iterator[tuple[int, int]]:
    """Yield the number of each pair to train on, with the times to repeat it, out of `pairs` pairs in the corpus."""
    repeats = count_repeats(condition, split, times)
    for number in range(1, pairs + 1):
        if count := repeats(number):
            yield number, count
