"""Files that are no text are called what they are."""

import io
import zipfile

import pytest

from annotation_site.texts.lines import open_text
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
        (packed("[Content_Types].xml", "_rels/.rels", "word/document.xml"), "a Word document"),
        (packed("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
        (packed("notes.txt"), "a ZIP archive"),
    ],
)
def test_a_document_is_named_and_refused(data: bytes, kind: str) -> None:
    assert name_document(data) == kind
    with pytest.raises(NotTextError) as refused:
        list(open_text(io.BytesIO(data), "utf-8", "notes.pdf"))
    start, _, advice = str(refused.value).partition(". ")
    assert start == f"notes.pdf is {kind}; a plain text file is needed"
    assert advice.endswith((" and upload that.", "upload the file that is in it."))


@pytest.mark.parametrize("text", ["BZh is no word", "PK", "% PDF", "\ufeffa b", "GIF89", ""])
def test_text_that_begins_alike_is_text(text: str) -> None:
    assert name_document(text.encode()) is None
    assert "".join(open_text(io.BytesIO(text.encode()), "utf-8", "a.txt")) == text.removeprefix("\ufeff")


def test_a_document_in_utf_16_is_text() -> None:
    assert list(open_text(io.BytesIO("%PDF\n".encode("utf-16")), "utf-16", "a.txt")) == ["%PDF"]
