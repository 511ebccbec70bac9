"""Reasons for a segment's scores: every system's translation with its scores and the words they rest on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import F, FloatField, Func, JSONField, Value
from django.db.models.expressions import CombinedExpression

from annotation_site.texts.token_places import Span
from evaluation.boards.queries.measured_expressions import MeasuredExpressions
from evaluation.boards.queries.scores import newest_scores
from evaluation.marked_expressions.differences import find_differences, find_nearest
from evaluation.measures.reasons import Looked, Reasons
from evaluation.measures.registry import MEASURES, find_measure, sort_measures
from evaluation.metrics.highlights import DIFFERS, Pieces, highlight
from evaluation.test_sets.models import Segment
from evaluation.translations.models import Hypothesis, SegmentValues


class Stored(NamedTuple):
    """The value that a measure stored of one segment."""

    value: Any
    score: float | None


@dataclass(slots=True)
class SystemReading:
    """A system's translation; words that differ from the nearest reference are marked, unless a reason marks them."""

    name: str
    text: str
    pieces: Pieces
    scores: dict[str, float | None]
    reasons: list[Reasons]
    older_expressions: list[dict[str, Any]] | None = None  # that a score rests on, where they were changed since

    @property
    def written_scores(self) -> list[tuple[str, str]]:
        """Measures' titles and scores, as the page shows them."""
        named = [(find_measure(name), score) for name, score in self.scores.items()]
        return [
            (measure.title, "–" if score is None else f"{score:.{measure.decimals - 1}f}") for measure, score in named
        ]


@dataclass(frozen=True, slots=True)
class SharedReading:
    """The same translation by several systems, with the same scores for the same reasons."""

    names: Sequence[str]
    reading: SystemReading
    is_reference: bool


def merge_readings(readings: Sequence[SystemReading], references: Sequence[str]) -> list[SharedReading]:
    """Return each translation once, in the order of its first system."""
    same_readings: dict[str, list[SystemReading]] = {}
    for reading in readings:
        compared = [
            reading.text,
            reading.scores,
            reading.older_expressions,
            [reason.to_json() for reason in reading.reasons],
        ]
        same_readings.setdefault(json.dumps(compared, sort_keys=True), []).append(reading)
    shared = []
    for same in same_readings.values():
        names = [reading.name for reading in same]
        shared.append(SharedReading(names, same[0], same[0].text in references))
    return shared


def read_segment(segment: Segment) -> list[SystemReading]:
    """Return every system's translation with its scores and reasons, in the order of upload.

    Reasons refer to the expressions as they were marked when the measure was computed.
    """
    scores = newest_scores(segment.test_set)
    keys = {(score.translation_id, score.measure): score.key for score in scores}
    counted = _load_values(segment, keys)
    expressions = MeasuredExpressions(segment, scores)
    hypotheses = Hypothesis.objects.filter(translation__test_set=segment.test_set, number=segment.number)
    return [
        _explain_system(segment, expressions, hypothesis, counted.get(hypothesis.translation_id, {}))
        for hypothesis in hypotheses.select_related("translation__system").order_by("translation_id")
    ]


def _explain_system(
    segment: Segment, expressions: MeasuredExpressions, hypothesis: Hypothesis, stored: Mapping[str, Stored]
) -> SystemReading:
    reasons: dict[tuple[str, ...], Reasons] = {}
    others = [find_measure(name) for name in stored if name not in MEASURES]
    for measure in [*MEASURES.values(), *sorted(others, key=lambda other: other.title)]:
        looked = Looked(
            segment.references,
            hypothesis.text,
            segment.test_set.target_language,
            expressions.seen_by(hypothesis.translation_id, measure.name),
            stored[measure.name].value if measure.name in stored else None,
        )
        if (explained := measure.explain(looked)) is not None:
            reasons[(measure.name,) if measure in others else tuple(measure.reason_keys)] = explained
    # Reasons mark over differences.
    spans_by_kind: dict[str, Sequence[Span]] = {DIFFERS: _find_differing(segment, hypothesis.text)}
    spans_by_kind |= {kind: spans for reason in reasons.values() for kind, spans in reason.spans_by_kind.items()}
    return SystemReading(
        hypothesis.translation.system.name,
        hypothesis.text,
        highlight(hypothesis.text, spans_by_kind),
        {measure.name: stored[measure.name].score for measure in sort_measures(stored)},
        list(reasons.values()),
        expressions.older_of(hypothesis.translation_id),
    )


def _find_differing(segment: Segment, text: str) -> list[Span]:
    if not segment.references:
        return []
    language = segment.test_set.target_language
    return find_differences(text, find_nearest(text, segment.references, language), language)[0]


def _load_values(segment: Segment, keys: Mapping[tuple[int, str], str]) -> dict[int, dict[str, Stored]]:
    """Return what each measure stored of this segment, by translation."""
    chunks = SegmentValues.objects.filter(translation__test_set=segment.test_set, first__lte=segment.number)
    # The last chunk that begins at or before the segment; earlier ones do not reach it.
    chunks = chunks.order_by("translation_id", "measure", "key", "-first").distinct("translation_id", "measure", "key")
    # A chunk holds the values of hundreds of segments: the database picks the one, which is null beyond the last.
    # Elements of arrays are numbered from 1.
    index_in_chunk = Value(segment.number) - F("first")
    value = CombinedExpression(F("values"), "->", index_in_chunk, JSONField())
    score = Func(
        F("scores"), index_in_chunk + 1, template="(%(expressions)s]", arg_joiner=")[", output_field=FloatField()
    )
    last = SegmentValues.objects.filter(pk__in=chunks.filter(key__in=set(keys.values())).values("pk"))
    values_by_translation: dict[int, dict[str, Stored]] = {}
    for translation, measure, key, *counted in last.values_list("translation", "measure", "key", value, score):
        if keys.get((translation, measure)) == key and counted[0] is not None:
            values_by_translation.setdefault(translation, {})[measure] = Stored(*counted)
    return values_by_translation
