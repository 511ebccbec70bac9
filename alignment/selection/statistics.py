"""Statistics of a text, or a part of it: tables 1 and 2 and figure 2 of the paper."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from alignment.selection.frequencies.words import Side

# Sentences beyond this are one bar of the histogram; none of them can be annotated.
LONGEST_TOLD = 1_000


@dataclass(slots=True)
class SideCounts:
    """Counts of one side; `coverage[n]` is the number of words that occur exactly n times in the training text."""

    coverage: list[int]
    tokens: int = 0
    lengths: Counter[int] = field(default_factory=Counter)

    def add(self, side: Side) -> None:
        self.tokens += len(side.tokens)
        self.lengths[min(len(side.tokens), LONGEST_TOLD)] += 1
        for _, frequency in side.seldom:
            self.coverage[frequency] += 1

    def to_json(self) -> dict[str, Any]:
        return {
            "tokens": self.tokens,
            "coverage": self.coverage,
            "lengths": [[length, count] for length, count in sorted(self.lengths.items())],
        }


class TextCounts:
    """Sums over the pairs of one stage of the selection; `told` is the highest frequency whose words are counted."""

    def __init__(self, most_frequent: int) -> None:
        self.pairs = 0
        self.source, self.target = SideCounts([0] * (most_frequent + 1)), SideCounts([0] * (most_frequent + 1))

    def add(self, sides: tuple[Side, Side]) -> None:
        self.pairs += 1
        self.source.add(sides[0])
        self.target.add(sides[1])

    def to_json(self) -> dict[str, Any]:
        return {"pairs": self.pairs, "source": self.source.to_json(), "target": self.target.to_json()}
