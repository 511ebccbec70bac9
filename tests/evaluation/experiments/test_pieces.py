"""Pieces of lines: texts come back, expressions joined are one piece, factors fall on the words of expressions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.experiments.pieces import (
    cut_line,
    find_joined,
    flatten,
    join_pieces,
    keep_known,
    label_pieces,
    name_joined,
)

TEXT = "They walked off. He broke the ice, and walked quickly off"
HITS = [("walk off", [(5, 11), (12, 15)]), ("break the ice", [(20, 33)]), ("walk off", [(39, 45), (54, 57)])]


def cut(text: str) -> list[str]:
    """Cut each word after its second character, as a model of pieces might."""
    pieces = []
    for word in text.split(" "):
        pieces += [f"▁{word[:2]}", *([word[2:]] if word[2:] else [])]
    return pieces


def test_contiguous_expressions_are_joined_and_others_stay_words() -> None:
    joined = find_joined(TEXT, HITS)
    assert [name_joined(TEXT, span) for span in joined] == ["walked_off", "broke_the_ice"]
    pieces = [piece.text for piece in cut_line(TEXT, cut, joined)]
    assert pieces[:8] == ["▁Th", "ey", "▁walked_off", ".", "▁He", "▁broke_the_ice", ",", "▁an"]
    assert join_pieces(" ".join(pieces)) == "They walked_off. He broke_the_ice, and walked quickly off"


def test_an_expression_that_training_has_not_seen_stays_words() -> None:
    joined = keep_known(TEXT, find_joined(TEXT, HITS), {"broke_the_ice"})
    assert [piece.text for piece in cut_line(TEXT, cut, joined)][2:5] == ["▁wa", "lked", "▁of"]


def test_overlapping_expressions_are_joined_once_and_single_words_never() -> None:
    hits = [("a b", [(0, 1), (2, 3)]), ("b c", [(2, 3), (4, 5)]), ("d", [(6, 7)])]
    assert find_joined("a b c d", hits) == [(0, 3)]


def test_factors_of_a_word_are_copied_to_its_pieces_also_beyond_a_gap() -> None:
    pieces = cut_line("walked quickly off now", cut)
    words = [(0, 6, "walk"), (7, 14, "quickly"), (15, 18, "off"), (19, 22, "now")]
    lemmas, labels = label_pieces(pieces, words, [("walk off", [(0, 6), (15, 18)])])
    assert [piece.text for piece in pieces] == ["▁wa", "lked", "▁qu", "ickly", "▁of", "f", "▁no", "w"]
    assert lemmas == ["walk_off"] * 2 + ["quickly"] * 2 + ["walk_off"] * 2 + ["now"] * 2
    assert labels == ["B", "B", "O", "O", "I", "I", "O", "O"]


@pytest.mark.parametrize("space", ["\t", "\u00a0", "\u2028", "\x85"])
def test_every_white_space_becomes_a_space_in_its_place(space: str) -> None:
    assert flatten(f"a{space}b") == "a b"


@given(st.text(st.sampled_from("ab. é"), max_size=30))
def test_pieces_cover_the_text_and_give_it_back(text: str) -> None:
    pieces = cut_line(text, cut)
    assert join_pieces(" ".join(piece.text for piece in pieces)) == " ".join(text.split())
    assert all(text[piece.start : piece.end] == piece.text.removeprefix("▁") for piece in pieces)
