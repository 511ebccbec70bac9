"""Links chosen from the similarity of vectors."""

import numpy as np
import pytest

from alignment.suggestions.encoder.links import (
    DISTANCE_WEIGHT,
    TEMPERATURE,
    choose_links,
    estimate_probabilities,
    measure_similarity,
)

EAST, NORTH = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def test_similarity_is_the_mean_cosine_less_the_distance_of_relative_places() -> None:
    layers = [np.array([EAST, NORTH]), np.array([EAST, EAST])]
    similarity = measure_similarity(layers, [np.array([EAST]), np.array([EAST])])
    # The only target word lies half-way; the source words at a quarter and three quarters.
    assert similarity == pytest.approx(np.array([[1.0], [0.5]]) - DISTANCE_WEIGHT * 0.25)


def test_a_probability_is_the_geometric_mean_of_both_directions() -> None:
    similarity = TEMPERATURE * np.log(np.array([[4.0, 1.0], [1.0, 1.0]]))
    expected = [[4 / 5, np.sqrt(1 / 5 * 1 / 2)], [np.sqrt(1 / 2 * 1 / 5), 1 / 2]]
    assert estimate_probabilities(similarity) == pytest.approx(np.array(expected))


def test_a_word_may_have_several_links_or_none() -> None:
    probabilities = np.array([[0.6, 0.5, 0.0], [0.1, 0.2, 0.3]])
    assert choose_links(probabilities, 0.4) == [(0, 0), (0, 1)]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_an_empty_sentence_has_no_links(shape: tuple[int, int]) -> None:
    source, target = (np.zeros((length, 2)) for length in shape)
    assert not choose_links(estimate_probabilities(measure_similarity([source], [target])), 0.1)
