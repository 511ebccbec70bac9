"""Each annotator of a round against the others and against themselves, as the round's report tells it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean, median, stdev

from evaluation.judging.answers import Judged, Unit
from evaluation.judging.report_rows import AnnotatorRow
from evaluation.metrics.correlation import spearman

# What one annotator said, and the mean of what the others said of the same.
Pairs = tuple[list[int], list[float]]


def describe_annotators(rows: Sequence[Judged], seconds: Mapping[str, Sequence[float]]) -> list[AnnotatorRow]:
    """Those least like the others first; repeats and hidden references count here, and here alone."""
    given: dict[Unit, dict[str, int]] = defaultdict(dict)
    own: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        own[row.annotator].append(row)
        if row.is_answer and row.repeats is None:
            given[row.task, row.output][row.annotator] = row.value
    compared = _compare_with_others(given)
    found = [_describe(name, own[name], compared.get(name, ([], [])), given, seconds.get(name, ())) for name in own]
    return sorted(found, key=lambda row: (row.rho.value is None, row.rho.value or 0.0, row.annotator))


def _compare_with_others(given: Mapping[Unit, Mapping[str, int]]) -> dict[str, Pairs]:
    """One pass over the units, whatever the number of annotators."""
    compared: dict[str, Pairs] = defaultdict(lambda: ([], []))
    for by_name in given.values():
        total, others = sum(by_name.values()), len(by_name) - 1
        if others:
            for name, value in by_name.items():
                mine, theirs = compared[name]
                mine.append(value)
                theirs.append((total - value) / others)
    return compared


def _describe(
    name: str,
    rows: Sequence[Judged],
    compared: Pairs,
    given: Mapping[Unit, Mapping[str, int]],
    seconds: Sequence[float],
) -> AnnotatorRow:
    answers = [row for row in rows if row.is_answer]
    values = [row.value for row in answers if not row.is_reference]
    references = [row.value for row in answers if row.is_reference]
    twice = [
        (given[unit][name], row.value)
        for row in answers
        if row.repeats is not None and name in given.get(unit := (row.repeats, row.output), {})
    ]
    mine, others = compared
    return AnnotatorRow(
        annotator=name,
        judgements=len(rows),
        cannot_judge=len(rows) - len(answers),
        mean=fmean(values) if values else None,
        spread=stdev(values) if len(values) > 1 else None,
        rho=spearman(mine, others),
        compared=len(mine),
        repeated=len(twice),
        same=sum(math.isclose(first, second) for first, second in twice),
        reference_mean=fmean(references) if references else None,
        seconds=median(seconds) if seconds else None,
    )
