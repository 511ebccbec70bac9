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


def test_what_is_only_read_says_so_when_written():
    with pytest.raises(ValueError, match="giza can be read but not written"):
        ALIGNMENT_FORMATS["giza"].write([])


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
