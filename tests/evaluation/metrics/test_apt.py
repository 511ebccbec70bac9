"""APT-Eval: aligned words of both sides."""

import pytest
from sacrebleu.metrics.chrf import CHRF

from evaluation.metrics.apt import AptScore, score_apt


def test_unigram_counts_types_over_reference_words():
    score = score_apt(["briser", "la", "glace"], ["la", "la", "glace", "fondre"])
    assert score.unigram == pytest.approx(2 / 3)
    assert score.chrf == pytest.approx(CHRF().sentence_score("la la glace fondre", ["briser la glace"]).score / 100)


def test_empty_reference_has_no_score_and_empty_hypothesis_scores_0():
    assert score_apt([], ["x"]) is None
    assert (score_apt(["x"], []), score_apt(["x"], ["x"])) == (AptScore(0.0, 0.0), AptScore(1.0, 1.0))
