"""XLIFF 1.2 and 2.x: units and segments, and nothing that only looks like them."""

import io

import pytest

from alignment.formats import PARALLEL_FORMATS, FormatError, Pair, Rejected
from annotation_site.texts.faults import Untranslated

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
    pair, left_out = read(text)
    assert pair == Pair("1", "a black cat", "un gatto nero", None, None, 2)
    assert left_out == Untranslated(3, "The segment has no translation yet.", "untranslated")


def test_literal_units_of_2():
    text = """<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="it">
    <file id="f"><unit id="1"><segment><source>one</source><target>uno</target></segment>
    <ignorable><source> </source><target> </target></ignorable>
    <segment id="s2"><source>two</source><target>due</target></segment></unit>
    <unit id="2"><notes><note>source</note></notes><segment><source>three</source><target>tre</target></segment></unit>
    </file></xliff>"""
    assert texts(read(text)) == [("1", "one", "uno"), ("1.2", "two", "due"), ("2", "three", "tre")]


def unit(target, attributes="", state=""):
    source = '<source>One. Two.</source><seg-source><mrk mtype="seg" mid="4">One.</mrk> '
    source += '<g id="9"><mrk mtype="seg" mid="5">Two.</mrk></g></seg-source>'
    return read(f'{HEAD_12}<file><body><trans-unit id="u"{attributes}>{source}<target{state}>{target}</target>'
                "</trans-unit></body></file></xliff>")  # fmt: skip


def test_each_marked_segment_is_a_pair_by_its_mid():
    target = '<mrk mtype="seg" mid="5">Zwei.</mrk><g id="9"><mrk mid="4" mtype="seg">Eins<x id="1"/>.</mrk></g>'
    assert texts(unit(target)) == [("u.4", "One.", "Eins."), ("u.5", "Two.", "Zwei.")]


def test_segments_without_translation_are_left_out_and_are_no_errors():
    first, second = unit('<mrk mtype="seg" mid="4">Eins.</mrk><mrk mtype="seg" mid="5"/>')
    assert isinstance(first, Pair)
    assert second == Untranslated(1, "The segment has no translation yet.", "Two.")
    assert [type(row) for row in unit("")] == [Untranslated, Untranslated]


def test_segments_that_only_the_target_has_are_rejected():
    *_, row = unit(
        '<mrk mtype="seg" mid="4">Eins.</mrk><mrk mtype="seg" mid="5">Zwei.</mrk><mrk mtype="seg" mid="6">x</mrk>'
    )
    assert (type(row), row.reason) == (Rejected, "The source side is empty.")


def test_a_target_without_marks_translates_the_whole_unit():
    assert texts(unit("Eins und zwei.")) == [("u", "One. Two.", "Eins und zwei.")]


def test_what_was_deleted_in_trados_is_no_text():
    target = '<mrk mtype="seg" mid="4">Eins<mrk mtype="x-sdl-deleted"> und</mrk><mrk mtype="x-sdl-added">!</mrk></mrk>'
    assert texts(unit(target)[:1]) == [("u.4", "One.", "Eins!")]


def test_units_that_are_not_for_translation_do_not_count():
    assert unit("", ' translate="no"') == []


@pytest.mark.parametrize("state", ["new", "needs-translation"])
def test_a_target_that_is_a_copy_of_the_source_is_no_translation_if_its_state_says_so(state):
    text = f"""{HEAD_12}<file><body><trans-unit id="1"><source>Name</source><target{{}}>Name</target></trans-unit>
    </body></file></xliff>"""
    assert [type(row) for row in read(text.format(f' state="{state}"'))] == [Untranslated]
    assert [type(row) for row in read(text.format(' state="final"'))] == [Pair]
    assert [type(row) for row in read(text.format(""))] == [Pair]


def test_states_of_2_are_those_of_segments():
    segments = "".join(
        f'<segment state="{state}"><source>{source}</source><target>{target}</target></segment>'
        for state, source, target in [("initial", "a", "a"), ("initial", "b", "x"), ("final", "c", "c")]
    )
    rows = read(
        f'<xliff version="2.0" srcLang="en" trgLang="it"><file id="f"><unit id="1">{segments}</unit></file></xliff>'
    )
    assert [type(row) for row in rows] == [Untranslated, Pair, Pair]


def test_inline_elements_part_words_only_where_they_end_a_line():
    text = f"""{HEAD_12}<file><body><trans-unit id="1">
    <source>a<bx id="1"/>b<ex id="1"/> c<x id="2" ctype="lb"/>d<it id="3" pos="open">&lt;i&gt;</it>e</source>
    <target>A<ph id="4">x<sub>alt text</sub></ph>B<ph id="5" ctype="lb">&lt;br/&gt;</ph>C</target>
    </trans-unit></body></file></xliff>"""
    assert texts(read(text)) == [("1", "ab c de", "AB C")]


def test_other_versions_that_memoq_keeps_are_no_texts():
    text = f"""{HEAD_12}<file><body><trans-unit id="1" xmlns:mq="MQXliff" mq:status="Confirmed">
    <source>a</source><target>b</target><mq:minorversions><mq:historical-unit>
    <source>old</source><target>alt</target></mq:historical-unit></mq:minorversions></trans-unit></body></file></xliff>"""
    assert texts(read(text)) == [("1", "a", "b")]


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


PHRASE = """<xliff xmlns:m="http://www.memsource.com/mxlf/2.0" version="1.2" m:version="2.4"><file><body><group>
<trans-unit id="a:0"><source>A {1&gt;black&lt;1} cat{2} {i&gt;sat&lt;i}.</source>
<target>Eine {1&gt;schwarze&lt;1} Katze{2}.</target>
<alt-trans><target>Ein Hund.</target></alt-trans></trans-unit></group></body></file></xliff>"""


def test_codes_that_phrase_writes_as_text_are_dropped():
    (pair,) = read(PHRASE)
    assert (pair.source, pair.target) == ("A black cat sat.", "Eine schwarze Katze.")
    (pair,) = read(PHRASE.replace("http://www.memsource.com/mxlf/2.0", "http://example.org"))
    assert pair.source == "A {1>black<1} cat{2} {i>sat<i}."
