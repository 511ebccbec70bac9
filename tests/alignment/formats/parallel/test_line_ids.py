"""A running ID before a tab is the ID of its line, and no word."""

import pytest

from alignment.formats import PARALLEL_FORMATS, FormatError, Pair, Rejected
from alignment.formats.parallel.line_ids import have_ids


def read(name, *files):
    return list(PARALLEL_FORMATS[name].read(*files))


SOURCE = ["0\tI have a book .", "1\tThis book is old .", "2\tI went home ."]
TARGET = ["0\tIch habe ein Buch .", "1\tDieses Buch ist alt .", "2\tIch ging heim ."]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (SOURCE, TARGET),
        (SOURCE, [line.partition("\t")[2] for line in TARGET]),
        ([line.partition("\t")[2] for line in SOURCE], TARGET),
        (SOURCE, [f"00{line}" for line in TARGET]),
    ],
)
def test_ids_of_one_or_both_files_name_the_pairs(source, target):
    pairs = read("moses", source, target)
    assert [int(pair.identifier) for pair in pairs] == [0, 1, 2]
    assert [pair.source for pair in pairs] == [line.partition("\t")[2] for line in SOURCE]
    assert [pair.target for pair in pairs] == [line.partition("\t")[2] for line in TARGET]


def test_ids_that_disagree_refuse_the_files_with_the_line():
    with pytest.raises(FormatError, match=r"t\.de, line 2: The ID of this line is “2”, but “1” in s\.en"):
        list(PARALLEL_FORMATS["moses"].read(SOURCE, [TARGET[0], TARGET[2]], ("s.en", "t.de")))


def test_a_line_without_the_id_of_the_others_is_rejected():
    source = [f"s{number}\tword {number}" for number in range(20)]
    source[7] = "no id here"
    rows = read("moses", source, ["x"] * 20)
    assert [(row.line, row.reason) for row in rows if isinstance(row, Rejected)] == [
        (8, "The line has no ID before a tab, unlike the others.")
    ]
    assert isinstance(rows[8], Pair)


def test_a_sentence_that_is_empty_but_for_its_id_is_an_empty_side():
    rows = read("moses", [SOURCE[0], "1", SOURCE[2], ""], TARGET)
    assert [row.reason for row in rows if isinstance(row, Rejected)] == ["The source side is empty."]


def test_headers_and_single_words_are_no_ids():
    source = ["id\tsentence", *(f"{number}\tword" for number in range(20)), "Yes"]
    rows = read("moses", source, ["id\tSatz", *(f"{number}\tWort" for number in range(20)), "21\tJa"])
    assert [row.line for row in rows if isinstance(row, Rejected)] == [1, 22]


def test_ids_come_before_bars_too():
    (pair,) = read("bitext", ["17\ta cat ||| un gatto"])
    assert pair[:3] == ("17", "a cat", "un gatto")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["17\ta cat"], True),
        (["doc1-3\ta cat", "doc1-9\ta dog"], True),
        (["a\tcat", "the\tdog"], False),
        (["2\ta cat", "1\ta dog", "2\tan owl", "1\ta bird"], False),
        (["1\t2", "2\t3"], False),
        (["3 cats\tsleep", "4 dogs\tbark"], False),
        (["1990", "1991"], False),
        (["a cat", "a dog"], False),
        ([], False),
    ],
)
def test_what_stands_before_a_tab_is_an_id_if_it_numbers_the_lines(lines, expected):
    assert have_ids(lines) is expected
