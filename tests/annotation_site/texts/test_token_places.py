"""Places of tokens in a text, and tokens at a place."""

import pytest

from annotation_site.texts.token_places import find_tokens, fit_tokens, locate_tokens


def test_tokens_are_found_by_place_and_not_by_their_text():
    text = "can you can a can"
    places = locate_tokens(text.split(), text)
    assert find_tokens(places, [(8, 11)]) == (2,)
    assert find_tokens(places, [(8, 13)]) == (2, 3)
    assert find_tokens(places, [(0, 3), (14, 17)]) == (0, 4)


def test_tokens_as_moses_escapes_them_stand_in_the_raw_sentence():
    text = 'It\'s "A & B" [x].'
    tokens = ["It", "&apos;s", "&quot;", "A", "&amp;", "B", "&quot;", "&#91;", "x", "&#93;", "."]
    assert [text[start:end] for start, end in locate_tokens(tokens, text)][1:5] == ["'s", '"', "A", "&"]


def test_a_token_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="The token “cow” does not occur in the sentence after character 4"):
        locate_tokens(["the", "cow"], "the cat")


def test_tokens_keep_the_text_they_fit_and_make_their_own_where_they_do_not():
    assert fit_tokens(["the", "&apos;cat"], "the  'cat") == ("the  'cat", [(0, 3), (5, 9)])
    assert fit_tokens(["the", "cow"], "the cat") == ("the cow", [(0, 3), (4, 7)])
    assert fit_tokens(["the", "cow", "."], "the cat", [True, False, True]) == ("the cow.", [(0, 3), (4, 7), (7, 8)])
    assert fit_tokens(["the", "cow"], "") == ("the cow", [(0, 3), (4, 7)])
    assert fit_tokens([], "the cat") == ("the cat", [])


def test_tokens_are_located_whatever_shows_nothing_in_them_or_in_the_text():
    text = "کتاب\u200cها re\u00adsign l’uomo ខ្ញុំ\u200bទៅ"
    tokens = ["کتاب\u200cها", "resign", "\u200f", "l'", "uomo", "ខ្ញុំ", "ទៅ"]
    places = locate_tokens(tokens, text)
    assert [text[start:end] for start, end in places] == [
        "کتاب\u200cها", "re\u00adsign", "", "l’", "uomo", "ខ្ញុំ", "ទៅ",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="“other” does not occur"):
        locate_tokens(["other"], text)
