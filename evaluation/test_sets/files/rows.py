"""Segments as all file formats give them, and checks common to all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from alignment.formats import FormatError
from evaluation.metrics.conllu import ConlluWord
from evaluation.metrics.spans import Span, check_spans, parse_spans
from evaluation.training_text.expressions.classes import read_class

LONGEST_LABEL = 300
MOST_REFERENCES = 8


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

    `words` are those of texts with lemmas and parts of speech, by `source`, `reference-0`, …
    """

    line: int
    source: str
    references: tuple[str, ...]
    expressions: tuple[MarkedText, ...]
    hypotheses: tuple[str, ...] = ()
    words: Mapping[str, tuple[ConlluWord, ...]] = field(default_factory=dict)


def read_span_line(path: str, line: int, written: str, sentence: str) -> MarkedText | None:
    """Read `label⇥[(35, 48)]`, optionally with a tab and a class; return None for an empty line."""
    label, _, rest = written.partition("\t")
    spans, tab, named = rest.partition("\t")
    try:
        found = parse_spans(f"{label}\t{spans}" if tab else written, sentence)
    except ValueError as error:
        raise FormatError(path, line, str(error)) from error
    if found is None:
        return None
    require_label(path, line, found.label)
    return MarkedText(found.label, found.spans, expression_class=read_class_of(path, line, named))


def require_spans(path: str, line: int, spans: Sequence[Span], sentence: str) -> tuple[Span, ...]:
    """Return the spans in order; raise FormatError if one is not inside the sentence."""
    try:
        return check_spans(spans, sentence)
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


def text_of(sentence: str, spans: Sequence[Span]) -> str:
    """Return the words inside the spans, with a space for omitted text."""
    return " ".join(sentence[start:end] for start, end in spans)


def refuse_unstorable(path: str, line: int, cells: Sequence[str]) -> None:
    """Raise FormatError for characters that JSON can spell but the database cannot store."""
    for cell in cells:
        if "\0" in cell or (not cell.isascii() and any("\ud800" <= character <= "\udfff" for character in cell)):
            raise FormatError(path, line, "A text contains a character that cannot be stored.")
