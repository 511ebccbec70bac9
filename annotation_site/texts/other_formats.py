"""Text files of other programs that Interlinea does not read, by their beginnings, and how to export them."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple


class OtherFormat(NamedTuple):
    """A format with its article, and what to do with a file of it."""

    name: str
    advice: str


_AS_TEXT = "Save its text as a plain text file and upload that."
_AS_XLIFF = "Convert it to XLIFF or TMX and upload that."
_AS_TABLE = "Export its sentences as a table or plain text and upload that."
_WEBANNO = "Export WebAnno TSV 3 instead."
_AS_LINES = "Save its segments as plain text, one a line, without tags, and upload that."
_TOOLBOX = "a Toolbox file"
_HTML = OtherFormat("a web page (HTML)", _AS_TEXT)
_TEI = OtherFormat("TEI XML", _AS_TEXT)
_TERMBASE = OtherFormat("a termbase (TBX)", _AS_TABLE)
_WORD = OtherFormat("a Word document (XML)", _AS_TEXT)
_ROOT = re.compile(
    r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>\s*)*+<([A-Za-z_][\w.:-]*)[\s/>]",
    re.DOTALL | re.IGNORECASE,
)
# By the name of the first element in small letters, with its prefix where the name alone says little.
_BY_ROOT = {
    "html": _HTML,
    "xmi": OtherFormat("UIMA CAS XMI (INCEpTION, WebAnno)", _WEBANNO),
    "annotation_document": OtherFormat("an ELAN file (.eaf)", "Export its tiers as tab-delimited text."),
    "basic-transcription": OtherFormat("an EXMARaLDA transcription", _AS_TABLE),
    "document": OtherFormat("an XML document of FLEx or another program", _AS_TABLE),
    "folia": OtherFormat("FoLiA XML", "Convert it to .cupt with the command convert, or to plain text."),
    "tei": _TEI,
    "teicorpus": _TEI,
    "tei.2": _TEI,
    "corpus": OtherFormat("TigerXML", "Export CoNLL-U or plain text."),
    "ts": OtherFormat("a Qt translation file (TS)", _AS_XLIFF),
    "resources": OtherFormat("a file of Android resources", _AS_XLIFF),
    "martif": _TERMBASE,
    "tbx": _TERMBASE,
    "tradostag": OtherFormat("a TTX file of Trados", "Save it as XLIFF or TMX and upload that."),
    "rdf:rdf": OtherFormat("an RDF file", _AS_TABLE),
    "lift": OtherFormat("a LIFT dictionary (FLEx)", _AS_TABLE),
    "usx": OtherFormat("a Bible text (USX)", _AS_TABLE),
    "osis": OtherFormat("a Bible text (OSIS)", _AS_TABLE),
    "cesalign": OtherFormat("an alignment of documents (OPUS XML)", "Download Moses or TMX from OPUS and upload that."),
    "treealign": OtherFormat("a file of the Stockholm TreeAligner", _AS_TABLE),
    "srcset": OtherFormat("a test set of WMT (SGML)", _AS_LINES),
    "refset": OtherFormat("a test set of WMT (SGML)", _AS_LINES),
    "tstset": OtherFormat("a system output of WMT (SGML)", _AS_LINES),
    "mteval": OtherFormat("a test set of WMT or NIST (XML)", _AS_LINES),
    "dataset": OtherFormat("a test set of WMT (XML)", _AS_LINES),
    "svg": OtherFormat("a picture (SVG)", _AS_TEXT),
    "pkg:package": _WORD,
    "w:worddocument": _WORD,
    "workbook": OtherFormat("an Excel workbook (XML)", "Save it as xlsx, CSV or tab-separated text and upload that."),
    "office:document": OtherFormat("an OpenDocument file (flat XML)", _AS_TEXT),
}
# An element called corpus is TigerXML only with these inside.
_WMT = re.compile(r"<dataset[\s>].*?<doc\b[^>]*\borig_?lang=", re.DOTALL)
_TIGER = re.compile(r"<corpus[\s>].*?<(?:head|body|subcorpus)[\s>/]", re.DOTALL)
_STARTS = (
    (r'\{\s*"%(?:TYPES|FEATURE_STRUCTURES|VIEWS)"', OtherFormat("UIMA CAS JSON (INCEpTION)", _WEBANNO)),
    (
        r'File type = "ooTextFile',
        OtherFormat("a Praat file (such as a TextGrid)", "In Praat, choose Down to Table, and save the table as text."),
    ),
    (
        r'(?:#[^\n]*\n\s*)*+(?:msgctxt "[^\n]*\n)?msgid ".*\n(?:".*\n)*msgstr',
        OtherFormat("a gettext catalogue (PO)", _AS_XLIFF),
    ),
    (r"\d{1,6}\s*\n\d\d:\d\d:\d\d[,.]\d+ --> ", OtherFormat("subtitles (SRT)", _AS_TEXT)),
    (r"WEBVTT\s", OtherFormat("subtitles (WebVTT)", _AS_TEXT)),
    (r"@(?:UTF8|Begin)\s*\n", OtherFormat("a CHAT transcript (CHILDES)", _AS_TEXT)),
    (r"\\_sh v\d", OtherFormat(_TOOLBOX, _AS_TABLE)),
    (r"(?:\\id [^\n]*\s+)?\\(?:ref|tx|lx) [^\n]*\s+\\\w+ ", OtherFormat(_TOOLBOX, _AS_TABLE)),
    (
        r"# Results on [^\n]*\n#",
        OtherFormat(
            "a file of PCIbex results", "Read it with read.pcibex in R, save the table as CSV and upload that."
        ),
    ),
    (
        r"(?:#(?!FORMAT=WebAnno TSV 3)[^\n]*\n\s*)*+1-1\t\S+\t(?:O|_|[BI]-[^\t\n]+)\t",
        OtherFormat("WebAnno TSV 1 or 2", _WEBANNO),
    ),
    (r"\\documentclass\b", OtherFormat("a LaTeX document", _AS_TEXT)),
)
_BY_START = [(re.compile(rf"\s*{pattern}"), other) for pattern, other in _STARTS]
# Roots that are read, in another place at least; an XML declaration with any other root is of an unknown format.
_READ_ROOTS = frozenset({"tmx", "xliff", "aligned-text", "document", "dataset", "corpus", "s"})
_DECLARATION = re.compile(r"\s*<\?xml\b", re.IGNORECASE)
_VERTICAL = re.compile(r'\s*<\w[\w.-]*(?:\s+[\w:.-]+="[^"\n]*")+\s*/?>[ \t]*\n\s*<')
_XML = OtherFormat("an XML file of an unknown format", _AS_TABLE)
_OPENS_HTML = re.compile(r"\s*<!doctype\s+html", re.IGNORECASE)


def find_other_format(first_bytes: bytes) -> OtherFormat | None:
    """Return the format of a file by its first bytes, or None if it may be text that we read."""
    text = _decode(first_bytes)
    if _OPENS_HTML.match(text):
        return _HTML
    if root := _ROOT.match(text):
        full = root[1].casefold()
        other = _BY_ROOT.get(full) or _BY_ROOT.get(full.rpartition(":")[2])
        if full == "dataset" and not _WMT.search(text):
            return None
        if (full == "corpus" and not _TIGER.search(text)) or (full == "document" and "<aligned-text" in text):
            return None
        name = full.rpartition(":")[2]
        is_unknown = name not in _READ_ROOTS and (_DECLARATION.match(text) or _VERTICAL.match(text))
        return other or (_XML if is_unknown else None)
    return next((other for pattern, other in _BY_START if pattern.match(text)), None)


def _decode(first_bytes: bytes) -> str:
    """Return the beginning as text, with line feeds for all ends of lines."""
    encoding = "utf-8"
    if first_bytes.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif first_bytes[:60].count(0) > 20:
        encoding = "utf-16-be" if first_bytes[:1] == b"\0" else "utf-16-le"
    text = first_bytes.decode(encoding, "ignore").lstrip("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")
