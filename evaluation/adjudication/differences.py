"""Differences between annotators' judgements of one item, and the part on which they agree: no database.

Marks     the lowest F1 over characters of two annotators; omissions count in the source, and what is no error counts
          like an error, since here every mark is to be settled
Labels    words that two annotators mark with another category or severity
Scores    the distance of the highest and the lowest answer; “cannot judge” counts as missing
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from statistics import median

from evaluation.judging.methods import CANNOT_JUDGE, RANGES, find_scheme, is_penalty
from evaluation.metrics.error_spans.overlap import compare_spans
from evaluation.metrics.error_spans.schemes import MINOR, NEUTRAL, SOURCE, TARGET, ErrorSpan, add_weights

Spans = tuple[ErrorSpan, ...]
# Answers further apart than these are a dispute: of penalties, one major error.
GAPS: Mapping[str, float] = {"score": 1, "percent": 20, "preference": 1, "esa": 20, "mqm": 4, "expression": 4}
# The distance of two answers that counts as much as marks without a common character; of penalties, a translation
# that is none.
_WIDEST_PENALTY = 25
_LABELS = 0.5
# A scale with so many points has answers between two others.
FINE = 100


@dataclass(frozen=True, slots=True)
class Reading:
    """An annotator's submission about an item: the answer to each question, and the marks in each output."""

    annotator: str
    values: Sequence[float]
    spans: Sequence[Spans] = ()


@dataclass(frozen=True, slots=True)
class Differences:
    """Distances between the readings of one question, or of a whole item; None where nothing can be compared."""

    lowest_f1: float | None = None
    score_gap: float | None = None
    labels_differ: bool = False
    strength: float = 0.0


@dataclass(frozen=True, slots=True)
class Criteria:
    """Thresholds for adjudication; without `gap_above`, that of each method (`GAPS`)."""

    f1_below: float = 0.5
    gap_above: float | None = None
    labels: bool = True

    def find_reasons(self, differences: Differences, method: str) -> list[str]:
        """Return the names of the thresholds that are passed: marks, scores, labels."""
        gap_above = GAPS[method] if self.gap_above is None else self.gap_above
        reasons = {
            "marks": differences.lowest_f1 is not None and differences.lowest_f1 < self.f1_below,
            "scores": differences.score_gap is not None and differences.score_gap > gap_above,
            "labels": self.labels and differences.labels_differ,
        }
        return [name for name, is_passed in reasons.items() if is_passed]


USUAL = Criteria()


@dataclass(frozen=True, slots=True)
class Preset:
    """The part on which annotators agree: an answer for each question, None where somebody has to decide, and marks."""

    values: list[float | None]
    spans: list[list[ErrorSpan]]


def compare_question(readings: Sequence[Reading], method: str, question: int) -> Differences:
    """Return how far the readings are apart on one question."""
    able = [reading for reading in readings if reading.values[question] != CANNOT_JUDGE]
    if len(able) < 2:
        return Differences()
    values = [reading.values[question] for reading in able]
    gap = max(values) - min(values)
    strength = min(1.0, gap / find_width(method))
    if find_scheme(method) is None:
        return Differences(score_gap=gap, strength=strength)
    marked = [reading.spans[question] for reading in able]
    lowest = min(_overlap(one, other) for one, other in combinations(marked, 2))
    labels = any(_differ(one, other) for one, other in combinations(marked, 2))
    return Differences(lowest, gap, labels, strength + 1 - lowest + _LABELS * labels)


def compare_item(readings: Sequence[Reading], method: str, questions: int) -> Differences:
    """Return the greatest differences over the questions of an item."""
    return join_differences(compare_question(readings, method, question) for question in range(questions))


def join_differences(differences: Iterable[Differences]) -> Differences:
    """Return the greatest of each difference."""
    rows = list(differences)
    f1s = [row.lowest_f1 for row in rows if row.lowest_f1 is not None]
    gaps = [row.score_gap for row in rows if row.score_gap is not None]
    return Differences(
        min(f1s, default=None),
        max(gaps, default=None),
        any(row.labels_differ for row in rows),
        max((row.strength for row in rows), default=0.0),
    )


def preset_decision(readings: Sequence[Reading], method: str, outputs: int, questions: int) -> Preset:
    """Return what stands without a decision: marks that at least two annotators, and more than half of them, made
    alike; and an answer where no threshold is passed and all marks are alike.
    """
    has_spans = find_scheme(method) is not None
    spans = [_find_shared(readings, output) if has_spans else [] for output in range(outputs)]
    values = [_settle(readings, method, question, spans[question]) for question in range(questions)]
    return Preset(values, spans)


def _settle(readings: Sequence[Reading], method: str, question: int, shared: Sequence[ErrorSpan]) -> float | None:
    values = [reading.values[question] for reading in readings]
    able = [value for value in values if value != CANNOT_JUDGE]
    if not able:
        return CANNOT_JUDGE if values else None
    is_disputed = bool(USUAL.find_reasons(compare_question(readings, method, question), method))
    marked = {tuple(sorted(reading.spans[question])) for reading in readings if reading.spans}
    if len(able) < len(values) or is_disputed or len(marked) > 1:
        return None
    return add_weights(shared) if is_penalty(method) else _agree_on(able, method)


def _agree_on(values: Sequence[float], method: str) -> float | None:
    """Return the median of a fine scale; of few values the one that more than half gave."""
    if find_width(method) >= FINE:
        return float(round(median(values)))
    value, count = Counter(values).most_common(1)[0]
    return value if count > len(values) / 2 else None


def _find_shared(readings: Sequence[Reading], output: int) -> list[ErrorSpan]:
    able = [reading for reading in readings if reading.values[output] != CANNOT_JUDGE]
    counts = Counter(chain.from_iterable(set(reading.spans[output]) for reading in able))
    return sorted(span for span, count in counts.items() if count > max(1, len(able) / 2))


def find_width(method: str) -> float:
    """Return the distance of two answers that counts as much as marks without a common character."""
    if is_penalty(method):
        return _WIDEST_PENALTY
    lowest, highest = RANGES[method]
    return highest - lowest


def _overlap(one: Spans, other: Spans) -> float:
    if one == other:
        return 1.0
    return min(compare_spans(_on(one, side), _on(other, side)).f1 for side in (TARGET, SOURCE))


def _on(spans: Spans, side: str) -> list[ErrorSpan]:
    """Return the marks on a side as `compare_spans` counts errors in a translation."""
    return [
        replace(span, side=TARGET, severity=MINOR if span.severity == NEUTRAL else span.severity)
        for span in spans
        if span.side == side
    ]


def _differ(one: Spans, other: Spans) -> bool:
    """Return whether the same words have another category or severity."""
    own, others = set(one) - set(other), set(other) - set(one)
    return any(
        first.side == second.side and first.start < second.end and second.start < first.end
        and (first.category, first.severity) != (second.category, second.severity)
        for first in own
        for second in others
    )  # fmt: skip
