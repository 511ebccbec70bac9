"""Counting a chunk of segments of one system by every measure of a job.

A chunk's values follow from its inputs alone, so what is stored is not counted again, whichever job counted it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.db.models import Prefetch

from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.alignments.models import AlignedSegment, WordAlignment
from evaluation.measures.counting import count_segments, score_segments
from evaluation.measures.groups import SegmentFacts
from evaluation.measures.names import ALIGNED
from evaluation.measures.options import MeasureOptions, find_word_sides, name_tools
from evaluation.measures.runs.annotated import AnnotatedSides
from evaluation.measures.runs.facts import read_facts
from evaluation.measures.runs.keys import measure_key
from evaluation.measures.runs.resources import ReadResources, read_resources
from evaluation.measures.segments import NO_WORDS, Marked, Measured, SegmentLinks
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.translations.models import Hypothesis, SegmentValues, Translation

CHUNK = 500


class Counting:
    """What every piece of one job needs; read when it is first asked for, and kept."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.parameters: Mapping[str, Any] = job.parameters
        self.test_set = TestSet.objects.select_related("job").get(pk=self.parameters["test_set"], project=job.project)
        self.measures: list[str] = self.parameters["measures"]
        self.options = MeasureOptions.from_json(self.parameters["options"])
        self.keys = {
            measure: measure_key(
                measure,
                self.options,
                self.parameters["hashes"],
                has_wordnet=self._has_wordnet,
                marks=self.marks,
                tools=name_tools(measure, self.options, self.test_set.target_language),
                annotations=self.parameters.get("annotations", {}),
            )
            for measure in self.measures
        }
        self._chunk: tuple[int, list[Segment]] = (0, [])

    @property
    def marks(self) -> str:
        """Which marks the job was asked about."""
        return str(self.parameters.get("marks", ""))

    def require_same_marks(self) -> None:
        """Called after they were read: marks that are of another version must not be counted under this one's key."""
        if TestSet.objects.values_list("marks_sha256", flat=True).get(pk=self.test_set.pk) != self.marks:
            raise DomainError("The marked expressions were changed after this was asked for; measure again.")

    @property
    def _has_wordnet(self) -> bool:
        return bool(self.parameters["wordnet"])

    @cached_property
    def translations(self) -> list[Translation]:
        found = Translation.objects.filter(test_set=self.test_set, pk__in=self.parameters["translations"])
        return list(found.select_related("system").order_by("pk"))

    @cached_property
    def alignments(self) -> dict[int | None, WordAlignment]:
        """By translation; that of the reference under None."""
        found = WordAlignment.objects.filter(test_set=self.test_set, pk__in=self.parameters["alignments"])
        return {alignment.translation_id: alignment for alignment in found}

    @cached_property
    def read(self) -> ReadResources:
        return read_resources(self.job, self.test_set, self.measures, self.options, self.annotated)

    @cached_property
    def annotated(self) -> AnnotatedSides:
        """Which texts have lemmas and parts of speech of their own."""
        return AnnotatedSides(self.test_set, self.parameters.get("annotations", {}))

    @cached_property
    def facts(self) -> tuple[list[SegmentFacts], set[int]]:
        """What groups and labels are made of."""
        return read_facts(self.test_set)

    def measures_of(self, translation: Translation) -> list[str]:
        """Those that this system can be measured by."""
        is_aligned = translation.pk in self.alignments
        return [measure for measure in self.measures if is_aligned or measure not in ALIGNED]

    def find_translation(self, pk: int) -> Translation:
        return next(each for each in self.translations if each.pk == pk)

    def is_counted(self, translation: Translation, first: int) -> bool:
        return not self._uncounted(translation, first)

    def count(self, translation_id: int, first: int) -> None:
        """Count and store what nobody has."""
        translation = self.find_translation(translation_id)
        missing = self._uncounted(translation, first)
        if not missing:
            return
        hypotheses = Hypothesis.objects.filter(translation=translation, number__gte=first, number__lt=first + CHUNK)
        texts = dict(hypotheses.values_list("number", "text"))
        links, reference_links = self._links(translation, first) if ALIGNED.intersection(missing) else ({}, {})
        reads_words = any(find_word_sides(measure, self.options) for measure in missing)
        words = self.annotated.read(translation, first, CHUNK) if reads_words else {}
        measured = [
            replace(
                _to_measure(segment, texts[segment.number]),
                aligned=links.get(segment.number),
                reference_aligned=reference_links.get(segment.number),
                words=words.get(segment.number, NO_WORDS),
            )
            for segment in self._segments(first)
        ]
        rows = []
        for measure in missing:
            values = count_segments(measure, measured, self.read.resources)
            where = {"translation": translation, "measure": measure, "key": self.keys[measure], "first": first}
            rows.append(SegmentValues(**where, values=values, scores=score_segments(measure, values)))
        # A job beside this one may have counted the same meanwhile; the values are equal.
        SegmentValues.objects.bulk_create(rows, ignore_conflicts=True)

    def _uncounted(self, translation: Translation, first: int) -> list[str]:
        there = SegmentValues.objects.filter(translation=translation, first=first, key__in=self.keys.values())
        counted = set(there.values_list("measure", "key"))
        return [each for each in self.measures_of(translation) if (each, self.keys[each]) not in counted]

    def _links(self, translation: Translation, first: int) -> tuple[dict[int, SegmentLinks], dict[int, SegmentLinks]]:
        """Of the translation and of the reference, by the number of the segment."""
        sides: list[dict[int, SegmentLinks]] = []
        for alignment in (self.alignments.get(translation.pk), self.alignments.get(None)):
            rows = AlignedSegment.objects.filter(alignment=alignment, number__gte=first, number__lt=first + CHUNK)
            sides.append({row.number: _read_links(row) for row in rows} if alignment else {})
        return sides[0], sides[1]

    def _segments(self, first: int) -> list[Segment]:
        """Those of the chunk; systems follow each other in it, so that the last one is kept."""
        if self._chunk[0] != first:
            expressions = Prefetch("expressions", queryset=Expression.objects.order_by("position"))
            found = self.test_set.segments.filter(number__gte=first, number__lt=first + CHUNK)
            segments = list(found.prefetch_related(expressions).order_by("number"))
            self.require_same_marks()
            self._chunk = (first, segments)
        return self._chunk[1]


def _read_links(row: AlignedSegment) -> SegmentLinks:
    return SegmentLinks(row.source_places, row.target_places, row.links)


def _to_measure(segment: Segment, hypothesis: str) -> Measured:
    return Measured(
        segment.source,
        tuple(segment.references),
        tuple(
            Marked(
                each.label,
                tuple((start, end) for start, end in each.source_spans),
                each.reference_text,
                tuple((start, end) for start, end in each.reference_spans),
            )
            for each in segment.expressions.all()
        ),
        hypothesis,
    )
