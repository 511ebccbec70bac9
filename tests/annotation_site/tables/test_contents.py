"""Columns of sentences are told from columns of names, numbers and places by their cells."""

import pytest

from annotation_site.tables.contents import are_categories, begin_alike, hold_sentences, is_sentence, may_hold_texts


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


@pytest.mark.parametrize(
    "cell",
    [
        *("[0, 0, 1]", "['a', 'b']", '{"start": 3}', "[]", "0-0 1-2", "1p2 3-4", "12.5", "2024/01/05 3:12:11 PM GMT+1"),
        *("05.01.2024", "someone@example.org", "https://example.org/a b".replace(" ", "_"), "—"),
    ],
)
def test_what_is_no_text_of_a_language(cell: str) -> None:
    assert not may_hold_texts([cell, cell, ""])


@pytest.mark.parametrize("cell", ["Katze", "[laughs] Come in!", "2 cats", "[Er lacht]", "im 19. Jahrhundert", "あ"])
def test_texts_may_be_short_or_begin_with_a_bracket_or_a_number(cell: str) -> None:
    assert may_hold_texts([cell])


def test_licences_begin_alike_and_sentences_do_not() -> None:
    assert begin_alike(["CC-BY 2.0 (France) by a", "CC-BY 2.0 (France) by b", "CC-BY 2.0 (France) by c"])
    assert not begin_alike(["It is a cat.", "It is a dog."])
    assert not begin_alike(["It is a cat.", "It is a dog.", "Is it a cow?"])


def test_names_that_come_back_are_categories_and_short_texts_are_not() -> None:
    assert are_categories(["deu", "eng", "deu", "eng"]) and are_categories(["W fict", "W news", "W fict", "W fict"])
    for texts in (["Katze", "Hund", "Kuh", "Katze"], ["Go.", "Go.", "Go.", "Go."], ["a", "a"], ["so to speak"] * 4, []):
        assert not are_categories(texts)
