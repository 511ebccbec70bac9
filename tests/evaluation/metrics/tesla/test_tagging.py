"""Parts of speech of English by the tagger that comes with the software."""

import random

import pytest
from textblob._text import find_tags
from textblob.en import lexicon

from evaluation.metrics.tesla.tagging import apply_rules, english_tagger, name_tagger, sort_rules
from evaluation.metrics.tesla.tokens import TokenMaker
from evaluation.metrics.words import lemmatiser

RECORD = ["He", "wants", "to", "record", "a", "record", "."]
WORDS = ["the", "to", "that", "about", "record", "let", "down", "as", "saw", "more", "than", "U.S.", "have", "had"]


@pytest.mark.parametrize(
    ("sentence", "tags"),
    [
        ("He broke the ice .", "PRON VERB DET NOUN PUNCT"),
        ("The new record was broken quickly", "DET ADJ NOUN VERB VERB ADV"),
        ("They went to Paris in 1987 !", "PRON VERB PART PROPN ADP NUM PUNCT"),
    ],
)
def test_words_are_tagged_in_their_sentence(sentence, tags):
    assert english_tagger()(sentence.split()) == tags.split()


def test_every_word_has_a_tag():
    words = ["Zxqv", "‘", "3rd", "…", "naïve", "猫", "co-operate", "n't", "'s"]
    assert len(english_tagger()(words)) == len(words)
    assert english_tagger()([]) == []


def test_one_form_is_two_tokens_where_its_part_of_speech_is_another():
    maker = TokenMaker(lemmatiser("en"), tag=english_tagger(), is_english=True)
    tokens = maker.make_from_words(RECORD)
    assert (tokens[3].form, tokens[3].pos) == ("record", "VERB") and (tokens[5].form, tokens[5].pos) == (
        "record", "NOUN"
    )  # fmt: skip
    assert [token.is_function for token in tokens] == [True, False, True, False, True, False, True]
    assert maker.pos_source == name_tagger() and name_tagger().startswith("textblob-")


def test_a_word_of_a_closed_class_that_the_list_lacks_is_a_function_word():
    maker = TokenMaker(lemmatiser("en"), tag=lambda words: ["ADP"] * len(words), is_english=True)
    assert maker.make_from_words(["zxqv"])[0].is_function


def test_rules_by_tag_come_to_the_same_as_all_of_them_in_turn():
    english_tagger()  # its files are read
    rules, chance = sort_rules(list(lexicon.context)), random.Random(7)
    for _ in range(200):
        sentence = [chance.choice(WORDS) for _ in range(chance.randint(1, 12))]
        first = find_tags(sentence, lexicon=lexicon, morphology=lexicon.morphology)
        expected = find_tags(sentence, lexicon=lexicon, morphology=lexicon.morphology, context=lexicon.context)
        assert [list(each) for each in apply_rules(rules, [(word, tag) for word, tag in first])] == expected
