"""Words of a corrected sentence are matched with those before."""

from hypothesis import given

from alignment.corrections.matching import Correction, mark_changes
from alignment.pairs.differences import map_tokens
from alignment.readings.links import Reading
from tests.alignment.corrections.correcting import words


def test_a_word_put_in_moves_those_after_it() -> None:
    assert map_tokens(["a", "cat"], ["a", "black", "cat"]) == {0: 0, 1: 2}


def test_a_word_spelled_anew_stays_only_where_that_is_said() -> None:
    assert map_tokens(["a", "kat"], ["a", "cat"]) == {0: 0}
    assert map_tokens(["a", "kat"], ["a", "cat"], keep_respelled=True) == {0: 0, 1: 1}
    assert map_tokens(["kat"], ["black", "cat"], keep_respelled=True) == {}


@given(words, words)
def test_words_that_stay_are_equal_and_in_order(before: list[str], after: list[str]) -> None:
    places = map_tokens(before, after)
    assert all(before[old] == after[new] for old, new in places.items())
    assert list(places.values()) == sorted(set(places.values()))


@given(words, words)
def test_the_marked_changes_hold_both_sentences(before: list[str], after: list[str]) -> None:
    stretches = mark_changes(before, after)
    assert " ".join(text for kind, text in stretches if kind != "new") == " ".join(before)
    assert " ".join(text for kind, text in stretches if kind != "gone") == " ".join(after)


def test_links_between_words_that_stay_are_carried() -> None:
    correction = Correction((["a", "cat"], ["un", "gatto"]), (["a", "black", "cat"], ["un", "micio"]))
    reading = Reading({(0, 0): "S", (1, 1): "P"}, frozenset({1}), frozenset({0}))
    assert correction.carry(reading) == Reading({(0, 0): "S"}, frozenset({2}), frozenset({0}))
