"""Files for spreadsheets: what people wrote is never run."""

import pytest

from annotation_site.tables.cells import escape_cell, unescape_cell, write_csv, write_tab_row


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\uff1d1+1"])
def test_text_that_looks_like_a_formula_is_escaped(text):
    assert escape_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["=1+1", "'=1+1", "''-", "'tis", "'", "", "a=1", "\n@x"])
def test_every_text_comes_back(text: str) -> None:
    assert unescape_cell(escape_cell(text)) == text
    assert not escape_cell(text).startswith(("=", "+", "-", "@", "\n"))


def test_numbers_stay_numbers():
    assert list(write_csv([["a", -1, 0.5]])) == ["a,-1,0.5\r\n"]


def test_a_row_with_tabs_keeps_its_columns_and_runs_nothing() -> None:
    assert write_tab_row(["=1+1", "a\tb\r\nc", "\t@x", -0.5, None]) == "'=1+1\ta b  c\t @x\t-0.5\t\n"
