"""Measured segments without characters that belong to no word; marks and links move with the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from annotation_site.texts.format_characters import Removal, clean, may_need_removal, remove_format_characters
from annotation_site.texts.removed_characters import RemovedCharacters
from evaluation.measures.segments import Marked, Measured, SegmentLinks, SegmentWords
from evaluation.test_sets.files.removal import remove_from_words

Row = tuple[int, Sequence[Measured]]


def remove_from_measured(rows: Iterable[Row], removed: RemovedCharacters) -> Iterator[Row]:
    """Yield the rows, and count what is removed from their texts."""
    for number, measured in rows:
        yield number, [_clean(segment, removed) for segment in measured]


def _may_need_removal(segment: Measured) -> bool:
    named = (text for marked in segment.expressions for text in (marked.label, marked.reference_text))
    return any(map(may_need_removal, (segment.source, segment.hypothesis, *segment.references, *named)))


def _clean(segment: Measured, removed: RemovedCharacters) -> Measured:
    if not _may_need_removal(segment):
        return segment
    source, hypothesis = remove_format_characters(segment.source), remove_format_characters(segment.hypothesis)
    references = [remove_format_characters(text) for text in segment.references]
    first = references[0] if references else Removal("")
    for removal in (source, hypothesis, *references):
        removed.counts.update(removal.characters)
    return replace(
        segment,
        source=source.text,
        references=tuple(removal.text for removal in references),
        expressions=tuple(_shift_marked(marked, source, first) for marked in segment.expressions),
        hypothesis=hypothesis.text,
        aligned=segment.aligned and _shift_links(segment.aligned, source, hypothesis),
        reference_aligned=segment.reference_aligned and _shift_links(segment.reference_aligned, source, first),
        words=_shift_words(segment.words, source, hypothesis, references),
    )


def _shift_marked(marked: Marked, source: Removal, reference: Removal) -> Marked:
    return Marked(
        clean(marked.label),
        source.shift_spans(marked.source_spans),
        clean(marked.reference_text),
        reference.shift_spans(marked.reference_spans),
    )


def _shift_links(links: SegmentLinks, source: Removal, target: Removal) -> SegmentLinks:
    return SegmentLinks(source.shift_spans(links.source_places), target.shift_spans(links.target_places), links.links)


def _shift_words(
    words: SegmentWords, source: Removal, hypothesis: Removal, references: Sequence[Removal]
) -> SegmentWords:
    return SegmentWords(
        words.source and remove_from_words(words.source, source),
        words.hypothesis and remove_from_words(words.hypothesis, hypothesis),
        {index: remove_from_words(own, references[index]) for index, own in words.references.items()},
    )
