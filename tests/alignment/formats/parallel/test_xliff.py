"""XLIFF 1.2 and 2.x: units and segments, and nothing that only looks like them."""

import io

import pytest

from alignment.formats import PARALLEL_FORMATS, FormatError, Pair, Rejected

XLIFF = PARALLEL_FORMATS["xliff"]
HEAD_12 = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'


def read(text, languages=("", "")):
    return list(XLIFF.read(io.BytesIO(text.encode()), ("file.xlf",), "", languages))


def texts(rows):
    return [(row.identifier, row.source, row.target) for row in rows]


def test_literal_units_of_1_2():
    text = f"""{HEAD_12}<file source-language="en" target-language="it"><body><group>
    <trans-unit id="1"><source>a black cat</source><target>un gatto nero</target></trans-unit>
    <trans-unit id="2"><source>untranslated</source></trans-unit></group></body></file></xliff>"""
    pair, rejected = read(text)
    assert pair == Pair("1", "a black cat", "un gatto nero", None, None, 2)
    assert (rejected.line, rejected.reason) == (3, "The target side is empty.")


def test_literal_units_of_2():
    text = """<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="it">
    <file id="f"><unit id="1"><segment><source>one</source><target>uno</target></segment>
    <ignorable><source> </source><target> </target></ignorable>
    <segment id="s2"><source>two</source><target>due</target></segment></unit>
    <unit id="2"><notes><note>source</note></notes><segment><source>three</source><target>tre</target></segment></unit>
    </file></xliff>"""
    assert texts(read(text)) == [("1", "one", "uno"), ("1.2", "two", "due"), ("2", "three", "tre")]


def test_alternatives_and_matches_are_not_pairs():
    text = f"""{HEAD_12}<file><body><trans-unit id="1"><source>a</source>
    <seg-source><mrk mtype="seg" mid="1">a</mrk></seg-source><target>b</target>
    <alt-trans><source>x</source><target>y</target></alt-trans></trans-unit></body></file></xliff>"""
    assert texts(read(text)) == [("1", "a", "b")]


def test_inline_tags_are_dropped():
    text = f"""{HEAD_12}<file><body><trans-unit id="1">
    <source>a <g id="1">black</g><x id="2"/> <bpt id="3">&lt;b&gt;</bpt>cat<ept id="3">&lt;/b&gt;</ept></source>
    <target>un <mrk mtype="term">gatto</mrk> nero<ph id="4">{{0}}</ph><cp hex="0041"/><cp hex="zz"/></target>
    </trans-unit></body></file></xliff>"""
    assert texts(read(text)) == [("1", "a black cat", "un gatto neroA\ufffd")]


def file_of(source, target):
    target = f' target-language="{target}"' if target else ""
    return (
        f'{HEAD_12}<file source-language="{source}"{target}><body><trans-unit id="1"><source>a</source>'
        "<target>b</target></trans-unit></body></file></xliff>"
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("en", "it"), ("a", "b")),
        (("en-US", "it-IT"), ("a", "b")),
        (("EN", ""), ("a", "b")),
        (("it", "en"), ("b", "a")),
        (("und", "und"), ("a", "b")),
    ],
)
def test_a_file_in_the_other_direction_is_turned(given, expected):
    (pair,) = read(file_of(*given), ("en", "it"))
    assert (pair.source, pair.target) == expected


def test_a_file_of_other_languages_is_refused():
    with pytest.raises(FormatError, match=r"file.xlf, line 1: The file translates from de to fr; en to it is expected"):
        read(file_of("de", "fr"), ("en", "it"))


def test_entities_are_refused():
    with pytest.raises(FormatError, match="document type or entities"):
        read('<!DOCTYPE xliff [<!ENTITY a "b">]><xliff/>')


def test_a_pair_without_identifier_is_named_by_its_place():
    pairs = [Pair(None, "a", "b", None, None, 1), Pair("x<", "c", "d", None, None, 2)]
    text = "".join(piece for (piece,) in XLIFF.write(pairs, ("en", "it")))
    rows = read(text, ("it", "en"))
    assert not any(isinstance(row, Rejected) for row in rows)
    assert texts(rows) == [("1", "b", "a"), ("x<", "d", "c")]
