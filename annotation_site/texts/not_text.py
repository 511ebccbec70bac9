"""Documents, pictures and archives that people upload where text is needed, recognised by their first bytes."""

from __future__ import annotations

from typing import IO

from annotation_site.texts.faults import FormatError
from annotation_site.texts.other_formats import find_other_format

_HEAD = 1 << 12
_SIGNATURES = (
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF87a", "a picture (GIF)"),
    (b"GIF89a", "a picture (GIF)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"\x1f\x8b\x08", "a compressed file (gzip)"),
    (b"BZh91AY&SY", "a compressed file (bzip2)"),
    (b"\xfd7zXZ\x00", "a compressed file (xz)"),
    (b"(\xb5/\xfd", "a compressed file (zstd)"),
    (b"7z\xbc\xaf'\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x93NUMPY", "a NumPy file"),
)
_ZIP = b"PK\x03\x04"
# Zip archives of programs name their parts near the start; the first that is found decides.
_PARTS = (
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint presentation"),
    (b"application/vnd.oasis.opendocument.text", "an OpenDocument text"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
    (b"application/epub+zip", "an EPUB book"),
    (b"[Content_Types].xml", "an Office document"),
    (b".iwa", "a Pages, Numbers or Keynote document"),
)


PLAIN_TEXT, WORKBOOK = "a plain text file", "an xlsx workbook"
# A damaged workbook looks like these.
_MAY_BE = {PLAIN_TEXT: (), WORKBOOK: ("an Excel workbook", "an Office document", "a ZIP archive")}
_ADVICE = {
    PLAIN_TEXT: "Save its text as one and upload that.",
    WORKBOOK: "Save the table as one and upload that.",
}


_ADVICE_FOR = {
    "a ZIP archive": "Unpack it and upload the file that is in it.",
    "a Word document": "In Word, save it as plain text in the encoding UTF-8 and upload that.",
    "a PDF document": "Copy its text into a plain text file and upload that.",
    "a compressed file (gzip)": "Unpack it and upload the file that is in it.",
    "a 7z archive": "Unpack it and upload the file that is in it.",
    "a RAR archive": "Unpack it and upload the file that is in it.",
}


class NotTextError(FormatError):
    """A file of another kind where text, or a table, is needed."""

    def __str__(self) -> str:
        return f"{self.file} {self.sentence}"


def name_document(first_bytes: bytes) -> str | None:
    """Return the kind of a file that is no plain text, with its article, or None."""
    if first_bytes.startswith(_ZIP):
        return next((name for part, name in _PARTS if part in first_bytes), "a ZIP archive")
    return next((name for signature, name in _SIGNATURES if first_bytes.startswith(signature)), None)


def refuse_document(file: IO[bytes], name: str, *, wanted: str = PLAIN_TEXT) -> None:
    """Raise NotTextError if the file is known not to be what is wanted; leaves the file where it was, and a
    stream alone.
    """
    if not file.seekable():
        return
    start = file.tell()
    head = file.read(_HEAD)
    file.seek(start)
    kind = name_document(head)
    if kind is not None and kind not in _MAY_BE[wanted]:
        advice = _ADVICE_FOR.get(kind, _ADVICE[wanted]) if wanted == PLAIN_TEXT else _ADVICE[wanted]
        raise NotTextError(name or "The file", None, f"is {kind}; {wanted} is needed. {advice}")
    if kind is None and start == 0 and (other := find_other_format(head)):
        raise NotTextError(name or "The file", None, f"is {other.name}, which Interlinea does not read. {other.advice}")
