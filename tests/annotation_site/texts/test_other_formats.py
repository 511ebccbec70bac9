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
        ('msgctxt "menu"\nmsgid "cat"\nmsgstr "gatto"\n', "a gettext catalogue (PO)"),
        (f'{HEAD}<lift producer="FLEx" version="0.13">', "a LIFT dictionary (FLEx)"),
        ('<srcset setid="news" srclang="any">\n<doc docid="a">', "a test set of WMT (SGML)"),
        ('<refset setid="news" srclang="any" trglang="de">', "a test set of WMT (SGML)"),
        (f'{HEAD}<dataset id="news">\n<doc origlang="en" id="a">', "a test set of WMT (XML)"),
        (f'{HEAD}<cesAlign version="1.0">', "an alignment of documents (OPUS XML)"),
        ("\\_sh v3.0  400  Text\n\\id a\n", "a Toolbox file"),
        ("\\id T1\n\n\\ref T1.001\n\\tx inda ibo\n", "a Toolbox file"),
        ("\\lx gatto\n\\ps n\n\\ge cat\n", "a Toolbox file"),
        ("# Results on Friday, 05 Jan\n# USER AGENT: x\n1,2\n", "a file of PCIbex results"),
        ("#id=1\n#text=A cat\n1-1\tA\tO\tDT\n1-2\tcat\tB-X\tNN\n", "WebAnno TSV 1 or 2"),
        (f"{HEAD}<lexicon><entry/></lexicon>", "an XML file of an unknown format"),
        ('<text id="a" type="voyage">\n<head rend="bold">\nPhoenix\tNP\n', "an XML file of an unknown format"),
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
    [
        "<s snum=1>a</s>",
        '<xliff version="1.2">',
        f"{HEAD}<tmx>",
        "< 3",
        "a <html>",
        "1\n2\n",
        "1-1\tIn the beginning\n",
        '<dataset><row a="b"/></dataset>',
        "\\id GEN\n\\c 1\n",
        "#FORMAT=WebAnno TSV 3.3\n\n1-1\t0-1\tA\t_\t\n",
        "# Results on cats\nA cat.\n",
        '<s snum="1">a</s>\n<s snum="2">b</s>\n',
        "<p>\nA cat.\n",
        "msgid is a word",
        "",
    ],
)
def test_text_that_we_read_is_none(text: str) -> None:
    assert find_other_format(text.encode()) is None
