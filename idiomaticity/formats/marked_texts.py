"""Marks of annotation tools as rows of a table of compounds: a row for each marked expression in its sentence.

Which column is the compound is a choice: `expression` (the marked words), `label` or `lemma`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

from annotation_site.tables.reading import Row, Table, make_table
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.known_elsewhere import COMPOUNDS, refuse_known
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument
from annotation_site.texts.marked_texts.registry import MarkedFormat, find_marked_format, unpack_marked
from annotation_site.texts.unpacking import ZIP_SIGN, Documents
from idiomaticity.formats.occurrence_files import holds_tagged_idioms
from idiomaticity.ratings.scores import CLASSES

NO_MARKS = (
    "This export of {} has no marked expressions. Export a project in which spans are marked, or make a table with the "
    "columns compound, sentence and label."
)
COLUMNS = ("expression", "label", "sentence", "span", "document", "annotator")
_CLASSES = {name.casefold() for name in (*CLASSES, *CLASSES.values())}
_WORKBOOK = (b"xl/", b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis")


def open_marks(files: Sequence[tuple[bytes, str]]) -> Table | None:
    """Return the table of an export of a tool, which may lie in several files, given as content and name; None for
    other files. Raise FormatError for a format that is read elsewhere.
    """
    tool_export = find_marks(files)
    if tool_export is None:
        for data, name in files:
            refuse_known(data, name, COMPOUNDS)
        return None
    marked, documents = tool_export
    marks = _list_marks(marked, documents)
    if not marks and not any(isinstance(document, Rejected) for document in marked.read(documents)):
        raise FormatError(files[0][1], None, NO_MARKS.format(marked.title))
    columns = [*COLUMNS, *_find_further_columns(marks)]
    return make_table(files[0][1], f"Export of {marked.title}", columns, lambda: _list_rows(marked, documents, columns))


def _list_marks(marked: MarkedFormat, documents: Documents) -> list[tuple[str, Mark]]:
    """Return every mark with its sentence."""
    sentences = [
        sentence
        for document in marked.read(documents)
        if not isinstance(document, Rejected)
        for sentence in document.split()
    ]
    return [(sentence.text, mark) for sentence in sentences for mark in sentence.marks]


def _find_further_columns(marks: Sequence[tuple[str, Mark]]) -> list[str]:
    """Return the columns that only some exports have: lemmas, and labels that are classes."""
    further = ["lemma"] if any(mark.lemma for _, mark in marks) else []
    return [*further, "class"] if marks and _are_classes(marks) else further


def _is_workbook(data: bytes) -> bool:
    return data.startswith(ZIP_SIGN) and any(part in data[:4096] for part in _WORKBOOK)


def find_marks(files: Sequence[tuple[bytes, str]]) -> tuple[MarkedFormat, Documents] | None:
    """Return the tool whose export the files are, with its documents, or None. A workbook is none."""
    if any(_is_workbook(data) for data, _ in files):
        return None
    try:
        documents = unpack_marked(files)
    except FormatError:
        return None  # a damaged workbook, which its own reader names
    marked = find_marked_format(documents)
    # Tags of idioms tell which sentences have them literally, too, which their own reader looks for.
    if marked is None or (marked.name == "conll" and all(map(holds_tagged_idioms, documents.values()))):
        return None
    return marked, documents


def _list_rows(marked: MarkedFormat, documents: Documents, columns: Sequence[str]) -> Generator[Row | Rejected]:
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
    for (text, mark), (sentence, annotators) in rows.items():
        cells = {
            "expression": mark.words_in(text),
            "label": mark.label,
            "class": mark.label,
            "lemma": mark.lemma,
            "sentence": text,
            "span": [list(span) for span in mark.spans],
            "document": sentence.name,
            "annotator": ", ".join(annotators),
        }
        yield Row(sentence.line, [cells[column] for column in columns])


def _are_classes(marks: Iterable[tuple[str, Mark]]) -> bool:
    """Return whether every label is the name of a class, the same for all occurrences of an expression."""
    labels: dict[str, str] = {}
    for text, mark in marks:
        known = labels.setdefault(mark.words_in(text).casefold(), mark.label)
        if known != mark.label or mark.label.casefold() not in _CLASSES:
            return False
    return True
