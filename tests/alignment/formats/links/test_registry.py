"""Every alignment format: its literal line, its traps, and what is written comes back."""

from itertools import islice

import pytest

from alignment.formats import ALIGNMENT_FORMATS, WRITTEN_FORMATS, AlignedSentence, Rejected, find_index_past_end
from alignment.readings.links import Reading
from tests.alignment.formats.links.documents import examples
from tests.alignment.formats.reading import links, read


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
        ("jsonl", '[{"sure": "3-0", "note": NaN}]', None, {(3, 0): "S"}),
        ("alpheios", examples.ALPHEIOS_XML, None, {(0, 0): "S", (1, 1): "S", (1, 2): "S"}),
        ("ugarit", examples.ugarit_xml(), None, {(0, 1): "S"}),
        ("ugarit", examples.UGARIT_JSON, None, {(0, 1): "S"}),
        ("usfm", '\\v 1 \\zaln-s |x-content="a"\\*\\w b\\w*\\zaln-e\\*', None, {(0, 0): "S"}),
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
        ("talp", "0-1", 1, "counting starts at 1"),
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
        ("jsonl", '{"sure": 3}', None, "Links must be a string such as “0-0 1-2”."),
        ("jsonl", '{"sure": "0-0"}', 1, "counting starts at 1"),
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


def test_indices_past_the_end_are_named():
    sentence = AlignedSentence(1, Reading({(2, 0): "S"}, frozenset(), frozenset({4})), 1)
    assert find_index_past_end(sentence, 3, 5) is None
    assert find_index_past_end(sentence, 2, 5) == "A link points to source token 3, but there are only 2."
    assert "target token 5" in find_index_past_end(sentence, 3, 4)


def test_naacl_keeps_confidences():
    text = "1 1 1 S 0.97\n1 2 3 P 0.5\n1 4 4 S\n"
    rows = read("naacl", text)
    assert rows[0].confidences == {(0, 0): 0.97, (1, 2): 0.5}
    assert rows[0].reversed().confidences == {(0, 0): 0.97, (2, 1): 0.5}
    assert "".join(ALIGNMENT_FORMATS["naacl"].write(rows)) == text
    as_json = "".join(ALIGNMENT_FORMATS["jsonl"].write(rows))
    assert read("jsonl", as_json.strip())[0].confidences == rows[0].confidences


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
        ('{"source_tokens": "a"}', "tokens must be a list of strings."),
        ('{"source_tokens": ["a b"]}', "token is empty or contains a space."),
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


ENDED = {
    "xl-wa": "a b\tc d\t0-0",
    "jsonl": '{"id": "1", "sure": "0-0"}',
    "mt-equal": "7\tit_en\tsys1\t1\tSure alignment\t1-1 2-2\t2\tthe cat\t2\til gatto",
}


@pytest.mark.parametrize("name", ENDED)
def test_blank_lines_at_the_end_are_no_rows(name):
    rows = read(name, ENDED[name] + "\n\n \n")
    assert len(rows) == 1
    assert not isinstance(rows[0], Rejected)


@pytest.mark.parametrize("name", sorted(ALIGNMENT_FORMATS.keys() - set(WRITTEN_FORMATS)))
def test_a_format_that_is_only_read_says_so(name):
    with pytest.raises(ValueError, match=f"^{name} can be read but not written"):
        list(ALIGNMENT_FORMATS[name].write([AlignedSentence(1, Reading(), 1)]))


def test_a_missing_value_is_never_kept():
    (row,) = read("jsonl", '{"sure": "0-0", "score": NaN, "more": [NaN]}')
    assert row.details == {"score": None, "more": [None]}
