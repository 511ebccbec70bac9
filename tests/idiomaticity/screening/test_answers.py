"""Ranges of scores, and answers that meet them."""

import pytest

from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale
from idiomaticity.screening.answers import find_fault, meets, read_range, say_expected


@pytest.mark.parametrize(
    ("text", "ends"), [("4-5", (4, 5)), (" 3 ", (3, 3)), ("≥4", (4, 5)), ("<= 1", (0, 1)), ("2–3", (2, 3)), ("", None)]
)
def test_ranges_are_read_as_people_write_them(text: str, ends: tuple[int, int] | None) -> None:
    assert read_range(text, PAPER_SCALE) == ends


def test_ranges_are_those_of_the_studys_scale() -> None:
    seven = ScoreScale(1, 7)
    assert (read_range("≥6", seven), read_range("<=2", seven)) == ((6, 7), (1, 2))
    assert read_range("60-100", ScoreScale(0, 100)) == (60, 100)
    assert say_expected({"head": [1, 2], "whole": [6, 7]}, seven) == [("head", "2 or less"), ("whole", "6 or more")]
    assert find_fault({"head": [0, 2]}, seven) == (
        "Expected scores of the head must be two numbers from 1 to 7, the smaller first."
    )


@pytest.mark.parametrize("text", ["6", "5-4", "high", "-1", "1-", ">4"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="“"):
        read_range(text, PAPER_SCALE)


def test_an_answer_meets_what_is_expected_on_every_named_scale() -> None:
    expected = {"whole": [4, 5], "head": [0, 1]}
    assert meets(expected, {"head": 1, "modifier": None, "whole": 4})
    assert not meets(expected, {"head": 2, "modifier": None, "whole": 4})
    assert not meets(expected, {"head": 1, "modifier": 3, "whole": -1})
    assert say_expected(expected, PAPER_SCALE) == [("head", "1 or less"), ("whole", "4 or more")]
