"""Marks of annotation tools as rows of a table of compounds: a row for each marked expression in its sentence.

Which column is the compound is a choice: `expression` (the marked words), `label` or `lemma`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.known_elsewhere import COMPOUNDS, refuse_known
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument
from annotation_site.texts.marked_texts.registry import MarkedFormat, find_marked_format, unpack_marked
from annotation_site.texts.unpacking import ZIP_SIGN, Documents
from idiomaticity.formats import occurrence_files
from idiomaticity.formats.tables import Record
from idiomaticity.ratings.scores import CLASSES

Rows = Iterator[Record | Rejected]
_CLASSES = {name.casefold() for name in (*CLASSES, *CLASSES.values())}
_WORKBOOK = (b"xl/", b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis")


def read_rows(files: Sequence[tuple[bytes, str]], encoding: str = "") -> Iterator[tuple[str, Rows]]:
    """Yield name and rows of each table, files being content and name; an export of a tool, which may lie in several
    files, gives one table.
    """
    if found := find_marks(files):
        marked, documents = found
        yield files[0][1], _list_rows(marked, documents)
        return
    for data, name in files:
        refuse_known(data, name, COMPOUNDS)
        yield name, occurrence_files.read_rows(data, name, encoding)


def find_marks(files: Sequence[tuple[bytes, str]]) -> tuple[MarkedFormat, Documents] | None:
    """Return the tool whose export the files are, with its documents, or None. A workbook is none."""
    if any(data.startswith(ZIP_SIGN) and any(part in data[:4096] for part in _WORKBOOK) for data, _ in files):
        return None
    try:
        documents = unpack_marked(files)
    except FormatError:
        return None  # a damaged workbook, which its own reader names
    marked = find_marked_format(documents)
    return (marked, documents) if marked else None


def _list_rows(marked: MarkedFormat, documents: Documents) -> Rows:
    """Yield the rows; a mark of several annotators is one row that names them."""
    rows: dict[tuple[str, Mark], tuple[MarkedDocument, list[str]]] = {}
    for document in marked.read(documents):
        if isinstance(document, Rejected):
            yield document
            continue
        for sentence in document.split():
            for mark in sentence.marks:
                _, annotators = rows.setdefault((sentence.text, mark), (sentence, []))
                if sentence.annotator not in ("", *annotators):
                    annotators.append(sentence.annotator)
    are_classes = _are_classes(rows)
    for (text, mark), (sentence, annotators) in rows.items():
        yield Record(
            sentence.line,
            {
                "expression": mark.words_in(text),
                "label": mark.label,
                **({"class": mark.label} if are_classes else {}),
                **({"lemma": mark.lemma} if mark.lemma else {}),
                "sentence": text,
                "span": [list(span) for span in mark.spans],
                "document": sentence.name,
                "annotator": ", ".join(annotators),
            },
        )


def _are_classes(marks: Iterable[tuple[str, Mark]]) -> bool:
    """Return whether every label is the name of a class, the same for all occurrences of an expression."""
    labels: dict[str, str] = {}
    for text, mark in marks:
        known = labels.setdefault(mark.words_in(text).casefold(), mark.label)
        if known != mark.label or mark.label.casefold() not in _CLASSES:
            return False
    return True
