"""Every alignment format: its literal line, its traps, and what is written comes back."""

import io
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.formats import (
    ALIGNMENT_FORMATS,
    AlignedSentence,
    Rejected,
    detect_file_encoding,
    find_index_past_end,
    open_text,
)
from alignment.links import Reading
from tests.shared_data import shared


def read(name, text, base=None, **options):
    return list(ALIGNMENT_FORMATS[name].read(text.split("\n"), base, **options))


def links(row):
    return dict(row.reading.links)


@pytest.mark.parametrize(
    ("name", "line", "base", "expected"),
    [
        ("pharaoh", "1-0 2-1", None, {(1, 0): "S", (2, 1): "S"}),
        ("pharaoh", "1-1", 1, {(0, 0): "S"}),
        ("talp", "2-2 19p25 20p24", None, {(1, 1): "S", (18, 24): "P", (19, 23): "P"}),
        ("talp", "0-0 3p1", 0, {(0, 0): "S", (3, 1): "P"}),
        ("question", "0-0 0?17 1-1", None, {(0, 0): "S", (0, 17): "P", (1, 1): "S"}),
        (
            "suffix",
            "0-0S 11-20P 1-2:S 2-3:P 4-4",
            None,
            {(0, 0): "S", (11, 20): "P", (1, 2): "S", (2, 3): "P", (4, 4): "S"},
        ),
        ("xl-wa", "a b\tc d\t1-0 1-1", None, {(1, 0): "S", (1, 1): "S"}),
        ("naacl", "18 3 4 S 0.97", None, {(2, 3): "S"}),
        ("naacl", "18 3 4 0.97 P", None, {(2, 3): "P"}),
        ("naacl", "18 3 4", None, {(2, 3): "S"}),
        ("jsonl", '{"id": "113", "sure": "3-0 4-1", "possible": "2-2"}', None, {(3, 0): "S", (4, 1): "S", (2, 2): "P"}),
    ],
)
def test_literal_line(name, line, base, expected):
    (row,) = read(name, line, base)
    assert links(row) == expected


@pytest.mark.parametrize(("name", "line"), [("talp", "1-1 1p1 1-1"), ("talp", "1p1 1-1"), ("pharaoh", "1-1 1-1")])
def test_a_link_given_twice_counts_once_and_sure_wins(name, line):
    assert links(read(name, line, 1)[0]) == {(0, 0): "S"}


def test_an_empty_line_is_a_sentence_without_links():
    assert [row.reading for row in read("talp", "1-1\n\n2-2")][1] == Reading()


def test_reversed_files_are_turned_round():
    assert links(read("talp", "1p2", 1, reverse=True)[0]) == {(1, 0): "P"}
    (row,) = read("xl-wa", "a b\tc\t1-0", reverse=True)
    assert (row.source_tokens, row.target_tokens) == (("c",), ("a", "b"))
    assert read("naacl", "1 2 0", reverse=True)[0].reading == Reading({}, frozenset(), frozenset({1}))


def test_talp_may_begin_with_an_id():
    rows = read("talp", "ep-113\t1-1 2p2\nep-114\t\n1-1\t2-2")
    assert [row.identifier for row in rows] == ["ep-113", "ep-114", None]
    assert [len(links(row)) for row in rows] == [2, 0, 2]


@pytest.mark.parametrize(
    ("name", "line", "base", "reason"),
    [
        ("talp", "0-1", 1, "counts from 0"),
        ("naacl", "1 x 2", None, "as numbers"),
        ("naacl", "1 2", None, "as numbers"),
        ("naacl", "1 2 3 Q", None, "neither S nor P"),
        ("naacl", "0 2 3", None, "Sentence numbers go from 1"),
        ("naacl", "99999999 2 3", None, "Sentence numbers go from 1"),
        ("pharaoh", "1p2", None, "is not a link"),
        ("pharaoh", "1-2-3", None, "is not a link"),
        ("pharaoh", "-1-2", None, "is not a link"),
        ("pharaoh", "٣-1", None, "is not a link"),
        ("pharaoh", "1-99999999999999999999", None, "is not a link"),
        ("xl-wa", "a\tb", None, "2 columns"),
        ("xl-wa", "a\tb\t0-1", None, "target token 2, but there are only 1"),
        ("jsonl", "nonsense", None, "not a JSON object"),
        ("jsonl", "[" * 100_000, None, "not a JSON object"),
        ("jsonl", '{"sure": 3}', None, "Links must be text"),
        ("jsonl", '{"sure": "0-0"}', 1, "counts from 0"),
    ],
)
def test_a_bad_row_is_rejected_with_its_line_and_reason(name, line, base, reason):
    (row,) = read(name, line, base)
    assert isinstance(row, Rejected)
    assert row.line == 1
    assert reason in row.reason


def test_rows_around_a_bad_one_stand():
    rows = read("talp", "1-1\nbad\n3-3")
    assert [type(row) for row in rows] == [AlignedSentence, Rejected, AlignedSentence]
    assert rows[2].number == 3


def test_naacl_collects_sentences_and_null_links_become_marks():
    rows = read("naacl", "0001 1 1\n0001 2 0 S\n0001 0 3\n0004 1 1 P\n0004 1 1 S\n\n")
    assert [(row.number, row.identifier) for row in rows] == [(1, "1"), (4, "4")]
    assert rows[0].reading == Reading({(0, 0): "S"}, frozenset({1}), frozenset({2}))
    assert links(rows[1]) == {(0, 0): "S"}


def test_naacl_sentences_must_stand_together():
    rejected, first, second = sorted(
        read("naacl", "1 1 1\n2 1 1\n1 2 2"), key=lambda row: type(row).__name__ != "Rejected"
    )
    assert rejected.reason == "Sentence 1 comes after sentence 2."
    assert [len(links(row)) for row in (first, second)] == [1, 1]


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


def test_indices_past_the_end_are_named():
    sentence = AlignedSentence(1, Reading({(2, 0): "S"}, frozenset(), frozenset({4})), 1)
    assert find_index_past_end(sentence, 3, 5) is None
    assert find_index_past_end(sentence, 2, 5) == "A link points to source token 3, but there are only 2."
    assert "target token 5" in find_index_past_end(sentence, 3, 4)


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


def test_naacl_keeps_confidences():
    text = "1 1 1 S 0.97\n1 2 3 P 0.5\n1 4 4 S\n"
    rows = read("naacl", text)
    assert rows[0].confidences == {(0, 0): 0.97, (1, 2): 0.5}
    assert rows[0].reversed().confidences == {(0, 0): 0.97, (2, 1): 0.5}
    assert "".join(ALIGNMENT_FORMATS["naacl"].write(rows)) == text
    as_json = "".join(ALIGNMENT_FORMATS["jsonl"].write(rows))
    assert read("jsonl", as_json.strip())[0].confidences == rows[0].confidences


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
        ("113\tit_en\tsys1\t2\tLexical\t1-1", "is not a type of link"),
        ("113\tit_en\tsys1\t1\tSure\t0-1", "counts from 0"),
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


def test_blinker_file_is_a_pair_without_labels():
    (row,) = read("blinker", "4 1\n37 0\n0 31\n4 1\n\n")
    assert row.reading == Reading({(3, 0): "S"}, frozenset({36}), frozenset({30}))
    (rejected,) = read("blinker", "4 1\n4-1")
    assert (rejected.line, "such as “4 1”" in rejected.reason) == (2, True)


def test_jsonl_keeps_numbers_annotators_tokens_and_what_else_a_line_says():
    line = (
        '{"id": "7", "sure": "0-0", "possible": "", "unaligned_source": [], "unaligned_target": [1], "number": 4,'
        ' "annotator": "ann1", "source_tokens": ["a"], "target_tokens": ["b", "c"], "confidence": {"0-0": 0.5},'
        ' "comments": ["why?"], "seconds": 12}\n'
    )
    (row,) = read("jsonl", line.strip())
    assert (row.number, row.annotator, row.details) == (4, "ann1", {"comments": ["why?"], "seconds": 12})
    assert "".join(ALIGNMENT_FORMATS["jsonl"].write([row])) == line


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"number": 0}', "Sentence numbers"),
        ('{"number": true}', "Sentence numbers"),
        ('{"annotator": []}', "annotator must be text"),
        ('{"source_tokens": "a"}', "list of texts"),
        ('{"source_tokens": ["a b"]}', "empty or holds a space"),
        ('{"source_tokens": ["a"], "target_tokens": ["b"], "sure": "1-0"}', "source token 2"),
        ('{"confidence": [1]}', "Confidences must be"),
        ('{"confidence": {"0-0": NaN}}', "Confidences must be"),
        ('{"confidence": {"x": 1}}', "is not a link"),
    ],
)
def test_jsonl_extras_are_checked(line, reason):
    (row,) = read("jsonl", line)
    assert isinstance(row, Rejected)
    assert reason in row.reason


def test_missing_sentences_become_empty_lines():
    sentences = [AlignedSentence(2, Reading({(0, 0): "S"}), 1), AlignedSentence(4, Reading({(1, 1): "P"}), 2)]
    assert list(ALIGNMENT_FORMATS["talp"].write(sentences)) == ["\n", "1-1\n", "\n", "2p2\n"]


@pytest.mark.parametrize("name", ["talp", "naacl", "pharaoh", "jsonl"])
def test_writing_streams(name):
    def endless():
        number = 0
        while number := number + 1:
            yield AlignedSentence(number, Reading({(0, 0): "S"}), number)

    assert len(list(islice(ALIGNMENT_FORMATS[name].write(endless()), 5))) == 5


CELLS = st.dictionaries(st.tuples(st.integers(0, 199), st.integers(0, 199)), st.sampled_from("SP"), max_size=20)
MARKS = st.frozensets(st.integers(0, 199), max_size=5)
READINGS = st.lists(st.builds(Reading, CELLS, MARKS, MARKS), max_size=6)
BASES = st.sampled_from([0, 1])


def written_and_read(name, readings, base):
    sentences = [AlignedSentence(number, each, number) for number, each in enumerate(readings, start=1)]
    text = "".join(ALIGNMENT_FORMATS[name].write(sentences, base))
    rows = list(ALIGNMENT_FORMATS[name].read(open_text(io.BytesIO(text.encode()), "utf-8"), base))
    assert "".join(ALIGNMENT_FORMATS[name].write(rows, base)) == text
    return [row.reading for row in rows]


@given(READINGS, BASES)
def test_jsonl_keeps_everything(readings, base):
    assert written_and_read("jsonl", readings, base) == readings


@given(READINGS, BASES, st.sampled_from(["talp", "question", "suffix"]))
def test_line_formats_keep_links_and_labels(readings, base, name):
    assert written_and_read(name, readings, base) == [Reading(each.links) for each in readings]


@given(READINGS, BASES)
def test_pharaoh_keeps_links_without_labels(readings, base):
    expected = [Reading(dict.fromkeys(each.links, "S")) for each in readings]
    assert written_and_read("pharaoh", readings, base) == expected


@given(READINGS)
def test_naacl_keeps_every_reading_that_says_something(readings):
    assert written_and_read("naacl", readings, 1) == [each for each in readings if each != Reading()]


@given(READINGS)
def test_xl_wa_keeps_tokens_and_links(readings):
    tokens = tuple(f"w\u00a0{index}" for index in range(200))
    sentences = [AlignedSentence(n, each, n, None, tokens, tokens) for n, each in enumerate(readings, start=1)]
    text = "".join(ALIGNMENT_FORMATS["xl-wa"].write(sentences))
    rows = list(ALIGNMENT_FORMATS["xl-wa"].read(open_text(io.BytesIO(text.encode()), "utf-8")))
    assert [row.reading for row in rows] == [Reading(dict.fromkeys(each.links, "S")) for each in readings]
    assert all(row.source_tokens == tokens for row in rows)


@pytest.mark.parametrize(
    ("path", "name", "sentences"),
    [
        ("hansards-enfr/enfr.gold", "talp", 447),
        ("hansards-enfr/enfr.awesome-align.out", "pharaoh", 447),
        ("rte2-three-annotators/RTE2_test_A.align.txt", "giza-sp", 800),
        ("xl-wa-enit/train.tsv", "xl-wa", 1002),
    ],
)
def test_real_files_are_read_without_a_rejected_row(path, name, sentences):
    with shared(f"data/alignment/{path}").open("rb") as file:
        rows = list(ALIGNMENT_FORMATS[name].read(open_text(file, detect_file_encoding(file))))
    assert [row for row in rows if isinstance(row, Rejected)] == []
    assert len(rows) == sentences


def test_hansards_gold_holds_the_published_counts():
    with shared("data/alignment/hansards-enfr/enfr.gold").open("rb") as file:
        rows = list(ALIGNMENT_FORMATS["talp"].read(open_text(file, "utf-8")))
    labels = [label for row in rows for label in row.reading.links.values()]
    assert (labels.count("S"), labels.count("P")) == (4038, 13400)


def test_rte2_byte_order_marks_are_gone_from_tokens():
    with shared("data/alignment/rte2-three-annotators/RTE2_test_A.align.txt").open("rb") as file:
        first = next(ALIGNMENT_FORMATS["giza-sp"].read(open_text(file, "utf-8")))
    assert first.source_tokens[0] == "Shukla"
