"""Storing the segments of a test set, a chunk at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from annotation_site.jobs.running import JobRun
from evaluation.imports.jobs.writing import CHUNK, TranslationWriter
from evaluation.linguistic_annotation.queries import SOURCE, LinguisticAnnotationWriter
from evaluation.test_sets.files import MarkedText, SegmentRow
from evaluation.test_sets.models import Expression, Segment, TestSet


def store_segments(
    run: JobRun, test_set: TestSet, rows: Iterator[SegmentRow], systems: Sequence[TranslationWriter] = ()
) -> None:
    """Store segments, expressions and words with lemmas of the rows, and the system outputs that come with them."""
    writers: dict[str, LinguisticAnnotationWriter] = {}
    while chunk := list(islice(rows, CHUNK)):
        first = test_set.segment_count + 1
        segments = Segment.objects.bulk_create(
            Segment(
                test_set=test_set,
                number=number,
                source=row.source,
                references=list(row.references),
                text_line=row.text_line,
                document=row.document,
            )
            for number, row in enumerate(chunk, first)
        )
        expressions = Expression.objects.bulk_create(
            _make_expression(segment, position, marked)
            for segment, row in zip(segments, chunk, strict=True)
            for position, marked in enumerate(row.expressions)
        )
        for part in dict.fromkeys(part for row in chunk for part in row.words):
            writer = writers.setdefault(part, LinguisticAnnotationWriter(test_set, part=part))
            known = {number: row for number, row in enumerate(chunk, first) if part in row.words}
            writer.write(
                {number: row.words[part] for number, row in known.items()},
                {number: row.lines for number, row in known.items()} if part == SOURCE else {},
            )
        for system, *texts in zip(systems, *(row.hypotheses for row in chunk), strict=True):
            system.write(texts)
        test_set.segment_count += len(chunk)
        test_set.expression_count += len(expressions)
        run.report(test_set.segment_count)
    for writer in writers.values():
        writer.close()
    for system in systems:
        system.close()
    test_set.save(update_fields=["segment_count", "expression_count"])


def _make_expression(segment: Segment, position: int, marked: MarkedText) -> Expression:
    return Expression(
        segment=segment,
        position=position,
        label=marked.label,
        source_spans=[list(span) for span in marked.source_spans],
        reference_spans=[list(span) for span in marked.reference_spans],
        reference_text=marked.reference_text,
        expression_class=marked.expression_class,
        category=marked.category,
    )
