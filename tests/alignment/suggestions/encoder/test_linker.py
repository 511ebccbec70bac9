"""Links chosen by regressions, and regressions learnt from links."""

import numpy as np
import pytest

from alignment.suggestions.encoder.features import LIKELY, WordPairs, best_rival, describe_similarity, neighbours
from alignment.suggestions.encoder.learning import Error, cross_validate, learn
from alignment.suggestions.encoder.linker import Linker, choose_links
from alignment.suggestions.encoder.regression import Regression
from alignment.suggestions.encoder.similarity import (
    DISTANCE_WEIGHT,
    estimate_probabilities,
    measure_distance,
    support_neighbours,
)

COSINE = np.array([[0.9, 0.1, 0.0], [0.2, 0.3, 0.1]])


def make_text(pairs: int, lengths: int = 6) -> tuple[list[WordPairs], list[dict[tuple[int, int], str]]]:
    """Return pairs whose links are hidden by noise, but found where three follow each other."""
    chance = np.random.default_rng(7)
    text, gold = [], []
    for _ in range(pairs):
        shift = int(chance.integers(0, 2))
        links = {(i, i + shift): "S" for i in range(lengths - shift)}
        cosine = chance.normal(0.25, 0.12, (lengths, lengths))
        for cell in links:
            cosine[cell] += 0.35
        words = [f"w{k}" for k in range(lengths)]
        text.append(WordPairs(words, words, cosine))
        gold.append(links)
    return text, gold


def error_of(linker: Linker, text: list[WordPairs], gold: list[dict[tuple[int, int], str]]) -> float:
    made = (choose_links(found, linker.sure_from) for found in linker.link(text))
    return sum((Error.of(links, each) for links, each in zip(made, gold, strict=True)), Error()).rate


def test_a_word_may_have_several_links_or_none() -> None:
    probabilities = np.array([[0.6, 0.5, 0.0], [0.1, 0.2, 0.3]])
    assert choose_links(probabilities, 0.4) == [(0, 0), (0, 1)]


def test_what_lies_around_a_cell_and_its_best_rivals() -> None:
    values = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    around = np.array([shifted[0, 1] for shifted in neighbours(values, 1)])
    assert around.tolist() == [0, 0, 0, 1, 3, 4, 5, 6]
    assert best_rival(values, 1).tolist() == [[3, 3, 2], [6, 6, 5]]
    assert best_rival(values[:1], 0).tolist() == [[0, 0, 0]]


def test_the_likelihood_among_the_features_is_that_of_the_supported_similarity() -> None:
    features = describe_similarity(WordPairs(["a", "b"], ["c", "d", "e"], COSINE))
    similarity = COSINE - DISTANCE_WEIGHT * measure_distance(COSINE.shape)
    assert features[:, :, LIKELY] == pytest.approx(estimate_probabilities(support_neighbours(similarity)))


def test_a_regression_finds_the_odds_that_outcomes_have() -> None:
    # Of those with the feature three of four happen, of the others one of four: odds of 3 and of a third.
    features = np.array([[1.0]] * 4 + [[0.0]] * 4)
    outcomes = np.array([1, 1, 1, 0, 1, 0, 0, 0], float)
    found = Regression.fit(features, outcomes, np.ones(8), penalty=1e-9)
    assert found.predict(np.array([[1.0], [0.0]])) == pytest.approx([0.75, 0.25], abs=1e-6)
    twice = Regression.fit(features, outcomes, np.array([1, 1, 1, 3, 1, 1, 1, 1.0]), penalty=1e-9)
    assert twice.predict(np.array([[1.0]])) == pytest.approx([0.5], abs=1e-6)


def test_the_error_rate_is_that_of_och_and_ney() -> None:
    error = Error.of([(0, 0), (1, 1), (2, 0)], {(0, 0): "S", (1, 1): "P", (2, 2): "S"})
    assert error.rate == pytest.approx(1 - (1 + 2) / (3 + 2))
    assert Error().rate == 1.0


def test_what_is_learnt_errs_less_than_before_on_pairs_that_it_did_not_see_and_survives_its_file() -> None:
    text, gold = make_text(40)
    poor = learn(text[:5], [{(0, 5): "S"}] * 5)
    figures = cross_validate(text, gold, poor)
    assert figures["after"]["aer"] < 0.1 < figures["before"]["aer"]
    linker = learn(text, gold)
    unseen = make_text(60)[0][40:], make_text(60)[1][40:]
    assert error_of(Linker.from_json(linker.to_json()), *unseen) < 0.1


def test_a_pair_that_is_left_out_is_never_learnt_from() -> None:
    """With links drawn by chance there is nothing to learn, and every left-out pair shows it."""
    text, _ = make_text(40)
    chance = np.random.default_rng(3)
    gold = [{(int(i), int(j)): "S" for i, j in chance.integers(0, 6, (5, 2))} for _ in text]
    figures = cross_validate(text, gold, learn(text, gold))
    assert figures["after"]["aer"] > 0.7


def test_a_possible_link_is_neither_right_nor_wrong() -> None:
    text, gold = make_text(20)
    marked = [{**links, (0, 5): "P"} for links in gold]
    assert learn(text, marked).first.weights != pytest.approx(learn(text, gold).first.weights)
    sure = [{**links, (0, 5): "S"} for links in gold]
    places = {name: learn(text, each).link(text)[0][0, 5] for name, each in (("P", marked), ("S", sure))}
    assert places["P"] < 0.5 < places["S"]
    assert learn(text, marked, possible=1).second.weights == pytest.approx(learn(text, sure).second.weights)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_an_empty_sentence_has_no_links(shape: tuple[int, int]) -> None:
    text, gold = make_text(10)
    empty = WordPairs(["w"] * shape[0], ["w"] * shape[1], np.zeros(shape))
    found = learn(text, gold).link([text[0], empty, text[1]])
    assert [each.shape for each in found] == [(6, 6), shape, (6, 6)]
