"""TMX: texts by language, codes dropped, nothing fetched, nothing held."""

import io
import time
import tracemalloc
from itertools import islice

import pytest

from alignment.formats import PARALLEL_FORMATS, FormatError, Pair

TMX = PARALLEL_FORMATS["tmx"]


def read(text, languages=("it", "en"), encoding="utf-8"):
    data = text if isinstance(text, bytes) else text.encode(encoding)
    return list(TMX.read(io.BytesIO(data), ("memory.tmx",), "", languages))


def units(*contents):
    return f'<tmx version="1.4"><header srclang="it"/><body>{"".join(contents)}</body></tmx>'


def unit(*texts, attributes=' tuid="1"'):
    variants = "".join(f'<tuv xml:lang="{language}"><seg>{text}</seg></tuv>' for language, text in texts)
    return f"<tu{attributes}>{variants}</tu>"


def test_literal_unit():
    assert read(units(unit(("it", "un gatto nero"), ("en", "a black cat")))) == [
        Pair("1", "un gatto nero", "a black cat", None, None, 1)
    ]


def test_lang_and_xml_lang_both_count_and_order_does_not():
    text = units('<tu><tuv lang="EN"><seg>cat</seg></tuv><tuv xml:lang="it-IT"><seg>gatto</seg></tuv></tu>')
    (pair,) = read(text)
    assert (pair.identifier, pair.source, pair.target) == (None, "gatto", "cat")


@pytest.mark.parametrize(
    ("languages", "expected"),
    [
        (("en", "fr"), ("plain", "français")),
        (("en-GB", "fr"), ("british", "français")),
        (("en-AU", "fr"), ("plain", "français")),
        (("fr", "en_US"), ("français", "american")),
        (("", ""), ("american", "british")),
        (("en", "en"), ("plain", "american")),
    ],
)
def test_language_is_chosen_by_tag_then_by_prefix(languages, expected):
    variants = ("en-US", "american"), ("en-GB", "british"), ("fr-CA", "français"), ("en", "plain")
    (pair,) = read(units(unit(*variants)), languages)
    assert (pair.source, pair.target) == expected


def test_codes_are_dropped_and_highlighted_text_is_kept():
    text = (
        'a <bpt i="1">&lt;b&gt;</bpt><hi>very <ph>[x]<sub>alt</sub></ph>black</hi><ept i="1">&lt;/b&gt;</ept> cat'
        '<it pos="end">]</it><ut>x</ut>'
    )
    (pair,) = read(units(unit(("it", "gatto"), ("en", text))))
    assert pair.target == "a very black cat"


def test_line_ends_inside_a_text_become_spaces():
    (pair,) = read(units(unit(("it", "\n  un\n\t gatto \r\n"), ("en", "a\tcat"))))
    assert (pair.source, pair.target) == ("un gatto", "a\tcat")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-1", "cp1251"])
def test_encodings_by_mark_or_declaration(encoding):
    word = "кот" if encoding == "cp1251" else "là"
    declared = "utf-16" if "16" in encoding else encoding.removesuffix("-sig")
    text = f'<?xml version="1.0" encoding="{declared}"?>\n' + units(unit(("it", word), ("en", "x")))
    (pair,) = read(text, encoding=encoding)
    assert (pair.source, pair.line) == (word, 2)


def test_several_byte_order_marks_do_not_matter():
    (pair,) = read("\ufeff\ufeff\ufeff" + units(unit(("it", "\ufeffgatto"), ("en", "cat"))))
    assert pair.source == "gatto"


def test_a_unit_without_a_language_is_rejected_with_its_line():
    (row,) = read("<tmx>\n\n<body>\n" + unit(("it", "gatto"), ("de", "Katze")) + "</body></tmx>")
    assert (row.line, row.reason) == (4, "The unit has no text in “en”; it has it, de.")


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE tmx [<!ENTITY a "aaaa">]>',
        '<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE tmx [<!ENTITY % a SYSTEM "http://localhost/a.dtd"> %a;]>',
        "<!DOCTYPE tmx [<!ELEMENT tmx ANY>]>",
    ],
)
def test_declarations_inside_the_file_are_refused(declaration):
    with pytest.raises(FormatError, match=r"memory.tmx, line 1: The file declares a document type or entities"):
        read(declaration + units(unit(("it", "&a;"), ("en", "x"))))


def test_the_usual_doctype_is_passed_over_and_never_fetched():
    text = '<!DOCTYPE tmx SYSTEM "http://localhost:1/tmx14.dtd">' + units(unit(("it", "a"), ("en", "b")))
    assert len(read(text)) == 1
    with pytest.raises(FormatError, match="not well-formed here: undefined entity"):
        read(text.replace(">a<", ">&secret;<"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: The XML is not well-formed here: no element found"),
        ("<tmx>", "not well-formed here: no element found"),
        ("<tmx><body></tmx>", "not well-formed here: mismatched tag"),
        ("<memory/>", "begins with <memory>; <tmx> is expected"),
        ("<html/>", r"is a web page \(HTML\), which Interlinea does not read. Save its text as a plain text file"),
        ("<tmx>" + "<a>" * 300, "more than 200 levels deep"),
        ("<tmx>\n\n\x01", "line 3: The XML is not well-formed here"),
        ("<tmx>" + "".join(f"<a{n}/>" for n in range(3_000)), "more than 2,000 different names"),
        ("<tmx>" + "".join(f"<a b{n}=''/>" for n in range(3_000)), "more than 2,000 different names"),
        ("<tmx>" + "".join(f"<a xmlns:b{n}='c'/>" for n in range(3_000)), "more than 2,000 different names"),
        ("<tmx>" + "<!--" + "x" * (5 << 20), "longer than 4 MB"),
    ],
)
def test_a_file_that_is_no_tmx_is_refused_with_its_line(text, reason):
    with pytest.raises(FormatError, match=reason):
        read(text)


def test_bytes_outside_the_encoding_are_refused():
    with pytest.raises(FormatError, match="The file is not valid utf-8 from about this line"):
        list(TMX.read(io.BytesIO(b"<tmx>\xff</tmx>"), ("memory.tmx",), "utf-8"))


def test_an_overlong_text_costs_its_unit_only():
    long, good = read(units(unit(("it", "x" * 1_500_000), ("en", "b")), unit(("it", "a"), ("en", "b"))))
    assert long.reason == "The line is longer than 1 MB."
    assert good.source == "a"


def test_too_many_languages_cost_their_unit_only():
    many, good = read(units(unit(*((f"x{n}", "a") for n in range(300))), unit(("it", "a"), ("en", "b"))))
    assert "more than 200 languages" in many.reason
    assert good.source == "a"


class EndlessFile(io.RawIOBase):
    """Units without end."""

    def __init__(self):
        self.start = b"<tmx><body>"

    def readable(self):
        return True

    def seekable(self):
        return False

    def read(self, size=-1):
        start, self.start = self.start, b""
        return start + unit(("it", "un gatto nero " * 20), ("en", "a black cat " * 20)).encode() * 100


def test_memory_does_not_grow_with_the_file():
    rows = TMX.read(EndlessFile(), ("memory.tmx",), "utf-8", ("it", "en"))
    tracemalloc.start()
    try:
        next(islice(rows, 2_000, None))
        before = tracemalloc.get_traced_memory()[0]
        next(islice(rows, 10_000, None))
        growth = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    print(f"10,000 units more took {growth / 1000:.0f} kB")
    assert growth < 500_000


def test_what_is_written_is_tmx_and_comes_back():
    pairs = [Pair('a"&<', "a < b & “c”", "אב\ttab", None, None, 1), Pair(None, "x", "]]>", None, None, 2)]
    text = "".join(piece for (piece,) in TMX.write(pairs, ("it", "en")))
    assert '<tu tuid="a&quot;&amp;&lt;"><tuv xml:lang="it"><seg>a &lt; b &amp; “c”</seg></tuv>' in text
    rows = read(text)
    assert [(row.identifier, row.source, row.target) for row in rows] == [
        (pair.identifier, pair.source, pair.target) for pair in pairs
    ]


def test_what_xml_cannot_hold_is_not_written():
    with pytest.raises(ValueError, match=r"Row 3: The text holds U\+FFFF"):
        list(TMX.write([Pair(None, "a\uffff", "b", None, None, 3)]))


def test_a_million_blanks_without_a_line_end_cost_no_more_than_their_length():
    began = time.process_time()
    read(units(unit(("it", "gatto" + " " * 900_000 + "nero"), ("en", "cat"))))
    assert time.process_time() - began < 5
