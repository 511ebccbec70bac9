"""Tables as they arrive in pieces."""

import sys
from io import BytesIO

import pytest

from annotation_site.tables.cells import write_csv
from idiomaticity.answers.table import COLUMNS, AnswerRow, list_rows
from interlinea import Refusal, Rows
from interlinea.tables import read_answers, read_readings, split_lines

HOSTILE = ["=1+1", "'=1+1", "-", "'quoted'", 'a "b", c', "two\nlines", "one\u2028line", "\x85", "Käse 🧀", "＝１"]


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_answers_come_back_as_the_site_has_them(size: int) -> None:
    stored = [
        AnswerRow("A", "1", word, "token", "whole", value, None, 3, 2.5, "", value is None, *beside)
        for word in HOSTILE
        for value in (5, 0, None)
        for beside in (("", None, None), ("M1", 4, True), ("M1", 0, False))
    ]
    written = "".join(write_csv(list_rows(stored))).encode()
    chunks = [written[start : start + size] for start in range(0, len(written), size)]
    expected = [row._asdict() for row in stored]
    assert list(read_answers(chunks)) == expected
    assert list(expected[0]) == list(COLUMNS)


def test_truth_values_of_older_sites_are_read_too() -> None:
    written = b"rater,excluded,shown\nA,true,false\nB,TRUE,FALSE\nC,FALSE,\n"
    rows = [(row["excluded"], row["shown"]) for row in read_answers([written])]
    assert rows == [(True, False), (True, False), (False, None)]


def test_only_a_line_feed_ends_a_line() -> None:
    assert list(split_lines([b"a\xe2", b"\x80\xa8b\x0bc\r", b"\nd"])) == ["a\u2028b\x0bc\r\n", "d"]
    assert list(split_lines([b""])) == []


def test_an_archive_that_is_none_is_refused() -> None:
    with pytest.raises(Refusal, match="no ZIP archive"):
        list(read_readings(BytesIO(b"<html>")))


def test_a_data_frame_without_pandas_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(Refusal, match="pip install pandas"):
        Rows(lambda: iter([])).dataframe()
