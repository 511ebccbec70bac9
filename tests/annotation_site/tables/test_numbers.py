"""Numbers as cells of tables have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation_site.tables.numbers import (
    AmbiguousNumber,
    NotANumber,
    decide_decimal_comma,
    is_unclear,
    read_number,
    read_whole_number,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3,5", 3.5), ("3.5", 3.5), (" 5 ", 5), ("-0,25", -0.25), ("−1", -1), ("+2", 2), ("0,345", 0.345), (",5", 0.5),
        ("1.234,5", 1234.5), ("1,234.5", 1234.5), ("1,234,567", 1234567), ("1.234.567", 1234567), ("1e-3", 0.001),
        ("1 234,5", 1234.5), ("1\u202f234", 1234), ("1'234.5", 1234.5), ("1.234", 1.234), ("12345,678", 12345.678),
        ("٣٫٥", 3.5),
    ],
)  # fmt: skip
def test_numbers_of_any_country_are_read(text, value):
    assert read_number(text) == value


@pytest.mark.parametrize(
    "text", ["", "x", "nan", "inf", "1e999", "1_000", "1,2,3", "1.2.3", "5 %", "0x1", "1,23.4", "--1"]
)
def test_what_is_no_number_is_refused_in_a_sentence(text):
    with pytest.raises(NotANumber, match="is not a number"):
        read_number(text)


def test_a_comma_before_three_digits_needs_the_column():
    with pytest.raises(AmbiguousNumber, match=r"“1,234” may be 1234 or 1.234. Write it"):
        read_number("1,234")
    assert (read_number("1,234", decimal_comma=True), read_number("1,234", decimal_comma=False)) == (1.234, 1234)
    assert (read_number("1.234", decimal_comma=True), read_number("1.234", decimal_comma=False)) == (1234, 1.234)
    assert is_unclear("1,234") and is_unclear("12.345") and not is_unclear("0,345") and not is_unclear("1234")
    with pytest.raises(NotANumber):
        read_number("1,234.5", decimal_comma=True)
    with pytest.raises(NotANumber):
        read_number("1.234,5", decimal_comma=False)


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (["3,5", "1,234", ""], True),
        (["1.234,5"], True),
        (["3.5", "1,234", "NA"], False),
        (["1,234,567"], False),
        (["1,234", "2,345"], None),
        (["3,5", "3.5"], None),
        (["1", "2", "x"], None),
    ],
)
def test_plain_cells_decide_for_the_column(column, expected):
    assert decide_decimal_comma(column) is expected


def test_whole_numbers_may_have_an_empty_fraction():
    texts = ["5", "5.0", "5,0", "-1", "2.5", "2,5", "1,000", "x", ""]
    assert [read_whole_number(text) for text in texts] == [5, 5, 5, -1, None, None, None, None, None]


@given(st.floats(-1e6, 1e6), st.booleans())
def test_a_number_written_by_a_program_comes_back(value: float, has_comma: bool):
    written = repr(value).replace(".", ",") if has_comma else repr(value)
    assert read_number(written, decimal_comma=has_comma) == value or is_unclear(written)
