"""Documents, pictures, archives and files of other tools that people upload where text is needed, recognised by their
first bytes and called by their names.
"""

from __future__ import annotations

import re
import zipfile
import zlib
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
    (b"ooBinaryFile", "a binary Praat file"),
    (b"\x00" * 12 + b"\xc2\xea\x81\x60", "a SAS data set (.sas7bdat)"),
    (b"HEADER RECORD*******LIB", "a SAS transport file (.xpt)"),
    (b"$FL2", "an SPSS file (.sav)"),
    (b"$FL3", "an SPSS file (.zsav)"),
    (b"<stata_dta>", "a Stata file (.dta)"),
    (b"RDX2\n", "an R workspace (RData)"),
    (b"RDX3\n", "an R workspace (RData)"),
    (b"PAR1\x15", "a Parquet file"),
    (b"ARROW1\x00", "an Arrow file"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (b"OggS\x00", "a recording (Ogg)"),
)
# The older files of Stata begin with the number of their version, byte order and type; pickles with their protocol.
_PATTERNS = (
    (re.compile(rb"[\x6e-\x73][\x01\x02]\x01\x00"), "a Stata file (.dta)"),
    (re.compile(rb".{40,400}ASCII SPSS PORT FILE", re.DOTALL), "an SPSS file (.por)"),
    (re.compile(rb"\x80[\x02-\x05][\x95()}\]cX\x8c]"), "a Python pickle"),
    (re.compile(rb"RIFF....WAVE", re.DOTALL), "a recording (WAV)"),
    (re.compile(rb"ID3[\x02-\x04]"), "a recording (MP3)"),
    (re.compile(rb"\x00...ftyp", re.DOTALL), "a video (MP4)"),
)
_RDS = re.compile(rb"X\n\x00\x00\x00[\x02\x03]|A\n[23]\n[0-9]{6}\n")
_ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b\x08"
# Zip archives of programs name their parts; the first of these that is among them decides.
_PARTS = (
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint presentation"),
    (b"application/vnd.oasis.opendocument.text", "an OpenDocument text"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
    (b"application/epub+zip", "an EPUB book"),
    (b"Index/Tables/", "a Numbers spreadsheet"),
    (b"Index/Slide", "a Keynote presentation"),
    (b"Index/Document.iwa", "a Pages document"),
    (b"exportedproject.json", "an INCEpTION project"),
    (b".npy", "a NumPy archive"),
    (b"[Content_Types].xml", "an Office document"),
    (b".iwa", "a Pages, Numbers or Keynote document"),
)
_ARCHIVE = "a ZIP archive"

PLAIN_TEXT, WORKBOOK = "a plain text file", "an xlsx workbook"
# A damaged workbook looks like these.
_MAY_BE = {PLAIN_TEXT: (), WORKBOOK: ("an Excel workbook", "an Office document", _ARCHIVE)}
_ADVICE = {
    PLAIN_TEXT: "Save its text as one and upload that.",
    WORKBOOK: "Save the table as one and upload that.",
}
# Of files that no program saves as plain text: what to do with them.
_OTHER_ADVICE = {
    "a compressed file (gzip)": "Unpack it and upload the file inside.",
    "a compressed file (bzip2)": "Unpack it and upload the file inside.",
    "a compressed file (xz)": "Unpack it and upload the file inside.",
    "a compressed file (zstd)": "Unpack it and upload the file inside.",
    "a 7z archive": "Unpack it and upload the file inside.",
    "a RAR archive": "Unpack it and upload the file inside.",
    _ARCHIVE: "Unpack it and upload the files inside.",
    "an SPSS file (.sav)": "Save it as CSV and upload that.",
    "an SPSS file (.zsav)": "Save it as CSV and upload that.",
    "an SPSS file (.por)": "Save it as CSV and upload that.",
    "a SAS data set (.sas7bdat)": "Export it as CSV (proc export) and upload that.",
    "a SAS transport file (.xpt)": "Export it as CSV and upload that.",
    "a binary Praat file": "In Praat, save it as a text file, choose Down to Table, and save the table as text.",
    "an SQLite database": "Export the table as CSV and upload that.",
    "a Stata file (.dta)": "Save it as CSV (export delimited) and upload that.",
    "an R workspace (RData)": "Write its table as CSV (write.csv) and upload that.",
    "an R object (RDS)": "Write it as CSV (write.csv) and upload that.",
    "a Parquet file": "Write it as CSV or JSON Lines and upload that.",
    "an Arrow file": "Write it as CSV or JSON Lines and upload that.",
    "a Python pickle": "Write it as CSV or JSON Lines and upload that.",
    "an HDF5 file": "Write it as CSV and upload that.",
    "a Numbers spreadsheet": "Export the table as CSV or Excel and upload that.",
    "an INCEpTION project": "Export its documents as WebAnno TSV 3 and upload these.",
    "a Word document": "In Word, save it as plain text in the encoding UTF-8 and upload that.",
    "a PDF document": "Copy its text into a plain text file and upload that.",
    "an old Office document": "Save it as .docx, .xlsx or plain text and upload that.",
}


class NotTextError(FormatError):
    """A file of another kind where text, or a table, is needed."""

    def __str__(self) -> str:
        return f"{self.file} {self.sentence}"


def name_document(first_bytes: bytes) -> str | None:
    """Return the kind of a file that is no plain text, with its article, or None."""
    if first_bytes.startswith(_ZIP):
        return next((name for part, name in _PARTS if part in first_bytes), _ARCHIVE)
    if first_bytes.startswith(_GZIP) and (packed := _name_packed(first_bytes)):
        return packed
    if _RDS.match(first_bytes):
        return "an R object (RDS)"
    file_type = next((name for signature, name in _SIGNATURES if first_bytes.startswith(signature)), None)
    return file_type or next((name for pattern, name in _PATTERNS if pattern.match(first_bytes)), None)


def is_plain_archive(file: IO[bytes]) -> bool:
    """Return whether a file is a ZIP archive that no program made as its document; leaves it at its start."""
    file.seek(0)
    head = file.read(_HEAD)
    kind = name_document(head + _list_parts(file)) if head.startswith(_ZIP) else None
    file.seek(0)
    return kind == _ARCHIVE


def _name_packed(first_bytes: bytes) -> str | None:
    """Return the kind of a compressed file of R, whose own programs unpack it, or None."""
    try:
        inside = zlib.decompressobj(31).decompress(first_bytes, 64)
    except zlib.error:
        return None
    if inside.startswith((b"RDX2", b"RDX3", b"RDA")):
        return "an R workspace (RData)"
    return "an R object (RDS)" if _RDS.match(inside) else None


def refuse_document(file: IO[bytes], name: str, *, wanted: str = PLAIN_TEXT, may_be_archive: bool = False) -> None:
    """Raise NotTextError if the file is known not to be what is wanted; leaves the file where it was, and a
    stream alone. `may_be_archive`: a ZIP archive of files is read, too.
    """
    if not file.seekable():
        return
    start = file.tell()
    head = file.read(_HEAD)
    kind = name_document(head + _list_parts(file) if head.startswith(_ZIP) else head)
    other = find_other_format(head) if kind is None and start == 0 else None
    file.seek(start)
    if kind == _ARCHIVE and may_be_archive:
        return
    if kind is not None and kind not in _MAY_BE[wanted]:
        advice = _OTHER_ADVICE.get(kind, _ADVICE[wanted]) if wanted == PLAIN_TEXT else _ADVICE[wanted]
        raise NotTextError(name or "The file", None, f"is {kind}; {wanted} is needed. {advice}")
    if other is not None:
        raise NotTextError(name or "The file", None, f"is {other.name}, which Interlinea does not read. {other.advice}")


def _list_parts(file: IO[bytes]) -> bytes:
    """Return the names of the parts of a ZIP archive, which may stand far from its start."""
    try:
        with zipfile.ZipFile(file) as archive:
            return "\n".join(["", *archive.namelist()]).encode("utf-8", "replace")
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, OSError):
        return b""
