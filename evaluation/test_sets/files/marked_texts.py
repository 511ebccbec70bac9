"""Segments from the exports of annotation tools: a segment for each sentence, with the marked expressions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from alignment.formats import FormatError, Rejected
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument
from annotation_site.texts.marked_texts.registry import MarkedFormat, find_marked_format
from annotation_site.texts.unpacking import ZIP_SIGN, Documents, unpack_documents
from evaluation.test_sets.files.objects import LONGEST_CATEGORY
from evaluation.test_sets.files.rows import MarkedText, SegmentRow, read_class_of, refuse_unstorable, require_label

MARKED_ENDINGS = (".json", ".zip", ".ann")
_START = 1 << 16


def may_be_marked(name: str) -> bool:
    """Return whether a file of this name may be an export beside those that are tables by their names."""
    return name.lower().endswith(MARKED_ENDINGS)


def find_marks(path: str) -> tuple[MarkedFormat, Documents] | None:
    """Return the tool whose export the file is, with its documents, or None. Raise FormatError for a damaged ZIP."""
    with Path(path).open("rb") as file:
        start = file.read(_START)
        is_archive = start.startswith(ZIP_SIGN)
        if (is_archive and not may_be_marked(path)) or not (is_archive or find_marked_format({path: start})):
            return None
        data = start + file.read()
    documents = unpack_documents(data, path)
    marked_format = find_marked_format(documents)
    return (marked_format, documents) if marked_format else None


def holds_marks(path: str) -> bool:
    """Return whether the file is an export of an annotation tool."""
    return find_marks(path) is not None


def read_marks(path: str) -> Iterator[SegmentRow]:
    """Yield segments. Raise FormatError for a mark out of place, and for a document that several people marked in
    different ways, since a test set has one set of expressions.
    """
    marked_file = find_marks(path)
    if marked_file is None:
        raise FormatError(path, None, "This is no export of Label Studio, doccano, brat, WebAnno or of CoNLL.")
    marked, documents = marked_file
    known: dict[tuple[str, str], MarkedDocument] = {}
    for document in marked.read(documents):
        if isinstance(document, Rejected):
            raise FormatError(path, document.line, document.reason)
        first = known.setdefault((document.name, document.text), document)
        if first is not document and set(first.marks) != set(document.marks):
            problem = (
                f"“{document.name[:40]}” was marked in different ways by {_name(first)} and {_name(document)}. "
                "Export the marks of one annotator, or the curated ones."
            )
            raise FormatError(path, document.line, problem)
    number = 0
    for document in known.values():
        for sentence in document.split():
            number += 1
            yield _make_segment(path, number, sentence)
    if not number:
        raise FormatError(path, None, "The file has no sentences.")


def _name(document: MarkedDocument) -> str:
    return document.annotator or "somebody"


def _make_segment(path: str, number: int, sentence: MarkedDocument) -> SegmentRow:
    refuse_unstorable(path, number, [sentence.text, *(mark.label for mark in sentence.marks)])
    ordered = sorted(sentence.marks, key=lambda mark: mark.spans)
    return SegmentRow(number, sentence.text, (), tuple(_mark(path, number, sentence.text, mark) for mark in ordered))


def _mark(path: str, number: int, text: str, mark: Mark) -> MarkedText:
    """Return an expression named by its lemmas or words; the tool's label is its class if it names one, else its
    category.
    """
    label = require_label(path, number, mark.lemma or mark.words_in(text))
    try:
        named = read_class_of(path, number, mark.label)
    except FormatError:
        named = ""
    category = "" if named else mark.label[:LONGEST_CATEGORY]
    return MarkedText(label, mark.spans, expression_class=named, category=category)
