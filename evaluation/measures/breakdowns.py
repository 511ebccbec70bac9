"""A measure by groups: over the expressions of a group, or over its segments where segments are measured as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evaluation.measures.base import Entry, Measure, Value
from evaluation.measures.groups import (
    DIMENSIONS,
    Group,
    SegmentFacts,
    find_groups,
    find_segment_groups,
    find_sentence_group,
)
from evaluation.measures.sums import STANDARD, Bootstrap

Row = dict[str, Any]


def break_down(
    measure: Measure[Any], facts: Sequence[SegmentFacts], values: Sequence[Value], bootstrap: Bootstrap = STANDARD
) -> list[Row]:
    """Return a row for each group that has an entry."""
    numbers: dict[Group, list[int]] = {}
    entries: dict[Group, list[Entry]] = {}
    for number, (segment, value) in enumerate(zip(facts, values, strict=True)):
        for group, entry in _find_entries(measure, segment, value):
            numbers.setdefault(group, []).append(number)
            entries.setdefault(group, []).append(entry)
    rows = []
    for group in ((dimension, name) for dimension, _, names in DIMENSIONS for name in names):
        if group in entries:
            n, value, interval = measure.average_group(numbers[group], entries[group], bootstrap)
            rows.append({"dimension": group[0], "group": group[1], "n": n, "value": value, "interval": interval})
    return rows


def _find_entries(measure: Measure[Any], segment: SegmentFacts, value: Value) -> Iterator[tuple[Group, Entry]]:
    if not measure.by_expression:
        if value is not None:
            yield from ((group, value) for group in find_segment_groups(segment))
        return
    for expression, entry in zip(segment.expressions, value, strict=True):
        if entry is not None:
            for group in (*find_groups(expression), find_sentence_group(segment)):
                yield group, entry
