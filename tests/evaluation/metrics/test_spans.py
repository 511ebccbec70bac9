"""Spans in characters, tokens in words."""

import pytest

from annotation_site.texts.token_places import find_tokens, locate_tokens
from evaluation.metrics.spans import MarkedExpression, parse_spans
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
