"""Parts of a test set on which measures are held against people: segments with a marked expression, or one group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from evaluation.correlation.inputs import Preference
from evaluation.measures.groups import (
    DIMENSIONS,
    Group,
    SegmentFacts,
    find_groups,
    find_segment_groups,
    find_sentence_group,
)
from evaluation.metrics.correlation.judgements import HumanScore

ANY = "expression"
Said = TypeVar("Said", HumanScore, Preference)


@dataclass(frozen=True, slots=True)
class Subset:
    """A group, or None for segments with any expression; `key` names it in addresses and jobs."""

    key: str
    title: str
    group: Group | None = None

    def choose(self, said: Sequence[Said], facts: Sequence[SegmentFacts]) -> list[Said]:
        """Return the judgements of expressions in the group, and those of whole segments with such an expression."""
        return [each for each in said if self._holds(facts[int(each.segment) - 1], each.expression)]

    def _holds(self, segment: SegmentFacts, place: int | None) -> bool:
        if self.group is None:
            return bool(segment.expressions)
        if place is None or place >= len(segment.expressions):
            return self.group in find_segment_groups(segment)
        return self.group in (*find_groups(segment.expressions[place]), find_sentence_group(segment))


SUBSETS = {
    each.key: each
    for each in (
        Subset(ANY, "Segments with a marked expression"),
        *(
            Subset(f"{dimension}:{name}", f"{title}: {name}", (dimension, name))
            for dimension, title, names in DIMENSIONS
            for name in names
        ),
    )
}
