"""GIZA and MT-EQuAL: formats of several lines for one sentence."""

import pytest

from alignment.formats import ALIGNMENT_FORMATS, AlignedSentence, Rejected
from alignment.readings.links import Reading
from tests.alignment.formats.reading import links, read

GIZA = """# Sentence pair (2) source length 2 target length 3 alignment score : 5.7e-25
la casa là
NULL ({ 3 }) the ({ 1 }) house ({ 2 })
# Sentence pair (1) source length 1 target length 2 alignment score : 0.1
va bene
NULL ({ }) ok ({ 1 2 })"""


def test_giza_parts_are_sorted_and_null_is_a_mark():
    first, second = read("giza", GIZA)
    assert first.reading == Reading({(0, 0): "S", (0, 1): "S"})
    assert second.reading == Reading({(0, 0): "S", (1, 1): "S"}, frozenset(), frozenset({2}))
    assert (second.number, second.source_tokens, second.target_tokens) == (2, ("the", "house"), ("la", "casa", "là"))


def test_giza_sp_knows_possible_links_and_empty_groups():
    text = "# sentence pair 1\na b c d .\nNULL ({ / / }) Regina ({ 4 p1 p2 / / }) x\u00a0y ({ / / }) z ({ 3 p3 / / }) "
    (row,) = read("giza-sp", text)
    assert row.reading == Reading({(0, 3): "S", (0, 0): "P", (0, 1): "P", (2, 2): "S"}, frozenset({1}))
    assert row.source_tokens == ("Regina", "x\u00a0y", "z")


@pytest.mark.parametrize(
    ("groups", "reason"),
    [
        ("NULL ({ }) a ({ 9 })", "target token 9, but there are only 2"),
        ("NULL ({ }) a ({ q })", "is not a position"),
        ("NULL ({ }) a ({ 0 })", "is not a position"),
        ("a ({ 1 })", "must be that of NULL"),
        ("NULL ({ }) a ({ 1 }) rest", "Groups such as"),
        ("", "Groups such as"),
    ],
)
def test_giza_faults_cost_one_pair(groups, reason):
    bad, good = read("giza-sp", f"# sentence pair 1\nc d\n{groups}\n# sentence pair 2\nc\nNULL ({{ }}) a ({{ 1 }})")
    assert reason in bad.reason
    assert links(good) == {(0, 0): "S"}


def test_giza_target_may_begin_with_a_hash():
    rows = read("giza-sp", "# sentence pair 1\n# sentence pair x\nNULL ({ }) a ({ 1 })\nstray")
    assert links(rows[0]) == {(0, 0): "S"}
    assert "header" in rows[1].reason


@pytest.mark.parametrize("name", ["giza", "giza-sp", "xl-wa"])
def test_what_holds_text_is_not_written_without(name):
    with pytest.raises(ValueError, match="Sentence 1 has no tokens"):
        list(ALIGNMENT_FORMATS[name].write([AlignedSentence(1, Reading(), 1)]))
    with pytest.raises(ValueError, match="target token 3, but there are only 1"):
        list(ALIGNMENT_FORMATS[name].write([AlignedSentence(1, Reading({(0, 2): "S"}), 1, None, ("a",), ("b",))]))


def test_giza_is_written_as_the_tool_does():
    reading = Reading({(0, 1): "S", (0, 0): "P"}, frozenset({1}), frozenset({2}))
    sentence = AlignedSentence(7, reading, 1, None, ("the", "({"), ("a", "b", "c"))
    assert "".join(ALIGNMENT_FORMATS["giza"].write([sentence])) == (
        "# Sentence pair (7) source length 2 target length 3 alignment score : 1\n"
        "a b c\nNULL ({ 3 }) the ({ 1 2 }) ({ ({ })\n"
    )
    written = "".join(ALIGNMENT_FORMATS["giza-sp"].write([sentence]))
    assert written == "# sentence pair 7\na b c\nNULL ({ 3 / / }) the ({ 2 p1 / / }) ({ ({ / / })\n"
    assert read("giza-sp", written)[0].reading == reading


MT_EQUAL = """ID\tlanguage_pair\tsystem\tannotation_typeid\tannotation_label\ttokenIDs\ttarget_tok_num\t…\t…\t…
113\tit_en\tsys1\t1\tSure alignment\t4-2 4-3\t3\tthe black cat\t4\til gatto nero là
7\tit_en\tsys1\t1\tNo alignments\t\t1\ta\t1\tb
113\tit_en\tsys1\t0\tPossible alignment\t1-1 4-2\t3\tthe black cat\t4\til gatto nero là"""


def test_mt_equal_joins_the_rows_of_a_sentence():
    seventh, row = read("mt-equal", MT_EQUAL)
    assert (seventh.number, seventh.reading) == (7, Reading())
    assert (row.number, row.identifier, row.source_tokens) == (113, "113", ("il", "gatto", "nero", "là"))
    assert links(row) == {(3, 1): "S", (3, 2): "S", (0, 0): "P"}
    assert row.details == {"language_pair": "it_en", "system": "sys1"}


def test_mt_equal_without_texts_and_with_names_for_ids():
    rows = read("mt-equal", "ep-2\tit_en\tsys1\t1\tSure\t1-2\nep-1\tit_en\tsys1\t0\tPossible\t2-1")
    assert [(row.number, row.identifier, links(row)) for row in rows] == [
        (1, "ep-2", {(0, 1): "S"}),
        (2, "ep-1", {(1, 0): "P"}),
    ]
    assert rows[0].source_tokens is None


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("113\tit_en\tsys1\t1\tSure", "5 columns"),
        ("113\tit_en\tsys1\t2\tLexical\t1-1", "” is not a link type; use 0"),
        ("113\tit_en\tsys1\t1\tSure\t0-1", "counting starts at 1"),
        ("113\tit_en\tsys1\t1\tSure\t1-9\t1\ta\t1\tb", "target token 9, but there are only 1"),
    ],
)
def test_mt_equal_rejects_what_it_cannot_use(row, reason):
    (rejected,) = read("mt-equal", row)
    assert isinstance(rejected, Rejected)
    assert reason in rejected.reason


def test_mt_equal_refuses_a_second_system_for_a_sentence():
    text = "1\tit_en\tsys1\t1\tSure\t1-1\n1\tit_en\tsys2\t1\tSure\t2-2"
    rejected, row = read("mt-equal", text)
    assert rejected.reason == "Sentence 1 is that of sys1, not of sys2."
    assert links(row) == {(0, 0): "S"}
