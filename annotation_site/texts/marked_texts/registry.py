"""Annotation tools whose exports of marked texts are read, recognised by content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from annotation_site.texts.faults import Rejected
from annotation_site.texts.marked_texts.brat import is_brat, read_brat
from annotation_site.texts.marked_texts.conll import is_conll, read_conll
from annotation_site.texts.marked_texts.doccano import is_doccano, read_doccano
from annotation_site.texts.marked_texts.label_studio import is_label_studio, read_label_studio
from annotation_site.texts.marked_texts.marks import MarkedDocument
from annotation_site.texts.marked_texts.webanno import is_webanno, read_webanno
from annotation_site.texts.unpacking import Documents, read_text, unpack_documents

HEAD = 1 << 16
Reader = Callable[[Documents], Iterator[MarkedDocument | Rejected]]


@dataclass(frozen=True, slots=True)
class MarkedFormat:
    """A tool's export: its short name, and that which people know it by."""

    name: str
    title: str
    recognise: Callable[[str, str], bool]
    reader: Reader

    def read(self, documents: Documents) -> Iterator[MarkedDocument | Rejected]:
        """Yield documents and rejected rows. Raise FormatError for a file that is unusable as a whole."""
        if self.reader is not read_brat:
            documents = {name: data for name, data in documents.items() if self.recognise(name, _head(data))}
        return self.reader(documents)


MARKED_FORMATS = {
    marked_format.name: marked_format
    for marked_format in (
        MarkedFormat("webanno-tsv", "WebAnno TSV 3", is_webanno, read_webanno),
        MarkedFormat("brat", "brat", is_brat, read_brat),
        MarkedFormat("label-studio", "Label Studio", is_label_studio, read_label_studio),
        MarkedFormat("doccano", "doccano", is_doccano, read_doccano),
        MarkedFormat("conll", "CoNLL with tags", is_conll, read_conll),
    )
}


def find_marked_format(documents: Documents) -> MarkedFormat | None:
    """Return the format of the first document that is a tool's export, or None."""
    heads = [(name, _head(data)) for name, data in documents.items()]
    return next(
        (
            marked_format
            for marked_format in MARKED_FORMATS.values()
            for head in heads
            if marked_format.recognise(*head)
        ),
        None,
    )


def unpack_marked(files: Sequence[tuple[bytes, str]]) -> Documents:
    """Return the documents in files, given as content and name, some of which may be ZIP archives."""
    documents: dict[str, bytes] = {}
    for data, name in files:
        documents |= unpack_documents(data, name)
    return documents


def _head(data: bytes) -> str:
    return read_text(data[:HEAD])
