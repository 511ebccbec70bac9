"""APT-Eval: aligned words of both sides."""

import pytest
from sacrebleu.metrics.chrf import CHRF

from evaluation.metrics.apt import AptSums, align_words, score_apt


def test_words_are_those_that_any_link_reaches_each_once_in_their_order():
    links = {(1, 3), (2, 0), (2, 3), (0, 2)}
    assert align_words({1, 2}, links, ["brise", "donc", "la", "glace"]) == ["brise", "glace"]
    assert align_words({7}, links, ["brise"]) == []


def test_a_link_past_the_end_is_an_error():
    with pytest.raises(IndexError, match="token 4, but the sentence has 2"):
        align_words({0}, [(0, 4)], ["a", "b"])


def test_unigram_counts_types_over_reference_words():
    score = score_apt(["briser", "la", "glace"], ["la", "la", "glace", "fondre"])
    assert score.unigram == pytest.approx(2 / 3)
    assert score.chrf == pytest.approx(CHRF().sentence_score("la la glace fondre", ["briser la glace"]).score / 100)


def test_empty_reference_is_left_out_and_empty_hypothesis_scores_0():
    sums = AptSums()
    sums.put("a", score_apt([], ["x"]))
    sums.put("a", score_apt(["x"], []))
    sums.put("b", score_apt(["x"], ["x"]))
    assert (sums.left_out, sums.unigram.macro, sums.chrf.macro) == (1, 0.5, 0.5)
    assert (AptSums() + sums) == sums
