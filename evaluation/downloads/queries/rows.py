"""Rows of a test set as its files have them, read in chunks whatever its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.text import slugify

from annotation_site.texts.conllu import ConlluWord
from evaluation.alignments.models import AlignedSegment, WordAlignment
from evaluation.linguistic_annotation.queries import (
    SOURCE,
    find_linguistic_annotation,
    read_linguistic_annotation,
    read_source_lines,
)
from evaluation.test_sets.files import MarkedText, SegmentRow
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.translations.models import RESAMPLES, Hypothesis, SegmentValues, Translation, TranslationScore

CHUNK = 500
# Each holds the counts of hundreds of segments.
CHUNKS_AT_ONCE = 16


def list_translations(test_set: TestSet) -> list[Translation]:
    """Return the translations in the order in which they came."""
    return list(test_set.translations.select_related("system").order_by("pk"))


def find_runs(translations: Sequence[Translation]) -> dict[str, str]:
    """Return the systems of which others are runs."""
    return {
        translation.system.name: translation.system.run_of for translation in translations if translation.system.run_of
    }


def read_segments(test_set: TestSet, translations: Sequence[Translation] = ()) -> Iterator[SegmentRow]:
    """Yield the segments in their order, with these systems' outputs."""
    segments = iter(test_set.segments.order_by("number").prefetch_related("expressions").iterator(chunk_size=CHUNK))
    while chunk := list(islice(segments, CHUNK)):
        first, last = chunk[0].number, chunk[-1].number
        rows = Hypothesis.objects.filter(translation__in=translations, number__range=(first, last))
        texts = {(of, number): text for of, number, text in rows.values_list("translation", "number", "text")}
        for segment in chunk:
            yield _make_row(
                segment, tuple(texts.get((translation.pk, segment.number), "") for translation in translations)
            )


def _make_row(segment: Segment, hypotheses: tuple[str, ...]) -> SegmentRow:
    references, expressions = tuple(segment.references), tuple(map(_marked_text, segment.expressions.all()))
    return SegmentRow(
        segment.number,
        segment.source,
        references,
        expressions,
        hypotheses,
        segment.text_line,
        document=segment.document,
    )


def _marked_text(expression: Expression) -> MarkedText:
    return MarkedText(
        expression.label,
        tuple((start, end) for start, end in expression.source_spans),
        tuple((start, end) for start, end in expression.reference_spans),
        expression.reference_text,
        expression.expression_class,
        expression.category,
    )


class KnownSource(NamedTuple):
    """The words with lemmas of a source, and its lines of CoNLL-U; empty for one that came without."""

    words: Sequence[ConlluWord] = ()
    lines: Sequence[str] = ()


def read_known_sources(test_set: TestSet) -> Iterator[list[KnownSource]]:
    """Yield what is known of a chunk of sources."""
    text = find_linguistic_annotation(test_set, SOURCE)
    for first in range(1, test_set.segment_count + 1, CHUNK):
        words = read_linguistic_annotation(text, first, CHUNK) if text else {}
        lines = read_source_lines(text, first, CHUNK) if text else {}
        numbers = range(first, min(first + CHUNK, test_set.segment_count + 1))
        yield [KnownSource(words.get(number, ()), lines.get(number, ())) for number in numbers]


def list_alignments(test_set: TestSet) -> list[tuple[str | None, WordAlignment]]:
    """Return alignments with the system's name, None for that of the reference, which comes first."""
    alignments = test_set.word_alignments.select_related("translation__system").order_by("pk")
    named = [
        (alignment.translation.system.name if alignment.translation else None, alignment) for alignment in alignments
    ]
    return sorted(named, key=lambda entry: entry[0] is not None)


def read_aligned_texts(alignment: WordAlignment) -> Iterator[tuple[str, str, str]]:
    """Yield links, source tokens and target tokens of every segment, as lines; empty where none are stored."""
    translations = [alignment.translation] if alignment.translation else []
    rows = read_segments(alignment.test_set, translations)
    aligned = AlignedSegment.objects.filter(alignment=alignment).order_by("number").iterator(chunk_size=CHUNK)
    here = next(aligned, None)
    for number, row in enumerate(rows, 1):
        if here is None or here.number != number:
            yield "", "", ""
            continue
        target_text = row.hypotheses[0] if translations else next(iter(row.references), "")
        links = " ".join(f"{source}-{target}" for source, target in here.links)
        yield links, _cut_tokens(row.source, here.source_places), _cut_tokens(target_text, here.target_places)
        here = next(aligned, None)


def _cut_tokens(text: str, spans: Sequence[Sequence[int]]) -> str:
    return " ".join(text[start:end] for start, end in spans)


def list_scores(test_set: TestSet) -> list[TranslationScore]:
    """Return every score without its resamples, by system and run."""
    scores = TranslationScore.objects.filter(translation__test_set=test_set)
    return list(scores.select_related("translation__system").defer(*RESAMPLES).order_by("translation", "pk"))


def read_values(score: TranslationScore) -> Iterator[tuple[int, list[Any], list[float | None]]]:
    """Yield first segment, values and scores of every chunk."""
    chunks = SegmentValues.objects.filter(translation=score.translation_id, measure=score.measure, key=score.key)
    rows = chunks.order_by("first").values_list("first", "values", "scores")
    yield from rows.iterator(chunk_size=CHUNKS_AT_ONCE)


def read_score_table(test_set: TestSet) -> Iterator[tuple[str, Iterator[list[object]]]]:
    """Yield name and rows of a table for each run of each measure, the oldest first; later ones are numbered."""
    runs: dict[tuple[str, str], list[TranslationScore]] = {}
    for score in sorted(list_scores(test_set), key=attrgetter("pk")):
        runs.setdefault((score.measure, score.key), []).append(score)
    counts = Counter[str]()
    for (measure, _), scores in runs.items():
        # Scores computed elsewhere have the measure's name behind a prefix.
        name = slugify(measure.partition(":")[2] or measure) or "measure"
        counts[name] += 1
        yield name if counts[name] == 1 else f"{name}-{counts[name]}", _score_rows(scores)


def _score_rows(scores: Sequence[TranslationScore]) -> Iterator[list[object]]:
    yield ["segment", *(score.translation.system.name for score in scores)]
    for chunks in zip(*(read_values(score) for score in scores), strict=True):
        first = chunks[0][0]
        for number, row in enumerate(zip(*(values for _, _, values in chunks), strict=True), first):
            yield [number, *row]
