"""Rows of lists show sentences as they were written."""

import pytest

from alignment.pairs.excerpts import cut_excerpt, write_text

TOKENS = ["It", "'s", "raining", "cats", "and", "dogs", "."]
TEXT = "It's raining  cats and dogs."


@pytest.mark.parametrize(
    ("tokens", "text", "most", "excerpt"),
    [
        (TOKENS, TEXT, 9, TEXT),
        (TOKENS, TEXT, 3, "It's raining …"),
        (TOKENS, TEXT, 4, "It's raining  cats …"),
        (["a", "black", "cat"], "", 3, "a black cat"),
        (["a", "black", "cat"], "", 2, "a black …"),
        # A correction may have left a text that does not hold the tokens.
        (["one", "two", "three"], "something else", 2, "one two …"),
        (["猫", "が", "好き"], "猫が好き", 2, "猫が …"),
    ],
)
def test_an_excerpt_ends_with_a_token_and_keeps_what_stands_between(
    tokens: list[str], text: str, most: int, excerpt: str
) -> None:
    assert cut_excerpt(tokens, text, most) == excerpt


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ("a cat", "a cat"),
        ("It 's raining cats ( and dogs ) .", "It's raining cats (and dogs)."),
        ("Da quanto tempo studi l' italiano ?", "Da quanto tempo studi l'italiano?"),
        ("the boys ' room , 5 %", "the boys ' room, 5%"),
        ('" Do n\'t ! " he said …', '" Don\'t! " he said…'),
        ("", ""),
    ],
)
def test_tokens_alone_are_joined_as_they_would_be_written(tokens: str, sentence: str) -> None:
    assert write_text(tokens.split(), "") == sentence


def test_a_text_that_was_kept_is_shown(tokens: list[str] = TOKENS) -> None:
    assert write_text(tokens, TEXT) == TEXT
