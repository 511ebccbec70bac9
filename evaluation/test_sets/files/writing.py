"""Segments written as the readers of this package take them in again: JSON objects, spans of a line, and .cupt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotation_site.texts.conllu import ConlluSentence, ConlluWord, read_conllu
from annotation_site.texts.faults import FormatError
from annotation_site.texts.json_lines import to_json_line
from annotation_site.texts.token_places import Span, find_tokens
from evaluation.test_sets.files.cupt import NOTE, PlacedSentence, make_text, read_expressions
from evaluation.test_sets.files.rows import MarkedText, SegmentRow
from expressions.formats.cupt import is_header, read_column, write_sentence
from expressions.formats.sentences import NO_SPACE, UNKNOWN, Expression, MarkedSentence, make_sentence

# What a line, or a cell of one, cannot hold; one character for one, so that spans stay.
_BREAKS = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")


def segment_to_json(row: SegmentRow, systems: Sequence[str] = ()) -> dict[str, Any]:
    """Return the segment as `read_objects` reads it, with the translation of every system, empty ones included."""
    data: dict[str, Any] = {
        "source": row.source,
        "references": list(row.references),
        "expressions": [_expression_to_json(expression) for expression in row.expressions],
    }
    if row.text_line is not None:
        data["line"] = row.text_line
    if row.document:
        data["document"] = row.document
    if systems:
        data["translations"] = dict(zip(systems, row.hypotheses, strict=True))
    return data


def write_segments(rows: Iterable[SegmentRow], systems: Sequence[str], runs: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each segment; the first also says which systems are runs of others."""
    for index, row in enumerate(rows):
        segment = segment_to_json(row, systems)
        yield to_json_line({**segment, "runs": dict(runs)} if runs and not index else segment)


def _expression_to_json(marked: MarkedText) -> dict[str, Any]:
    return {
        **_source_to_json(marked),
        "reference_spans": [list(span) for span in marked.reference_spans],
        "reference_text": marked.reference_text,
    }


def _source_to_json(marked: MarkedText) -> dict[str, Any]:
    return {
        "label": marked.label,
        "source_spans": [list(span) for span in marked.source_spans],
        "class": marked.expression_class,
        "category": marked.category,
    }


def write_line(text: str) -> str:
    """Return a text as one line, with a space for each line break and tab."""
    return _BREAKS.sub(" ", text) + "\n"


def write_span_line(marked: Sequence[MarkedText], *, in_reference: bool = False) -> str:
    """Return label, spans and class of each expression as `read_span_line` reads them; the spans of one without a place
    are empty.
    """
    cells = []
    for expression in marked:
        spans = expression.reference_spans if in_reference else expression.source_spans
        cells += [_BREAKS.sub(" ", expression.label), str([tuple(span) for span in spans])]
        if expression.expression_class and not in_reference:
            cells.append(expression.expression_class)
    return "\t".join(cells) + "\n"


def make_source(text: str, words: Sequence[ConlluWord], spans: Sequence[Span]) -> ConlluSentence:
    """Return a sentence of words at these places, for a text that came without lines of CoNLL-U."""
    tokens = []
    for number, (word, (_, end)) in enumerate(zip(words, spans, strict=True), 1):
        is_joined = number < len(spans) and spans[number][0] == end
        tokens.append((word.form, word.lemma or UNKNOWN, word.upos or UNKNOWN, NO_SPACE if is_joined else UNKNOWN))
    return make_sentence(1, tokens, [f"# text = {_BREAKS.sub(' ', text)}"])


def write_cupt(sentence: ConlluSentence, text: str, expressions: Sequence[MarkedText]) -> list[str] | None:
    """Return the lines of a sentence with the expressions of its text; None where its words are not those of the text.

    All lines are as they were read but for the column of expressions, and that only where they have changed. Words are
    those of the column as it was, if its mark has the same place: of words that share a form, it may have one. NotMWE
    stays. A comment has the expressions as JSON where the column cannot hold their labels, classes or order.
    """
    trimmed = [_trim(text, expression) for expression in expressions]
    placed = PlacedSentence.of(sentence)
    if placed.text != _BREAKS.sub(" ", text).strip():
        return None
    marks = _find_marks(placed, [expression for expression in trimmed if expression.source_spans])
    lines = [
        line
        for line in write_sentence(MarkedSentence(sentence, tuple(marks)))
        if not is_header(line) and not line.startswith(f"# {NOTE} =")
    ]
    if _read_back(sentence, lines) != trimmed:
        first = next(index for index, line in enumerate(lines) if not line.startswith("#"))
        note = {"expressions": [_source_to_json(expression) for expression in trimmed]}
        lines.insert(first, f"# {NOTE} = {to_json_line(note)}".rstrip("\n"))
    return lines


def _find_marks(placed: PlacedSentence, expressions: Sequence[MarkedText]) -> list[Expression]:
    """Return the marks of the column, those of NotMWE behind the others."""
    try:
        column = list(read_column(placed.conllu, "")[0].values())
    except FormatError:
        column = []  # other programs write what we do not read
    known = [(mark, make_text("", placed, mark).source_spans) for mark in column if mark.is_expression]
    word_spans, marks = [word.span for word in placed.words], []
    for expression in expressions:
        alike = [pair for pair in known if pair[1] == expression.source_spans]
        chosen = next((pair for pair in alike if pair[0].category == expression.category), next(iter(alike), None))
        if chosen:
            known.remove(chosen)
        words = chosen[0].words if chosen else find_tokens(word_spans, expression.source_spans)
        if words:
            marks.append(Expression(words, "" if ";" in expression.category else expression.category))
    return marks + [mark for mark in column if not mark.is_expression]


def _read_back(sentence: ConlluSentence, lines: Sequence[str]) -> list[MarkedText]:
    """Return the expressions that readers of the lines get; none if they cannot read them."""
    header = next((line for line in sentence.lines if is_header(line)), "#")
    (read,) = read_conllu([header, *lines])
    try:
        return list(read_expressions("", PlacedSentence.of(read))) if isinstance(read, ConlluSentence) else []
    except FormatError:
        return []


def _trim(text: str, marked: MarkedText) -> MarkedText:
    """Return what a .cupt has of the expression, with its places in the text without the spaces around it."""
    leading, length = len(text) - len(text.lstrip()), len(text.strip())
    moved = [(max(start - leading, 0), min(end - leading, length)) for start, end in marked.source_spans]
    spans = tuple((start, end) for start, end in moved if start < end)
    return replace(marked, source_spans=spans, reference_spans=(), reference_text="")
