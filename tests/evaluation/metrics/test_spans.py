"""Spans in characters, tokens in words."""

import pytest

from evaluation.metrics.spans import MarkedExpression, find_tokens, fit_tokens, locate_tokens, parse_spans
from tests.shared_data import shared

SENTENCE = "They took the bull by its horns."


def test_a_line_is_a_label_and_spans():
    expression = parse_spans("take the bull\t[(5, 9), (10, 18)]", SENTENCE)
    assert expression == MarkedExpression("take the bull", ((5, 9), (10, 18)))
    assert expression.texts(SENTENCE) == ["took", "the bull"]
    assert expression.is_continuous
    assert not parse_spans("take horns\t[(25, 31), (5, 9)]", SENTENCE).is_continuous
    assert parse_spans("", SENTENCE) is None


def test_overlapping_spans_are_one():
    assert parse_spans("x\t[(5, 9), (5, 18), (20, 22)]", SENTENCE).spans == ((5, 18), (20, 22))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("take\t[(5, 99)]", "The span (5, 99) is not inside the sentence, which has 32 characters."),
        ("take\t[(9, 5)]", "The span (9, 5) ends before it begins."),
        ("take\t[(5, 5)]", "The span (5, 5) is empty."),
        ("take [(5, 9)]", "is not an expression, a tab and spans"),
        ("take\t[]", "is not an expression, a tab and spans"),
        ("\t[(5, 9)]", "is not an expression, a tab and spans"),
        ("take\t[(5, __import__('os'))]", "is not an expression, a tab and spans"),
    ],
)
def test_a_line_that_cannot_be_used_says_why(line, sentence):
    with pytest.raises(ValueError) as caught:
        parse_spans(line, SENTENCE)
    assert sentence in str(caught.value)


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


def test_every_idiom_of_the_real_file_is_found_in_its_tokens():
    folder = shared("data/evaluation/idioms-enfr")
    files = [(folder / f"sents.{name}").read_text().split("\n") for name in ("en", "en.moses", "spans.en")]
    several = 0
    for sentence, tokens, line in zip(*files, strict=False):
        if line:
            several += line.count("(") > 1
            expression = parse_spans(line, sentence)
            words = tokens.split()
            found = [words[index] for index in find_tokens(locate_tokens(words, sentence), expression.spans)]
            assert "".join(found).startswith("".join(expression.texts(sentence)[0].split())[:3])
    assert several == 84


def test_tokens_are_located_whatever_shows_nothing_in_them_or_in_the_text():
    text = "کتاب\u200cها re\u00adsign l’uomo ខ្ញុំ\u200bទៅ"
    tokens = ["کتاب\u200cها", "resign", "\u200f", "l'", "uomo", "ខ្ញុំ", "ទៅ"]
    places = locate_tokens(tokens, text)
    assert [text[start:end] for start, end in places] == [
        "کتاب\u200cها", "re\u00adsign", "", "l’", "uomo", "ខ្ញុំ", "ទៅ",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="“other” does not occur"):
        locate_tokens(["other"], text)
