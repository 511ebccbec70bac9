"""Segments without characters that belong to no word, their spans where the same words are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from annotation_site.texts.conllu import ConlluWord
from annotation_site.texts.format_characters import Removal, clean, may_need_removal, remove_format_characters
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.texts.token_places import Span
from evaluation.test_sets.files.rows import MarkedText, SegmentRow


def remove_from_rows(rows: Iterable[SegmentRow], removed: RemovedCharacters) -> Iterator[SegmentRow]:
    """Yield the segments, and count what is removed from their texts."""
    for row in rows:
        texts = [row.source, *row.references, *row.hypotheses, *_list_texts(row.expressions)]
        yield _remove_from_row(row, removed) if any(map(may_need_removal, texts)) else row


def remove_from_words(words: Iterable[ConlluWord], removal: Removal) -> tuple[ConlluWord, ...]:
    """Return the words of a text from which characters were removed."""
    return tuple(
        replace(
            word, form=clean(word.form), lemma=word.lemma and clean(word.lemma), span=_shift([word.span], removal)[0]
        )
        for word in words
    )


def remove_from_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of CoNLL-U of a text from which characters were removed."""
    return tuple("\t".join(map(clean, line.split("\t"))) for line in lines)


def _remove_from_row(row: SegmentRow, removed: RemovedCharacters) -> SegmentRow:
    source, *references = (_remove(text, removed) for text in (row.source, *row.references))
    removals = {"source": source, **{f"reference-{index}": reference for index, reference in enumerate(references)}}
    expressions = (
        replace(
            expression,
            label=clean(expression.label),
            source_spans=_shift(expression.source_spans, source),
            reference_spans=_shift(expression.reference_spans, references[0])
            if references
            else expression.reference_spans,
            reference_text=clean(expression.reference_text),
        )
        for expression in row.expressions
    )
    return replace(
        row,
        source=source.text,
        references=tuple(reference.text for reference in references),
        expressions=tuple(expressions),
        hypotheses=tuple(map(removed.clean, row.hypotheses)),
        words={part: remove_from_words(words, removals[part]) for part, words in row.words.items()},
        lines=remove_from_lines(row.lines),
    )


def _remove(text: str, removed: RemovedCharacters) -> Removal:
    removal = remove_format_characters(text)
    removed.counts.update(removal.characters)
    return removal


def _shift(spans: Sequence[Span], removal: Removal) -> tuple[Span, ...]:
    """Return the spans in the new text; one of nothing but removed characters is dropped if there are others."""
    shifted = removal.shift_spans(spans)
    return tuple(span for span in shifted if span[0] < span[1]) or shifted


def _list_texts(expressions: Iterable[MarkedText]) -> Iterator[str]:
    for expression in expressions:
        yield expression.label
        yield expression.reference_text
