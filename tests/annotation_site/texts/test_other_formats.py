"""Files of other programs are called by their format, with what to do, instead of being read as lines."""

import io

import pytest

from annotation_site.texts.lines import open_text
from annotation_site.texts.not_text import NotTextError
from annotation_site.texts.other_formats import find_other_format

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a comment -->\n'


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (f'{HEAD}<xmi:XMI xmlns:xmi="http://www.omg.org/XMI">', "UIMA CAS XMI (INCEpTION, WebAnno)"),
        (f'{HEAD}<ANNOTATION_DOCUMENT AUTHOR="">', "an ELAN file (.eaf)"),
        ('File type = "ooTextFile"\nObject class = "TextGrid"\n', "a Praat file (such as a TextGrid)"),
        ('# A comment\nmsgid ""\nmsgstr ""\n"Language: de\\n"\n', "a gettext catalogue (PO)"),
        ('\n#: main.c:3\nmsgid "cat"\nmsgstr "gatto"\n', "a gettext catalogue (PO)"),
        ("<!DOCTYPE html>\n<title>Cats</title>", "a web page (HTML)"),
        ("\n<HTML lang='en'>", "a web page (HTML)"),
        (f'{HEAD}<TEI xmlns="http://www.tei-c.org/ns/1.0">', "TEI XML"),
        (f'{HEAD}<!DOCTYPE TS><TS version="2.1">', "a Qt translation file (TS)"),
        ("1\n00:00:01,000 --> 00:00:02,000\nHello\n", "subtitles (SRT)"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n", "subtitles (WebVTT)"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_known_format_is_named_and_refused(text: str, name: str, encoding: str) -> None:
    data = text.replace("\n", "\r\n").encode(encoding)
    with pytest.raises(NotTextError) as refused:
        list(open_text(io.BytesIO(data), encoding, "a.txt"))
    start = f"a.txt is {name}, which Interlinea does not read. "
    assert str(refused.value).startswith(start)
    assert len(str(refused.value)) > len(start)


@pytest.mark.parametrize(
    "text",
    ["<s snum=1>a</s>", '<xliff version="1.2">', f"{HEAD}<tmx>", "< 3", "a <html>", "1\n2\n", "msgid is a word", ""],
)
def test_text_that_we_read_is_none(text: str) -> None:
    assert find_other_format(text.encode()) is None
