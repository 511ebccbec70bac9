"""Links between the words of two sentences, chosen from the similarity of their vectors."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

# Fixed on the development pairs of XL-WA English–Italian alone; docs/aligners.md reports on other texts.
DISTANCE_WEIGHT = 0.1
TEMPERATURE = 0.05
SURE_FROM, POSSIBLE_FROM = 0.4, 0.3

Matrix = NDArray[np.floating]


def measure_similarity(source: Sequence[Matrix], target: Sequence[Matrix]) -> Matrix:
    """Return source words × target words: the mean cosine over layers, less `DISTANCE_WEIGHT` times the difference of
    the words' relative places (0 to 1). Vectors, words × width for each layer, have length 1.
    """
    cosine = np.mean([first @ second.T for first, second in zip(source, target, strict=True)], axis=0)
    places = [(np.arange(length) + 0.5) / length for length in cosine.shape]
    return cosine - DISTANCE_WEIGHT * np.abs(places[0][:, None] - places[1][None, :])


def estimate_probabilities(similarity: Matrix) -> Matrix:
    """Return how probable each link is, 0 to 1: the geometric mean of both directions' softmax at `TEMPERATURE`, so
    that a word may have several links, or none (after Dou & Neubig 2021, who take a threshold of each direction).
    """
    if not similarity.size:
        return similarity
    weights = np.exp((similarity - similarity.max()) / TEMPERATURE)
    return np.sqrt((weights / weights.sum(1, keepdims=True)) * (weights / weights.sum(0, keepdims=True)))


def choose_links(probabilities: Matrix, least: float) -> list[tuple[int, int]]:
    """Return the pairs of words with at least this probability, by source word."""
    return [(int(source), int(target)) for source, target in zip(*np.nonzero(probabilities >= least), strict=True)]
