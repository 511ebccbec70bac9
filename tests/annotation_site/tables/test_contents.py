"""Columns of sentences are told from columns of names, numbers and places by their cells."""

import pytest

from annotation_site.tables.contents import hold_sentences, is_sentence


@pytest.mark.parametrize(
    "text", ["It is a cash cow.", "la vache à lait", "这是一头摇钱树般的奶牛。", "นี่คือประโยคภาษาไทย"]
)
def test_sentences_of_any_script(text: str) -> None:
    assert is_sentence(text)


@pytest.mark.parametrize("text", ["", "idiomatic", "cash cow", "3-8 14-19", "12", "2 3 4 5", 7, None, ["a b c"]])
def test_what_is_none(text: object) -> None:
    assert not is_sentence(text)


def test_most_filled_cells_decide() -> None:
    assert hold_sentences(["It is one.", "", "NA", "That is one.", "no"])
    assert not hold_sentences(["It is one.", "no", "yes"])
    assert not hold_sentences(["", None])
