"""Segments as all file formats give them, and checks common to all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from alignment.formats import FormatError
from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits
from annotation_site.texts.conllu import ConlluWord
from annotation_site.texts.token_places import Span
from evaluation.metrics.spans import check_spans, parse_spans
from expressions.categories.compositionality import read_class

LONGEST_LABEL = LONGEST_DOCUMENT = 300
MOST_REFERENCES = 8
_SPANS, _NO_SPANS = re.compile(r"\s*\["), re.compile(r"\s*\[\s*\]\s*")


@dataclass(frozen=True, slots=True)
class MarkedText:
    """An expression of a segment as it is stored."""

    label: str
    source_spans: tuple[Span, ...] = ()
    reference_spans: tuple[Span, ...] = ()
    reference_text: str = ""
    expression_class: str = ""
    category: str = ""


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """A segment, its line in the file, and system outputs that come with it.

    `text_line` is its line in the whole text that it was found in, `document` names the text that it is a part of.
    `words` are those of texts with lemmas and parts of speech, by `source`, `reference-0`, …; `lines` are those of a
    source in CoNLL-U, as they were read.
    """

    line: int
    source: str
    references: tuple[str, ...]
    expressions: tuple[MarkedText, ...]
    hypotheses: tuple[str, ...] = ()
    text_line: int | None = None
    words: Mapping[str, tuple[ConlluWord, ...]] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    document: str = ""


def read_span_line(
    path: str, line: int, written: str, sentence: str, units: SpanUnits = CODE_POINTS
) -> tuple[MarkedText, ...]:
    """Read `label⇥[(35, 48)]`, optionally with a tab and a class, for each expression of the line, one after the other.

    Spans may be empty: the expression has no place in this sentence.
    """
    if not written.strip():
        return ()
    cells, expressions = written.split("\t"), []
    while cells:
        label, spans, cells = cells[0], cells[1] if len(cells) > 1 else "", cells[2:]
        # A cell that spans follow is the label of the next expression.
        named = cells.pop(0) if cells and not (len(cells) > 1 and _SPANS.match(cells[1])) else ""
        expressions.append(_parse_expression(path, line, (label, spans, named), sentence, units))
    return tuple(expressions)


def _parse_expression(path: str, line: int, cells: tuple[str, str, str], sentence: str, units: SpanUnits) -> MarkedText:
    label, spans, named = cells
    if label.strip() and _NO_SPANS.fullmatch(spans):
        marked = MarkedText(label.strip())
    else:
        try:
            parsed = parse_spans(f"{label}\t{spans}" if spans else label, sentence, units)
        except ValueError as error:
            raise FormatError(path, line, str(error)) from error
        if parsed is None:
            raise FormatError(path, line, "The line has a tab but no expression.")
        marked = MarkedText(parsed.label, parsed.spans)
    require_label(path, line, marked.label)
    return replace(marked, expression_class=read_class_of(path, line, named))


def require_spans(
    path: str, line: int, spans: Sequence[Span], sentence: str, units: SpanUnits = CODE_POINTS
) -> tuple[Span, ...]:
    """Return the spans in order; raise FormatError if one is not inside the sentence."""
    try:
        return check_spans(spans, sentence, units)
    except ValueError as error:
        raise FormatError(path, line, str(error)) from error


def read_class_of(path: str, line: int, text: str) -> str:
    """Return the class of an expression; raise FormatError for an unknown word."""
    try:
        return read_class(text)
    except ValueError as error:
        raise FormatError(path, line, str(error)) from error


def require_label(path: str, line: int, label: str) -> str:
    """Return the label; raise FormatError if it is too long for the database."""
    if len(label) > LONGEST_LABEL:
        raise FormatError(path, line, f"The expression’s label is longer than {LONGEST_LABEL} characters.")
    return label


def read_document(path: str, line: int, name: str) -> str:
    """Return the name of a document, without repeated spaces; raise FormatError if it is too long."""
    document = " ".join(name.split())
    if len(document) > LONGEST_DOCUMENT:
        raise FormatError(path, line, f"The document’s name is longer than {LONGEST_DOCUMENT} characters.")
    return document


def text_of(sentence: str, spans: Sequence[Span]) -> str:
    """Return the words inside the spans, with a space for omitted text."""
    return " ".join(sentence[start:end] for start, end in spans)


def refuse_unstorable(path: str, line: int, cells: Sequence[str]) -> None:
    """Raise FormatError for characters that JSON can spell but the database cannot store."""
    for cell in cells:
        if "\0" in cell or (not cell.isascii() and any("\ud800" <= character <= "\udfff" for character in cell)):
            raise FormatError(path, line, "A text contains a character that cannot be stored.")
