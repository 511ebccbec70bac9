"""TESLA-M: weights, edges, and the compositionality of compounds."""

import pytest

from annotation_site.texts.conllu import ConlluWord
from evaluation.metrics.tesla.compounds import compound_words, find_in_wordnet, find_listed
from evaluation.metrics.tesla.score import Compound, TeslaOptions, score_tesla
from evaluation.metrics.tesla.tokens import TeslaToken, TokenMaker
from evaluation.metrics.tesla.wordnet import read_wordnet
from evaluation.metrics.words import lemmatiser
from tests.evaluation.wordnet_files import real_wordnet, write_wordnet

LUXURY, STORE, TRADE = (
    TeslaToken(word, word, "NOUN", frozenset({number})) for number, word in enumerate(("luxury", "store", "trade"))
)
THE = TeslaToken("the", "the", "DET", is_function=True)
VERB = TeslaToken("went", "go", "VERB")


def similarities(hypothesis, reference, *compounds, n=2, kind="ms", **options):
    score = score_tesla(hypothesis, reference, compounds, TeslaOptions(**options), with_matches=True)
    return [pytest.approx(match.similarity) for match in score.matches if (match.kind, match.n) == (kind, n)]


def test_luxury_store_of_the_paper():
    assert similarities([LUXURY, TRADE], [LUXURY, STORE]) == [0.75]
    assert similarities([LUXURY, TRADE], [LUXURY, STORE], Compound(0, 2, 0.22)) == [0.165]
    assert similarities([LUXURY, TRADE], [LUXURY, STORE], Compound(0, 2, 0.22), moment="after") == [0.165]


def test_luxury_store_with_the_real_wordnet():
    maker = TokenMaker(lemmatiser("en"), read_wordnet(str(real_wordnet())), is_english=True)
    hypothesis, reference = (maker.make_from_words(["a", "luxury", word])[1:] for word in ("trade", "store"))
    assert similarities(hypothesis, reference) == [0.75]
    assert similarities(hypothesis, reference, Compound(0, 2, 0.22)) == [0.165]
    synonyms = (maker.make_from_words(["a", "luxury", word])[1:] for word in ("shop", "store"))
    assert similarities(*synonyms) == [1.0]


def test_a_compound_matched_by_itself_keeps_its_similarity():
    assert similarities([LUXURY, STORE], [LUXURY, STORE], Compound(0, 2, 0.0)) == [1.0]


def test_exact_match_only_is_a_compositionality_of_0():
    score = score_tesla([LUXURY, TRADE], [LUXURY, STORE], [Compound(0, 2, 0.0)])
    assert (score.f["ms", 2], score.f["pos", 2]) == (0, 0)
    assert score.f["ms", 1] == pytest.approx(0.75)  # the single words are no compound


def test_scope_is_the_compound_or_every_ngram_that_covers_it():
    hypothesis, reference = [THE, LUXURY, TRADE, VERB], [THE, LUXURY, STORE, VERB]
    compound = Compound(1, 2, 0.5)
    whole = pytest.approx((1 + 1 + 0.5) / 3)
    assert similarities(hypothesis, reference, compound, n=3) == [whole, whole]
    half = pytest.approx((1 + 1 + 0.5) / 6)
    assert similarities(hypothesis, reference, compound, n=3, scope="covering") == [half, half]
    assert similarities(hypothesis, reference, compound, scope="covering") == similarities(
        hypothesis, reference, compound
    )
    exact = [THE, LUXURY, STORE, TRADE]
    assert similarities(exact, [THE, LUXURY, STORE, LUXURY], compound, n=3, scope="covering")[0] == 1.0


def test_multiplying_before_lets_the_matching_choose_another():
    reference, hypothesis = [LUXURY, STORE], [LUXURY, TRADE, STORE]
    before = score_tesla(hypothesis, reference, [Compound(0, 2, 0.1)], TeslaOptions(moment="before"))
    after = score_tesla(hypothesis, reference, [Compound(0, 2, 0.1)], TeslaOptions(moment="after"))
    assert before.score >= after.score


def test_function_words_weigh_a_tenth():
    score = score_tesla([THE], [THE, LUXURY])
    assert score.f["ms", 1] == pytest.approx(0.1 / (0.8 * 1.1 + 0.2 * 0.1))


def test_edges_of_short_and_empty_sentences():
    assert score_tesla([], []) is None
    assert score_tesla([], [LUXURY]).score == 0
    assert score_tesla([LUXURY], []).score == 0
    assert score_tesla([LUXURY], [LUXURY]).f == {("ms", 1): 1, ("pos", 1): 1}
    assert score_tesla([LUXURY], [LUXURY, STORE]).f["ms", 2] == 0


def test_words_without_part_of_speech_equal_none_by_it():
    bare = TeslaToken("x", "x"), TeslaToken("y", "y")
    score = score_tesla(bare[:1], bare[1:])
    assert (score.f["ms", 1], score.f["pos", 1]) == (0, 0)
    assert set(score_tesla(bare, bare, options=TeslaOptions(similarities=("ms",))).f) == {("ms", 1), ("ms", 2)}


def test_compounds_are_found_by_word_or_lemma_the_longest_first():
    words = [TeslaToken(form, lemma) for form, lemma in (("Car", "car"), ("parks", "park"), ("attendant", "attendant"))]
    scores = {("car", "park"): 0.8, ("park", "attendant"): 0.7}
    assert find_listed(words, scores) == [Compound(0, 2, 0.8)]
    assert find_listed(words, {**scores, ("car", "park", "attendant"): 0.5}) == [Compound(0, 3, 0.5)]


def test_compounds_of_wordnet_are_two_nouns_with_a_known_score(tmp_path):
    wordnet = read_wordnet(str(write_wordnet(tmp_path)))
    assert find_in_wordnet([THE, LUXURY, STORE, TRADE], wordnet, lambda words: 0.3) == [Compound(1, 2, 0.3)]
    assert find_in_wordnet([LUXURY, STORE], wordnet, lambda words: None) == []


@pytest.mark.parametrize(("compound", "score"), [("tower", 0.5), ("ivory tower", 1.5), ("ivory tower", -0.1)])
def test_a_score_that_cannot_be_used_is_refused(compound, score):
    with pytest.raises(ValueError, match=r"two words or more|between 0 and 1"):
        compound_words(compound, score)


def test_tokens_of_bare_english_words(tmp_path):
    maker = TokenMaker(lemmatiser("en"), read_wordnet(str(write_wordnet(tmp_path))), is_english=True)
    tokens = maker.make_from_words(["The", "stores", "ran", "to", "Zanzibar", "with", "3", "zebras", "."])
    assert [token.pos for token in tokens] == ["DET", "NOUN", "VERB", "PART", "PROPN", "ADP", "NUM", "NOUN", "PUNCT"]
    assert [token.is_function for token in tokens] == [True, False, False, True, False, True, False, False, True]
    assert tokens[1].lemma == "store"
    assert tokens[1].synsets
    assert not tokens[0].synsets


def test_without_wordnet_there_are_lemmas_only():
    maker = TokenMaker(lemmatiser("fr"))
    token = maker.make_from_words(["les", "yeux"])[1]
    assert (token.lemma, token.pos, token.synsets) == ("œil", None, frozenset())
    assert maker.pos_source == "none"


def test_conllu_brings_lemma_and_part_of_speech():
    maker = TokenMaker(lemmatiser("en"))
    tokens = maker.make_from_conllu([ConlluWord("Has", "have", "AUX"), ConlluWord("dogs", None, None)])
    assert [(token.lemma, token.pos, token.is_function) for token in tokens] == [
        ("have", "AUX", True),
        ("dog", None, False),
    ]
