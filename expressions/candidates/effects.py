"""Effects of candidates on what is marked, from passages that showed them and control passages that did not. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation_site.coefficients import effects
from annotation_site.coefficients.effects import Effect, ItemCounts, RateOf

COUNTED = ("candidates", "marked", "same_category", "passages", "others")
RATES = {
    "marked": RateOf("marked", "candidates"),
    "same_category": RateOf("same_category", "marked"),
    "others": RateOf("others", "passages"),
}


@dataclass(slots=True)
class MeasuredPassage:
    """A submitted passage: by source how many candidates it has, how many of them are marked, and how many with the
    proposed category; and how many other expressions are marked.
    """

    item: int
    sources: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    others: int = 0

    def to_counts(self) -> ItemCounts:
        """Return the counts over all sources."""
        total = sum(self.sources.values(), Counter[str]())
        return ItemCounts(self.item, (*(total[name] for name in COUNTED[:3]), 1, self.others))


def measure_effects(shown: Sequence[MeasuredPassage], controls: Sequence[MeasuredPassage]) -> list[Effect]:
    """Return every rate of both groups with its effect; one that has nothing to count over is undefined."""
    counts = ([passage.to_counts() for passage in group] for group in (shown, controls))
    return effects.measure_effects(RATES, COUNTED, *counts)


def count_by_source(shown: Iterable[MeasuredPassage]) -> list[dict[str, Any]]:
    """Return what annotators made of candidates that they saw, by source."""
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for passage in shown:
        for source, counts in passage.sources.items():
            totals[source].update(counts)
    rows = []
    for source, counts in sorted(totals.items()):
        rows.append({"source": source, **{name: counts[name] for name in COUNTED[:3]}})
    return rows
