"""Parts of a test set on which measures are held against people: segments with a marked expression, or one group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

    def choose(self, judgements: Sequence[Said], facts: Sequence[SegmentFacts]) -> list[Said]:
        """Return the judgements of expressions in the group, and those of whole segments with such an expression."""
        return [
            judgement
            for judgement in judgements
            if self._holds(facts[int(judgement.segment) - 1], judgement.expression)
        ]

    def _holds(self, segment: SegmentFacts, position: int | None) -> bool:
        if self.group is None:
            return bool(segment.expressions)
        if position is None or position >= len(segment.expressions):
            return self.group in find_segment_groups(segment)
        return self.group in (*find_groups(segment.expressions[position]), find_sentence_group(segment))


def _list_subsets() -> Iterator[Subset]:
    yield Subset(ANY, "Segments with a marked expression")
    for dimension, title, names in DIMENSIONS:
        for name in names:
            yield Subset(f"{dimension}:{name}", f"{title}: {name}", (dimension, name))


SUBSETS = {subset.key: subset for subset in _list_subsets()}
