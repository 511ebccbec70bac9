"""Similarity of the words of two sentences, and the probabilities of links that follow from it alone."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

# Fixed on the development pairs of XL-WA English–Italian alone; docs/howto/aligners.md reports on other texts.
DISTANCE_WEIGHT = 0.2
SUPPORT_WEIGHT = 0.1
TEMPERATURE = 0.06

Matrix = NDArray[np.floating]


def measure_cosine(source: Sequence[Matrix], target: Sequence[Matrix]) -> Matrix:
    """Return source words × target words: the mean cosine over layers. Vectors, words × width for each layer, have
    length 1.
    """
    cosines = [first @ second.T for first, second in zip(source, target, strict=True)]
    return np.asarray(np.mean(cosines, axis=0, dtype=np.float64))


def measure_distance(shape: tuple[int, ...]) -> Matrix:
    """Return the difference of the words' relative places, 0 to 1."""
    source, target = ((np.arange(length) + 0.5) / length for length in shape)
    return np.asarray(np.abs(source[:, None] - target[None, :]))


def normalise(similarity: Matrix, axis: int) -> Matrix:
    """Return the softmax of similarities at `TEMPERATURE` over the words of one sentence."""
    # Less the largest, which changes nothing, so that the exponential cannot overflow.
    weights = np.exp((similarity - similarity.max(axis, keepdims=True)) / TEMPERATURE)
    return np.asarray(weights / weights.sum(axis, keepdims=True))


def estimate_probabilities(similarity: Matrix) -> Matrix:
    """Return how probable each link is, 0 to 1: the geometric mean of both directions' softmax, so that a word may have
    several links, or none (after Dou & Neubig 2021, who take a threshold of each direction).
    """
    return np.sqrt(normalise(similarity, 1) * normalise(similarity, 0))


def support_neighbours(similarity: Matrix) -> Matrix:
    """Return the similarity and `SUPPORT_WEIGHT` times the mean probability of the links between the words before both
    and between the words after both, as translated words mostly follow each other like their sources.
    """
    # With a rim of zeros: the first and the last word have no neighbour on one side.
    probabilities = np.pad(estimate_probabilities(similarity), 1)
    return similarity + SUPPORT_WEIGHT * (probabilities[:-2, :-2] + probabilities[2:, 2:]) / 2
