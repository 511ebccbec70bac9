"""A measure by groups of expressions and segments: the mean over a group's expressions, or over all its segments for a
measure of whole segments (for BLEU, chrF and TER the corpus score of these), with intervals over segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from evaluation.measures.counting import Value, score_expression
from evaluation.measures.groups import (
    DIMENSIONS,
    Group,
    SegmentFacts,
    find_groups,
    find_segment_groups,
    find_sentence_group,
)
from evaluation.measures.names import BY_EXPRESSION
from evaluation.measures.summary import RESAMPLES, SEED
from evaluation.metrics.averages import Observation, Tally, bootstrap_mean, micro_table
from evaluation.metrics.resampling import percentile_interval, resample_rates
from evaluation.metrics.surface import SURFACE_NAMES, SurfaceMeasure

Row = dict[str, Any]


def break_down(
    measure: str, facts: Sequence[SegmentFacts], values: Sequence[Value], scores: Sequence[float | None]
) -> list[Row]:
    """A row for each group that has something; `scores` are those of the segments."""
    if measure in SURFACE_NAMES:
        return _break_down_surface(SurfaceMeasure(measure), facts, values)
    groups: dict[Group, list[Observation]] = {}
    for number, segment in enumerate(facts):
        if measure in BY_EXPRESSION:
            for expression, entry in zip(segment.expressions, values[number], strict=True):
                if entry is not None:
                    observation = (number, expression.label, score_expression(measure, entry))
                    for group in (*find_groups(expression), find_sentence_group(segment)):
                        groups.setdefault(group, []).append(observation)
        elif (score := scores[number]) is not None:
            for group in find_segment_groups(segment):
                groups.setdefault(group, []).append((number, "", score))
    return [_row(group, *_average(observations)) for group, observations in _in_order(groups)]


def _average(observations: Sequence[Observation]) -> tuple[int, float | None, tuple[float, float] | None]:
    tally = Tally()
    for *_, value in observations:
        tally.put(value)
    drawn = bootstrap_mean(micro_table(observations), is_macro=False, resamples=RESAMPLES, seed=SEED)
    return tally.count, tally.mean, percentile_interval(drawn)


def _break_down_surface(surface: SurfaceMeasure, facts: Sequence[SegmentFacts], values: Sequence[Value]) -> list[Row]:
    groups: dict[Group, list[Value]] = {}
    for segment, value in zip(facts, values, strict=True):
        if value is not None:
            for group in find_segment_groups(segment):
                groups.setdefault(group, []).append(value)
    rows = []
    for group, counts in _in_order(groups):
        table = np.array(counts, dtype=np.float64)
        drawn = resample_rates(table, surface.rate, resamples=RESAMPLES, seed=SEED)[:, 0]
        rows.append(_row(group, len(table), surface.score(table.sum(axis=0)), percentile_interval(drawn)))
    return rows


def _in_order(groups: dict[Group, Any]) -> list[tuple[Group, Any]]:
    names = [(dimension, name) for dimension, _, in_it in DIMENSIONS for name in in_it]
    return [(group, groups[group]) for group in names if group in groups]


def _row(group: Group, n: int, value: float | None, interval: tuple[float, float] | None) -> Row:
    return {"dimension": group[0], "group": group[1], "n": n, "value": value, "interval": interval}
