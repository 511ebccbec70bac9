"""Characters without a shape in sentence pairs: removed, counted, and no place of a word moved in silence."""

import pytest

from alignment.formats.conversion import LACKS_WORDS
from alignment.formats.parallel.pairs import clean_token, make_pair, tokenise_pair
from tests.alignment.formats.converting import convert, refuse
from tests.shared_data import shared


def test_a_pair_says_what_was_removed_from_it():
    pair = make_pair(1, "co\u00adpy\u200f this", "کتاب\u200cها \u2067x\u2069")
    assert (pair.source, pair.target) == ("copy this", "کتاب\u200cها x")
    assert sorted(pair.removed) == ["\u00ad", "\u200f", "\u2067", "\u2069"]
    assert not pair.lacks_words
    assert pair.reversed().removed == pair.removed


def test_byte_order_marks_at_the_ends_are_no_characters_of_the_text():
    pair = make_pair(1, "\ufeff\ufeffa", "b\ufeffc")
    assert (pair.source, pair.target, pair.removed) == ("a", "bc", "\ufeff")


def test_a_side_of_nothing_else_is_empty():
    assert make_pair(3, "\u200f \u00ad", "x").reason == "The source side is empty."


def test_tokens_of_a_file_keep_their_places():
    pair = make_pair(1, "a \u200f b", "x", None, ("a", "\u200f", "b\u00ad"), ("x",))
    assert pair.source_tokens == ("a", "\N{REPLACEMENT CHARACTER}", "b")
    assert clean_token("ទៅ\u200bផ្សារ") == "ទៅផ្សារ"


@pytest.mark.parametrize("method", ["spaces", "words"])
def test_words_that_nobody_sees_are_left_out_and_reported_where_places_count(method):
    pair = tokenise_pair(make_pair(1, "a \u200f b", "x"), "en", "en", method)
    assert pair.source_tokens == ("a", "b")
    assert pair.lacks_words is (method == "spaces")
    assert tokenise_pair(make_pair(1, "a \u00a0 b", "x"), "en", "en", method).source_tokens == ("a", "b")


def test_links_are_not_joined_with_a_text_whose_words_moved(folder):
    links, out = folder.write("links", "0-0 2-1\n"), folder.path("out")
    texts = folder.write("s", "a \u200f b\n"), folder.write("t", "x y\n")
    assert LACKS_WORDS in refuse(links, out, "--from", "pharaoh", "--to", "jsonl", "--texts", *texts)
    assert not out.exists()


def test_conversion_of_a_text_counts_the_pairs_that_lost_characters(folder):
    texts = folder.write("s", "a\u200f\nb\n"), folder.write("t", "x\ny\u00ad\n")
    result, told = convert(*texts, folder.path("out"), "--from", "moses", "--to", "bitext")
    assert (result["lost"]["invisible"], folder.path("out").read_text()) == (2, "a ||| x\nb ||| y\n")
    assert told == ["2 pairs had invisible characters, which were removed."]


def test_strangers_lines_come_in_without_a_rejected_one():
    lines = zip(*(shared(f"cases/44-tokens/{side}").read_text("utf-8").split("\n")[:-1] for side in "st"), strict=True)
    pairs = [tokenise_pair(make_pair(number, *sides), "en", "en", "words") for number, sides in enumerate(lines, 1)]
    assert all(pair.source_tokens for pair in pairs)
    assert sum(bool(pair.removed) for pair in pairs) == 6
