"""Spans that count something else than characters."""

import pytest

from annotation_site.phrases.span_units import describe_units, find_units, to_code_points

SNAKES = "🐍🐍 He milked the cash cow ."
OLD = "Élan vital is a dead duck ."


def place(text: str, words: str, units: str) -> tuple[int, int]:
    start = text.index(words)
    codec, width = {"code-points": ("utf-32-le", 4), "utf-16": ("utf-16-le", 2), "utf-8": ("utf-8", 1)}[units]
    first, last = (len(text[:end].encode(codec)) // width for end in (start, start + len(words)))
    return first, last


@pytest.mark.parametrize("units", ["code-points", "utf-16", "utf-8"])
@pytest.mark.parametrize(("text", "words"), [(SNAKES, "cash cow"), (OLD, "dead duck"), ("A cash cow .", "cash cow")])
def test_spans_in_any_units_are_the_same_words(units, text, words):
    [(start, end)] = to_code_points([place(text, words, units)], text, units)
    assert text[start:end] == words


@pytest.mark.parametrize(("units", "texts"), [("utf-16", [SNAKES]), ("utf-8", [SNAKES, OLD])])
def test_a_shift_is_recognised_if_all_spans_fit(units, texts):
    words = {SNAKES: "cash cow", OLD: "dead duck"}
    rows = [(text, [place(text, words[text], units)], words[text]) for text in texts]
    plain = ("A red tape .", [(0, 3)], "red tape")  # a fault that is one in all units
    assert find_units([*rows, plain]) == units
    right = [(text, [place(text, words[text], "code-points")], words[text]) for text in texts]
    assert find_units(right) is None
    # Another row shows that the file counts characters.
    assert find_units([*rows, (SNAKES, [place(SNAKES, "cash cow", "code-points")], "cash cow")]) is None


def test_spans_past_the_end_are_a_shift_too():
    text = "🐍🐍🐍🐍 cash cow"
    assert place(text, "cash cow", "utf-16")[1] > len(text)
    assert find_units([(text, [place(text, "cash cow", "utf-16")], "cash cow")]) == "utf-16"
    assert find_units([("cash cow 🐍", [(40, 48)], "cash cow")]) is None
    assert "UTF-16 code units" in describe_units("utf-16")


def test_a_place_inside_a_character_is_refused():
    with pytest.raises(
        ValueError, match=r"The span \(0, 1\) does not fit the sentence in UTF-16 code units, of which it has"
    ):
        to_code_points([(0, 1)], SNAKES, "utf-16")
    with pytest.raises(ValueError, match="bytes of UTF-8, of which it has 2"):
        to_code_points([(0, 9)], "É", "utf-8")
