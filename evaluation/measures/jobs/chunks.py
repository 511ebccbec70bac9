"""Counting of a chunk of one system's segments by every measure of a job.

A chunk's values follow from its inputs alone, so stored values are reused, whichever job computed them.
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
from evaluation.measures.base import Measure
from evaluation.measures.groups import SegmentFacts
from evaluation.measures.jobs.facts import read_facts
from evaluation.measures.jobs.keys import measure_key
from evaluation.measures.jobs.linguistic import LinguisticSides
from evaluation.measures.jobs.preparing import prepare, read_wordnet
from evaluation.measures.options import Options
from evaluation.measures.registry import MEASURES
from evaluation.measures.segments import NO_WORDS, Given, Marked, Measured, SegmentLinks
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.translations.models import Hypothesis, SegmentValues, Translation

CHUNK = 500


class Counting:
    """Inputs shared by all pieces of one job, each read at first use and then kept."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.parameters: Mapping[str, Any] = job.parameters
        self.test_set = TestSet.objects.select_related("job").of_job(job)
        self.options: Options = self.parameters["options"]
        has_wordnet, language = bool(self.parameters["wordnet"]), self.test_set.target_language
        self.measures: list[Measure[Any]] = [
            MEASURES[name].with_options(self.options, language) for name in self.parameters["measures"]
        ]
        self.keys = {
            measure.name: measure_key(
                measure, self.options, self.parameters, language=language, has_wordnet=has_wordnet
            )
            for measure in self.measures
        }
        self._prepared: dict[str, Any] = {}
        self._chunk: tuple[int, list[Segment]] = (0, [])

    @property
    def chunk(self) -> int:
        """Number of the first segment of the chunk in memory; 0 before the first one."""
        return self._chunk[0]

    @property
    def expressions(self) -> str:
        """Hash of the expressions at the time of the request; empty if they are as imported."""
        return str(self.parameters.get("expressions", ""))

    def require_same_expressions(self) -> None:
        """Raise DomainError if the expressions have changed since the request.

        Call it after reading expressions: values of other expressions must not be stored under this job's key.
        """
        if TestSet.objects.values_list("expressions_sha256", flat=True).get(pk=self.test_set.pk) != self.expressions:
            raise DomainError("The marked expressions have changed since the request. Measure again.")

    @cached_property
    def translations(self) -> list[Translation]:
        translations = Translation.objects.filter(test_set=self.test_set, pk__in=self.parameters["translations"])
        return list(translations.select_related("system").order_by("pk"))

    @cached_property
    def alignments(self) -> dict[int | None, WordAlignment]:
        """Alignments by translation key, with the reference's under None."""
        alignments = WordAlignment.objects.filter(test_set=self.test_set, pk__in=self.parameters["alignments"])
        return {alignment.translation_id: alignment for alignment in alignments}

    @cached_property
    def given(self) -> Given:
        """Languages, options and tools that measures read beside the segments, without paths of files."""
        return Given(
            self.test_set.source_language,
            self.test_set.target_language,
            self.options,
            wordnet=read_wordnet if self.parameters["wordnet"] else None,
            is_whole=self.linguistic.is_whole,
            has_pos=self.linguistic.has_pos,
            hashes=self.parameters["hashes"],
        )

    def prepare(self, measure: Measure[Any]) -> Any:
        """Return the measure's prepared files and options, read once per job and worker."""
        if measure.name not in self._prepared:
            self._prepared[measure.name] = prepare(measure, self.job, self.given)
        return self._prepared[measure.name]

    @cached_property
    def linguistic(self) -> LinguisticSides:
        return LinguisticSides(self.test_set, self.parameters.get("linguistic_annotations", {}))

    @cached_property
    def facts(self) -> tuple[list[SegmentFacts], set[int]]:
        """Facts of all segments, from which groups and labels follow, and the numbers of references that occur."""
        return read_facts(self.test_set)

    def measures_of(self, translation: Translation) -> list[Measure[Any]]:
        """Return the job's measures that apply to this system: those that follow links need its alignment."""
        is_aligned = translation.pk in self.alignments
        return [measure for measure in self.measures if is_aligned or not measure.aligned]

    def find_measure(self, name: str) -> Measure[Any]:
        return next(measure for measure in self.measures if measure.name == name)

    def find_translation(self, pk: int) -> Translation:
        return next(translation for translation in self.translations if translation.pk == pk)

    def is_counted(self, translation: Translation, first: int) -> bool:
        return not self._uncounted(translation, first)

    def count(self, translation_id: int, first: int) -> None:
        """Compute and store the values that no job has stored yet for this chunk."""
        translation = self.find_translation(translation_id)
        missing = self._uncounted(translation, first)
        if not missing:
            return
        hypotheses = Hypothesis.objects.filter(translation=translation, number__gte=first, number__lt=first + CHUNK)
        texts = dict(hypotheses.values_list("number", "text"))
        follows_links = any(measure.aligned for measure in missing)
        links, reference_links = self._links(translation, first) if follows_links else ({}, {})
        reads_words = any(measure.word_sides(self.options) for measure in missing)
        words = self.linguistic.read(translation, first, CHUNK) if reads_words else {}
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
            values = measure.count(measured, self.prepare(measure))
            where = {"translation": translation, "measure": measure.name, "key": self.keys[measure.name]}
            scores = measure.score_segments(values)
            rows.append(SegmentValues(**where, first=first, values=values, scores=scores))
        # A concurrent job may have stored the same chunk meanwhile; its values are equal.
        SegmentValues.objects.bulk_create(rows, ignore_conflicts=True)

    def _uncounted(self, translation: Translation, first: int) -> list[Measure[Any]]:
        stored = SegmentValues.objects.filter(translation=translation, first=first, key__in=self.keys.values())
        counted = set(stored.values_list("measure", "key"))
        return [
            measure
            for measure in self.measures_of(translation)
            if (measure.name, self.keys[measure.name]) not in counted
        ]

    def _links(self, translation: Translation, first: int) -> tuple[dict[int, SegmentLinks], dict[int, SegmentLinks]]:
        """Return the links of the translation and of the reference, by segment number."""
        sides: list[dict[int, SegmentLinks]] = []
        for alignment in (self.alignments.get(translation.pk), self.alignments.get(None)):
            rows = AlignedSegment.objects.filter(alignment=alignment, number__gte=first, number__lt=first + CHUNK)
            sides.append({row.number: _segment_links(row) for row in rows} if alignment else {})
        return sides[0], sides[1]

    def _segments(self, first: int) -> list[Segment]:
        """Return the chunk's segments, cached for the last chunk: systems follow each other within a chunk."""
        if self._chunk[0] != first:
            expressions = Prefetch("expressions", queryset=Expression.objects.order_by("position"))
            of_chunk = self.test_set.segments.filter(number__gte=first, number__lt=first + CHUNK)
            segments = list(of_chunk.prefetch_related(expressions).order_by("number"))
            self.require_same_expressions()
            self._chunk = (first, segments)
        return self._chunk[1]


def _segment_links(row: AlignedSegment) -> SegmentLinks:
    return SegmentLinks(row.source_places, row.target_places, row.links)


def _to_measure(segment: Segment, hypothesis: str) -> Measured:
    marked = []
    for expression in segment.expressions.all():
        source_spans = tuple((start, end) for start, end in expression.source_spans)
        reference_spans = tuple((start, end) for start, end in expression.reference_spans)
        marked.append(Marked(expression.label, source_spans, expression.reference_text, reference_spans))
    return Measured(segment.source, tuple(segment.references), tuple(marked), hypothesis)
