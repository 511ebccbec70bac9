"""Score_mwe: the paper's examples, the published systems, and the three averages."""

import pytest

from annotation_site.tables.reading import TableOptions
from evaluation.files.tables import read_cells
from evaluation.measures.registry import MEASURES
from evaluation.measures.sums import MeanSums
from evaluation.metrics.mwe_score import match_expression, split_words
from tests.shared_data import shared

SYSTEMS = {
    "Reference": 0.9981,
    "Baseline small": 0.2649,
    "MWE_dictionary": 0.3738,
    "MWE_backtrans": 0.4456,
    "MWE_wordwithspaces": 0.4414,
    "MWE_iob_small": 0.3942,
    "Baseline big": 0.4806,
    "MWE_iob_big": 0.6285,
}


def score(expression, hypothesis):
    return match_expression(expression, split_words(hypothesis))


def test_italian_examples_of_the_paper():
    woke = score("si è svegliato", "si sveglia")
    assert [round(word.score, 3) for word in woke.words] == [1.0, 0.0, 0.778]
    assert woke.score == pytest.approx(0.5926, abs=5e-5)
    rang = score("ho telefonato", "ho fatto una telefonata")
    assert [word.score for word in rang.words] == pytest.approx([1.0, 0.9])
    assert rang.score == pytest.approx(0.95)


def test_a_word_names_its_nearest_and_their_distance():
    word = score("telefonato", "ho fatto una telefonata").words[0]
    assert (word.nearest, word.distance) == ("telefonata", 1)


def test_case_and_ascii_punctuation_do_not_count():
    assert score("L'AMORE, (mio)!", "l amore mio").score == 1
    assert score("l’amore", "l amore").score < 1  # other punctuation is part of its word


@pytest.mark.parametrize("hypothesis", ["", "!?", " \t"])
def test_an_empty_hypothesis_scores_0(hypothesis):
    match = score("tira e molla", hypothesis)
    assert match.score == 0
    assert match.words[0].nearest is None


@pytest.mark.parametrize("expression", ["", "!?", " "])
def test_an_empty_expression_has_no_score(expression):
    assert score(expression, "qualcosa") is None


@pytest.mark.parametrize(
    ("word", "other", "distance"),
    [
        ("a" * 300, "b" * 300, 300),
        ("a" * 256, "b" * 256, 256),
        ("a" * 600, "b" * 257 + "a", 599),
        ("é" * 512, "e" * 511, 512),
    ],
)
def test_distances_over_255_do_not_wrap(word, other, distance):
    """Libraries that keep distances in 8 bits take a word of 256 other letters for the same word."""
    found = score(word, f"{other} {'x' * 2000}").words[0]
    assert found.distance == distance
    assert found.score == pytest.approx(max(0, 1 - found.distance / len(word)))


def test_only_given_words_can_be_the_ones_aligned_to_the_expression():
    assert (
        match_expression("gatto", ["cane"]).score < match_expression("gatto", split_words("il gatto è un cane")).score
    )


def add_up(*sentences):
    """Add sentences, each a list of labels and scores, as a job does chunk by chunk."""
    sums = MeanSums(MEASURES["mwe-score"])
    for sentence in sentences:
        sums.add([[label for label, _ in sentence]], [[score for _, score in sentence]])
    return sums


def test_the_three_averages_differ_as_defined():
    sums = add_up([("a", 1.0), ("b", 0.0)], [("a", 1.0), ("c", None)], [("c", None)])
    assert sums.value("paper") == pytest.approx((0.5 + 1) / 2)
    assert sums.value("code") == pytest.approx(2 / 3)
    assert sums.value("macro") == pytest.approx((1 + 0) / 2)
    assert (sums.left_out, sums.segments) == (2, 2)


def test_nothing_scored_has_no_average():
    assert [add_up().value(kind) for kind in ("paper", "code", "macro")] == [None, None, None]


def test_published_systems_come_out_in_whatever_order_sentences_are_added():
    path = shared("data/evaluation/mwe-100/test_100.annot.xlsx")
    rows = [cells for _, cells in read_cells(str(path), ["MWE ref. trans.", *SYSTEMS], TableOptions(sheet="results"))]
    assert len(rows) == 100
    for column, (system, expected) in enumerate(SYSTEMS.items(), 1):
        sentences = [[(row[0], score(row[0], row[column]).score)] for row in rows]
        value = add_up(*sentences).value("paper")
        assert round(value, 4) == expected, system
        assert add_up(*sentences[::-1]).value("paper") == value
