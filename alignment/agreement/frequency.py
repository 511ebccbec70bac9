"""Agreement by word frequency: bands, lists of words with counts, and sums for each band.

As in Bentivogli et al. 2016 the word is the target word and the counts are those of a training text, [0, 1–15, 16–]; in
a pair without target words, every word of the side counts. A link has one word on a side, so the bands of one side
divide all links among them. Words are compared without regard to case.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal

from alignment.adjudication.queue_places import word_key
from alignment.coefficients.agr import PairCounts, count_pair, restrict
from alignment.releases.contents import ReleasedPair

Side = Literal["source", "target"]
MOST_BANDS = 12
LARGEST_COUNT = 10**15


def read_starts(text: str) -> tuple[int, ...]:
    """Return the first counts of the bands, such as 0, 1, 16; 0 is always among them.

    Raise ValueError, with a sentence, for anything but whole numbers.
    """
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if not all(part.isascii() and part.isdigit() and int(part) <= LARGEST_COUNT for part in parts):
        raise ValueError("Lower bounds must be whole numbers, such as 0, 1, 16.")
    starts = tuple(sorted({0, *map(int, parts)}))
    if not 1 < len(starts) <= MOST_BANDS:
        raise ValueError(f"Give 1 to {MOST_BANDS - 1} numbers above 0.")
    return starts


def name_bands(starts: Sequence[int]) -> list[str]:
    """Return each band's first and last count: `0`, `1–15`, `16–`."""
    ends = [start - 1 for start in starts[1:]]
    closed = [f"{start}" if start == end else f"{start}–{end}" for start, end in zip(starts, ends, strict=False)]
    return [*closed, f"{starts[-1]}–"]


def read_frequencies(lines: Iterable[str], name: str) -> dict[str, int]:
    """Read a list of `word<TAB>count` lines, adding up spellings that differ in case.

    Raise ValueError, naming file and line, for a line of another form.
    """
    counts: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n").removeprefix("\ufeff" if number == 1 else "")
        if not text.strip():
            continue
        word, tab, count = text.rpartition("\t")
        count = count.strip()
        if not tab or not word.strip() or not (count.isascii() and count.isdigit()) or int(count) > LARGEST_COUNT:
            raise ValueError(f"{name}, line {number}: a line must have a word, a tab and a whole number.")
        key = word_key(word)
        counts[key] = counts.get(key, 0) + int(count)
    if not counts:
        raise ValueError(f"{name} has no words.")
    return counts


@dataclass
class FrequencySums:
    """Sums for each band over pairs: its words, comparisons of two readings, and their counts."""

    side: Side
    starts: Sequence[int]
    frequencies: Mapping[str, int]
    words: list[int] = field(init=False)
    comparisons: list[int] = field(init=False)
    counts: list[PairCounts] = field(init=False)

    def __post_init__(self) -> None:
        self.words = [0] * len(self.starts)
        self.comparisons = [0] * len(self.starts)
        self.counts = [PairCounts()] * len(self.starts)

    def add(self, pair: ReleasedPair) -> None:
        """Count one pair under every band that a word of it belongs to."""
        for place, indices in self._by_band(pair).items():
            self.words[place] += len(indices)
            sides = (indices, ()) if self.side == "source" else ((), indices)
            readings = [restrict(reading, *sides) for reading in pair.readings.values()]
            for first, second in combinations(readings, 2):
                self.comparisons[place] += 1
                self.counts[place] += count_pair(first, second)

    def to_json(self) -> list[dict[str, Any]]:
        """Return a row for each band, with `counts` in the order of COUNT_NAMES."""
        rows = zip(name_bands(self.starts), self.words, self.comparisons, self.counts, strict=True)
        return [
            {"band": name, "words": words, "comparisons": comparisons, "counts": list(counts.as_row())}
            for name, words, comparisons, counts in rows
        ]

    def _by_band(self, pair: ReleasedPair) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {}
        for index, token in asked_words(pair, self.side):
            place = bisect_right(self.starts, self.frequencies.get(word_key(token), 0)) - 1
            found.setdefault(place, set()).add(index)
        return found


def asked_words(pair: ReleasedPair, side: Side) -> Iterator[tuple[int, str]]:
    """Yield the target words of a side with their positions, or all its words if the pair has no target words."""
    tokens, marked = pair.source_tokens, pair.source_target_words
    if side == "target":
        tokens, marked = pair.target_tokens, pair.target_target_words
    has_targets = bool(pair.source_target_words or pair.target_target_words)
    yield from ((index, tokens[index]) for index in (marked if has_targets else range(len(tokens))))


def count_words(sentences: Iterable[Iterable[str]]) -> dict[str, int]:
    """Return the number of occurrences of each word, ignoring case."""
    counts: Counter[str] = Counter()
    for tokens in sentences:
        counts.update(map(word_key, tokens))
    return counts
