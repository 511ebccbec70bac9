"""Files that are no text are called what they are."""

import gzip
import io
import pickle
import re
import zipfile

import pytest

from annotation_site.texts.lines import detect_file_encoding, open_text
from annotation_site.texts.not_text import NotTextError, name_document


def packed(*names: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"{\\rtf1\\ansi hello}", "an RTF document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", "an old Office document"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a picture (PNG)"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "a picture (JPEG)"),
        (b"\x1f\x8b\x08\x00", "a compressed file (gzip)"),
        (b"ooBinaryFile\x08TextGrid", "a binary Praat file"),
        (b"\x00" * 12 + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf", "a SAS data set (.sas7bdat)"),
        (b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!", "a SAS transport file (.xpt)"),
        (b"\xe2\xd7\xe2\xe2 " * 40 + b"ASCII SPSS PORT FILE" + b" " * 20, "an SPSS file (.por)"),
        (packed("[Content_Types].xml", "_rels/.rels", "word/document.xml"), "a Word document"),
        (packed("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
        (packed("notes.txt"), "a ZIP archive"),
    ],
)
def test_a_document_is_named_and_refused(data: bytes, kind: str) -> None:
    assert name_document(data) == kind
    with pytest.raises(NotTextError) as refused:
        list(open_text(io.BytesIO(data), "utf-8", "notes.pdf"))
    assert str(refused.value).startswith(f"notes.pdf is {kind}; a plain text file is needed. ")
    assert str(refused.value).endswith(
        "inside."
        if "archive" in kind or "gzip" in kind
        else ("save the table as text." if "Praat" in kind else "upload that.")
    )


@pytest.mark.parametrize("text", ["BZh is no word", "PK", "% PDF", "\ufeffa b", "GIF89", ""])
def test_text_that_begins_alike_is_text(text: str) -> None:
    assert name_document(text.encode()) is None
    assert "".join(open_text(io.BytesIO(text.encode()), "utf-8", "a.txt")) == text.removeprefix("\ufeff")


def test_a_document_in_utf_16_is_text() -> None:
    assert list(open_text(io.BytesIO("%PDF\n".encode("utf-16")), "utf-16", "a.txt")) == ["%PDF"]


XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            XML + '<xmi:XMI xmlns:xmi="http://x">',
            "UIMA CAS XMI (INCEpTION, WebAnno), which Interlinea does not read. Export WebAnno TSV",
        ),
        (
            '{\n  "%TYPES" : {',
            "UIMA CAS JSON (INCEpTION), which Interlinea does not read. Export WebAnno TSV 3 instead.",
        ),
        (XML + '<ANNOTATION_DOCUMENT AUTHOR="">', "an ELAN file (.eaf), which Interlinea does not read."),
        (
            'File type = "ooTextFile"\nObject class = "TextGrid"\n',
            "a Praat file (such as a TextGrid), which Interlinea does not read.",
        ),
        (XML + '<!-- x -->\n<FoLiA xmlns="http://ilk.uvt.nl/folia">', "FoLiA XML, which Interlinea does not read."),
        (XML + '<TEI xmlns="http://www.tei-c.org/ns/1.0">', "TEI XML, which Interlinea does not read."),
        (XML + '<!DOCTYPE teiCorpus [ <!ENTITY a "b"> ]>\n<teiCorpus>', "TEI XML, which Interlinea does not read."),
        (XML + '<corpus id="x"><head><meta/>', "TigerXML, which Interlinea does not read."),
        (
            "<!DOCTYPE html>\n<html>",
            "a web page (HTML), which Interlinea does not read. Save its text as a plain text file and upload that.",
        ),
        (
            '# A comment\nmsgid ""\nmsgstr ""\n"Language: it"',
            "a gettext catalogue (PO), which Interlinea does not read.",
        ),
        ("1\r\n00:00:01,000 --> 00:00:02,500\r\nHello.\r\n", "subtitles (SRT), which Interlinea does not read."),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n", "subtitles (WebVTT), which Interlinea does not read."),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_format_of_another_tool_is_called_by_its_name(text: str, sentence: str, encoding: str) -> None:
    with pytest.raises(NotTextError) as refused:
        list(open_text(io.BytesIO(text.encode(encoding)), encoding, "upload"))
    assert str(refused.value).startswith(f"upload is {sentence}")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"$FL2@(#) SPSS DATA FILE", "an SPSS file (.sav)"),
        (b"<stata_dta><header>", "a Stata file (.dta)"),
        (b"\x72\x02\x01\x00\x05\x00", "a Stata file (.dta)"),
        (gzip.compress(b"RDX3\nX\n\x00\x00\x00\x03", mtime=0), "an R workspace (RData)"),
        (gzip.compress(b"X\n\x00\x00\x00\x03\x00", mtime=0), "an R object (RDS)"),
        (b"PAR1\x15\x04\x15", "a Parquet file"),
        (pickle.dumps({"a": 1}), "a Python pickle"),
        (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
        (packed("Index/Document.iwa", "Index/Tables/DataList.iwa"), "a Numbers spreadsheet"),
        (packed("preview.jpg", "Index/Document.iwa"), "a Pages document"),
        (packed("exportedproject.json", "source/a.txt"), "an INCEpTION project"),
    ],
)
def test_a_file_of_a_program_is_called_by_its_name(data: bytes, kind: str) -> None:
    # Bytes that are text in no encoding, as the rest of such files is.
    with pytest.raises(NotTextError, match=f"is {re.escape(kind)};"):
        detect_file_encoding(io.BytesIO(data + bytes(range(256)) * 8), "upload")
    with pytest.raises(NotTextError) as refused:
        list(open_text(io.BytesIO(data), "utf-8", "upload"))
    assert str(refused.value).startswith(f"upload is {kind}; a plain text file is needed. ")


@pytest.mark.parametrize(
    "text",
    ["<corpus callosum> is a part", "<tmx version='1.4'>", "ID3 is a tag", "1\n00:00 is late", "X\nY\n"],
)
def test_text_that_begins_like_a_foreign_format_is_text(text: str) -> None:
    assert list(open_text(io.BytesIO(text.encode()), "utf-8", "a.txt")) == text.rstrip("\n").split("\n")
