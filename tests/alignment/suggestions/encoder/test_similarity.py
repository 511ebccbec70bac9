"""Similarity of words, and probabilities from it alone."""

import numpy as np
import pytest

from alignment.suggestions.encoder.similarity import (
    SUPPORT_WEIGHT,
    TEMPERATURE,
    estimate_probabilities,
    measure_cosine,
    measure_distance,
    support_neighbours,
)

EAST, NORTH = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def test_the_cosine_is_the_mean_over_layers() -> None:
    layers = [np.array([EAST, NORTH]), np.array([EAST, EAST])]
    assert measure_cosine(layers, [np.array([EAST]), np.array([EAST])]) == pytest.approx(np.array([[1.0], [0.5]]))


def test_distance_is_that_of_relative_places() -> None:
    # The only target word lies half-way; the source words at a quarter and three quarters.
    assert measure_distance((2, 1)) == pytest.approx(np.array([[0.25], [0.25]]))


def test_a_probability_is_the_geometric_mean_of_both_directions() -> None:
    similarity = TEMPERATURE * np.log(np.array([[4.0, 1.0], [1.0, 1.0]]))
    expected = [[4 / 5, np.sqrt(1 / 5 * 1 / 2)], [np.sqrt(1 / 2 * 1 / 5), 1 / 2]]
    assert estimate_probabilities(similarity) == pytest.approx(np.array(expected))


def test_a_link_is_supported_by_the_links_before_and_after_it() -> None:
    similarity = np.array([[0.9, 0.1, 0.0], [0.2, 0.3, 0.1], [0.0, 0.2, 0.8]])
    found = estimate_probabilities(similarity)
    gained = (support_neighbours(similarity) - similarity) * 2 / SUPPORT_WEIGHT
    for i, j in np.ndindex(3, 3):
        before = found[i - 1, j - 1] if i and j else 0
        after = found[i + 1, j + 1] if i < 2 and j < 2 else 0
        assert gained[i, j] == pytest.approx(before + after)
