"""A measure by groups: over the expressions of a group, or over its segments where segments are measured as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.coefficients.percentiles import percentile_interval
from evaluation.measures.base import Entry, Measure, Value
from evaluation.measures.groups import (
    DIMENSIONS,
    Group,
    SegmentFacts,
    find_groups,
    find_segment_groups,
    find_sentence_group,
)
from evaluation.measures.sums import STANDARD, Bootstrap, list_resampled

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A row for each group that has an entry, and by `name_group` its mean in every resample of its segments.

    The same seed samples the same segments of a group for every system, as for the whole (`sums.py`).
    """

    rows: list[Row]
    resampled: dict[str, list[float | None]]


def name_group(row: Row) -> str:
    """Return the key under which a score stores the resamples of a row's group."""
    return f"{row['dimension']}/{row['group']}"


def break_down(
    measure: Measure[Any], facts: Sequence[SegmentFacts], values: Sequence[Value], bootstrap: Bootstrap = STANDARD
) -> Breakdown:
    """Return the measure by groups."""
    numbers: dict[Group, list[int]] = {}
    entries: dict[Group, list[Entry]] = {}
    for number, (segment, value) in enumerate(zip(facts, values, strict=True)):
        for group, entry in _find_entries(measure, segment, value):
            numbers.setdefault(group, []).append(number)
            entries.setdefault(group, []).append(entry)
    rows, resampled = [], {}
    for group in ((dimension, name) for dimension, _, names in DIMENSIONS for name in names):
        if group in entries:
            average = measure.average_group(numbers[group], entries[group], bootstrap)
            row = {"dimension": group[0], "group": group[1], "n": average.n, "value": average.value}
            rows.append({**row, "interval": percentile_interval(average.sampled)})
            resampled[name_group(row)] = list_resampled(average.sampled)
    return Breakdown(rows, resampled)


def _find_entries(measure: Measure[Any], segment: SegmentFacts, value: Value) -> Iterator[tuple[Group, Entry]]:
    if not measure.by_expression:
        if value is not None:
            yield from ((group, value) for group in find_segment_groups(segment))
        return
    for expression, entry in zip(segment.expressions, value, strict=True):
        if entry is not None:
            for group in (*find_groups(expression), find_sentence_group(segment)):
                yield group, entry
