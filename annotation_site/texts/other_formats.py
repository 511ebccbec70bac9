"""Text files of other programs that Interlinea does not read, by their beginnings, and how to export them."""

from __future__ import annotations

import re
from typing import NamedTuple


class OtherFormat(NamedTuple):
    """A format with its article, and what to do with a file of it."""

    name: str
    advice: str


_AS_TEXT = "Save its text as a plain text file and upload that."
_AS_XLIFF = "Convert it to XLIFF and upload that."
_AS_TABLE = "Export its sentences as a table or plain text and upload that."
_HTML = OtherFormat("a web page (HTML)", _AS_TEXT)
_TEI = OtherFormat("a TEI document", _AS_TEXT)
_ANDROID = OtherFormat("a file of Android resources", _AS_XLIFF)
# By the name of the first element, in small letters.
_ROOTS = {
    "html": _HTML,
    "!doctype html": _HTML,
    "xmi:xmi": OtherFormat(
        "an XMI file of INCEpTION, WebAnno or UIMA", "Export the document in another format, such as CoNLL-U or text."
    ),
    "annotation_document": OtherFormat("an ELAN file", "In ELAN, export the tiers as tab-delimited text."),
    "basic-transcription": OtherFormat("an EXMARaLDA transcription", _AS_TABLE),
    "document": OtherFormat("an XML document of FLEx or another program", _AS_TABLE),
    "folia": OtherFormat("a FoLiA document", _AS_TABLE),
    "tei": _TEI,
    "teicorpus": _TEI,
    "tei.2": _TEI,
    "ts": OtherFormat("a Qt translation file", _AS_XLIFF),
    "resources": _ANDROID,
    "martif": OtherFormat("a termbase (TBX)", _AS_TABLE),
    "tbx": OtherFormat("a termbase (TBX)", _AS_TABLE),
    "tradostag": OtherFormat("a TTX file of Trados", "Save it as XLIFF or TMX and upload that."),
    "rdf:rdf": OtherFormat("an RDF file", _AS_TABLE),
    "svg": OtherFormat("a picture (SVG)", _AS_TEXT),
    "pkg:package": OtherFormat("a Word document (XML)", _AS_TEXT),
    "w:worddocument": OtherFormat("a Word document (XML)", _AS_TEXT),
    "workbook": OtherFormat("an Excel workbook (XML)", "Save it as xlsx, csv or tab-separated text and upload that."),
    "office:document": OtherFormat("an OpenDocument file (flat XML)", _AS_TEXT),
}
_ELEMENT = re.compile(r"<([A-Za-z][\w:.-]*|!doctype\s+html)(?=[\s>/])", re.IGNORECASE)
_TEXTS = (
    (
        re.compile(r'File type = "ooTextFile'),
        OtherFormat("a Praat file (such as a TextGrid)", "In Praat, choose Down to Table, and save the table as text."),
    ),
    (
        re.compile(r"(?:#[^\n]*\n|\s)*msgid\s+\"[^\n]*\n(?:\"[^\n]*\n)*msgstr(?:\[0\])?\s+\""),
        OtherFormat("a gettext file (PO)", "Convert it to XLIFF or TMX, for example with po2xliff or po2tmx."),
    ),
    (re.compile(r"WEBVTT(?:\s|$)"), OtherFormat("a file of subtitles (WebVTT)", _AS_TEXT)),
    (
        re.compile(r"\s*\d+\s*\n\d\d:\d\d:\d\d[,.]\d+ --> "),
        OtherFormat("a file of subtitles (SRT)", _AS_TEXT),
    ),
    (re.compile(r"\\_sh v\d"), OtherFormat("a Toolbox file", _AS_TABLE)),
    (re.compile(r"@(?:UTF8|Begin)\s*\n"), OtherFormat("a CHAT transcript (CHILDES)", _AS_TEXT)),
)


def find_other_format(first_bytes: bytes) -> OtherFormat | None:
    """Return the format of a file by its first bytes, or None if it may be text that we read."""
    text = _decode(first_bytes)
    if not text.startswith("<"):
        return next((other for pattern, other in _TEXTS if pattern.match(text)), None)
    element = _ELEMENT.search(text)
    return _ROOTS.get(" ".join(element[1].lower().split())) if element else None


def _decode(first_bytes: bytes) -> str:
    """Return the beginning as text, of UTF-16 its letters of ASCII, with line feeds for all ends of lines."""
    plain = first_bytes.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe")
    return plain.decode("latin-1").lstrip().replace("\r\n", "\n").replace("\r", "\n")
