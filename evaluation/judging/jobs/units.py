"""The expressions or segments of a test set as a judging round asks about them, with the outputs of systems."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.alignments.models import AlignedSegment
from evaluation.judging.documents import Document, group_documents
from evaluation.judging.methods import find_scheme
from evaluation.judging.models import JudgingRound
from evaluation.judging.planning import (
    CONTEXT,
    Line,
    Output,
    PlannedTask,
    Spans,
    find_neighbours,
    find_words,
    merge_outputs,
)
from evaluation.measures.segments import SegmentLinks
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.translations.models import Hypothesis, Translation

CHUNK = 500


def is_whole(run: JobRun) -> bool:
    """Return whether whole segments are judged."""
    return bool(run.parameters["scope"] == JudgingRound.Scope.SEGMENT)


def is_by_document(run: JobRun) -> bool:
    """Return whether the segments of a document are judged in their order."""
    return bool(run.parameters.get("by_document", False))


def _shows_context(run: JobRun) -> bool:
    return bool(run.parameters.get("shows_context", True))


def load_documents(run: JobRun, test_set: TestSet) -> dict[int, Document]:
    """Return the document of each segment, in a round that is judged by document."""
    if not is_by_document(run):
        return {}
    segments = Segment.objects.filter(test_set=test_set).order_by("number")
    return group_documents(segments.values_list("number", "document").iterator())


def read_tasks(
    run: JobRun, test_set: TestSet, translations: Sequence[Translation], keys: Sequence[int]
) -> list[PlannedTask]:
    tasks: list[PlannedTask] = []
    documents = load_documents(run, test_set)
    for first in range(0, len(keys), CHUNK):
        planned = list(_plan_chunk(run, test_set, translations, keys[first : first + CHUNK]))
        tasks += _place_in_documents(run, test_set, translations, planned, documents) if documents else planned
        # Storing the tasks takes about as long as reading them.
        run.report(len(tasks), 2 * len(keys))
    if len(tasks) < len(keys):
        raise DomainError("The marked expressions have changed since. Try again.")
    return tasks


def _plan_chunk(
    run: JobRun, test_set: TestSet, translations: Sequence[Translation], keys: Sequence[int]
) -> Iterator[PlannedTask]:
    units: list[tuple[Segment, Expression]]
    if is_whole(run):
        segments = Segment.objects.filter(test_set=test_set, pk__in=keys).order_by("number")
        units = [(segment, Expression(segment=segment, position=0)) for segment in segments]
    else:
        expressions = Expression.objects.filter(segment__test_set=test_set, pk__in=keys).select_related("segment")
        units = [(expression.segment, expression) for expression in expressions.order_by("segment__number", "position")]
    numbers = {segment.number for segment, _ in units}
    texts = _load_outputs(translations, numbers)
    about = _find_aligned_spans(translations, units) if run.parameters["attention_share"] and not is_whole(run) else {}
    shows_context = find_scheme(run.parameters["method"]) and _shows_context(run) and not is_by_document(run)
    lines = _load_context(test_set, numbers) if shows_context else {}
    for segment, expression in units:
        rendered = about.get(expression.pk, {})
        reference = segment.references[0] if segment.references else ""
        hidden = reference if run.parameters["hides_reference"] else ""
        yield PlannedTask(
            segment=segment.number,
            position=expression.position,
            label=expression.label,
            source=segment.source,
            source_spans=expression.source_spans,
            reference=reference,
            reference_spans=expression.reference_spans or find_words(reference, expression.reference_text),
            outputs=tuple(
                replace(output, about=rendered.get(output.text) or find_words(output.text, expression.reference_text))
                for output in merge_outputs(texts.get(segment.number, ()), hidden)
            ),
            before=find_neighbours(lines, segment.number, range(-CONTEXT, 0)),
            after=find_neighbours(lines, segment.number, range(1, CONTEXT + 1)),
        )


def _load_outputs(translations: Sequence[Translation], numbers: Collection[int]) -> dict[int, list[tuple[int, str]]]:
    """Return the system and text of every output, by segment."""
    systems = {translation.pk: translation.system_id for translation in translations}
    texts: dict[int, list[tuple[int, str]]] = {}
    hypotheses = Hypothesis.objects.filter(translation__in=translations, number__in=numbers)
    for translation, number, text in hypotheses.order_by("translation_id").values_list("translation", "number", "text"):
        texts.setdefault(number, []).append((systems[translation], text))
    return texts


def _find_aligned_spans(
    translations: Sequence[Translation], units: Sequence[tuple[Segment, Expression]]
) -> dict[int, dict[str, Spans]]:
    """Return, by expression and text, the places of the words that are aligned with it. Texts whose spaces change when
    outputs are merged have other places, and never come up.
    """
    numbers = {segment.number for segment, _ in units}
    texts = Hypothesis.objects.filter(translation__in=translations, number__in=numbers)
    by_place = {
        (translation, number): text for translation, number, text in texts.values_list("translation", "number", "text")
    }
    aligned = AlignedSegment.objects.filter(alignment__translation__in=translations, number__in=numbers)
    links: defaultdict[int, list[tuple[str, SegmentLinks]]] = defaultdict(list)
    for row in aligned.select_related("alignment").iterator(chunk_size=CHUNK):
        translation: Any = row.alignment.translation_id
        text = by_place.get((translation, row.number), "")
        links[row.number].append((text, SegmentLinks(row.source_places, row.target_places, row.links)))
    about: dict[int, dict[str, Spans]] = {}
    for segment, expression in units:
        spans = expression.source_spans
        about[expression.pk] = {text: segment_links.follow(spans) for text, segment_links in links[segment.number]}
    return about


def _load_context(test_set: TestSet, numbers: Collection[int]) -> dict[int, Line]:
    """Return the source sentences around the segments, with their lines in the whole text."""
    around = {number + step for number in numbers for step in range(-CONTEXT, CONTEXT + 1)}
    neighbours = Segment.objects.filter(test_set=test_set, number__in=around)
    return {number: (line, text) for number, line, text in neighbours.values_list("number", "text_line", "source")}


def _place_in_documents(
    run: JobRun,
    test_set: TestSet,
    translations: Sequence[Translation],
    tasks: Sequence[PlannedTask],
    documents: dict[int, Document],
) -> Iterator[PlannedTask]:
    """Yield the tasks with their positions in documents and, if it is shown, what stands around their texts."""
    texts = _DocumentTexts.of(test_set, translations, tasks, documents) if _shows_context(run) else None
    for task in tasks:
        document = documents.get(task.segment)
        if document is None:
            yield task
            continue
        placed = replace(task, document=document.find_position(task.segment))
        yield texts.surround(placed, document) if texts else placed


@dataclass(frozen=True, slots=True)
class _DocumentTexts:
    """Sources, references and systems' translations of all segments of some documents, by number."""

    sources: dict[int, str]
    references: dict[int, str]
    outputs: dict[tuple[int, int], str]

    @classmethod
    def of(
        cls,
        test_set: TestSet,
        translations: Sequence[Translation],
        tasks: Sequence[PlannedTask],
        documents: dict[int, Document],
    ) -> Self:
        numbers: set[int] = set()
        for task in tasks:
            if task.segment in documents:
                numbers |= set(documents[task.segment].numbers)
        segments = Segment.objects.filter(test_set=test_set, number__in=numbers)
        sources, references = {}, {}
        for number, source, texts in segments.values_list("number", "source", "references"):
            sources[number], references[number] = source, texts[0] if texts else ""
        outputs = {}
        for number, texts_of_systems in _load_outputs(translations, numbers).items():
            for system, text in texts_of_systems:
                outputs[system, number] = text
        return cls(sources, references, outputs)

    def surround(self, task: PlannedTask, document: Document) -> PlannedTask:
        """Return the task with the sentences around its source, and around each output those of its first system."""
        lengths = {number: len(self.sources[number]) for number in document.numbers}
        before = document.list_before(task.segment, lengths)
        after = document.list_after(task.segment, lengths)
        outputs = [
            replace(output, before=self._translate(output, before), after=self._translate(output, after))
            for output in task.outputs
        ]
        return replace(
            task,
            outputs=tuple(outputs),
            before=tuple(self.sources[number] for number in before),
            after=tuple(self.sources[number] for number in after),
        )

    def _translate(self, output: Output, numbers: Sequence[int]) -> tuple[str, ...]:
        texts = []
        for number in numbers:
            text = self.outputs.get((output.systems[0], number), "") if output.systems else self.references[number]
            texts.append(" ".join(text.split()))
        return tuple(texts)
