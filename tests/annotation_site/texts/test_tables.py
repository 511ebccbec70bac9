"""Files for spreadsheets: what people wrote is never run."""

import pytest

from annotation_site.texts.tables import escape_cell, write_csv


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\uff1d1+1"])
def test_text_that_looks_like_a_formula_is_escaped(text):
    assert escape_cell(text) == f"'{text}"


def test_numbers_stay_numbers():
    assert list(write_csv([["a", -1, 0.5]])) == ["a,-1,0.5\r\n"]
