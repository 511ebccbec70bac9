"""Uncertainty of a decoder while it translates expressions and while it translates other words.

    H = −Σ p·ln p   of the distribution behind a token; a word's entropy is the mean over its tokens

Entropies of words of expressions and of other words are averaged apart, over all words. Source: Baziotis et al. 2023,
§4.3, where distributions are those of the decoder for each reference token, and words of an expression those aligned to
it. Rows of attention weights are distributions, too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from annotation_site.coefficients.resampling import Floats

# Sums of half-precision probabilities over a vocabulary are this far from 1.
_TOLERANCE = 0.01
EXPRESSION, OTHER, DIFFERENCE = "expression", "other", "difference"
FIGURES = (EXPRESSION, OTHER, DIFFERENCE)


def find_entropies(distributions: Sequence[Sequence[float]]) -> list[float]:
    """Return the entropy of each distribution in nats; raise ValueError for a row that is none."""
    entropies = []
    for number, row in enumerate(distributions, 1):
        shares = np.asarray(row, dtype=np.float64)
        total = shares.sum() if shares.ndim == 1 else np.nan
        if not abs(total - 1) <= _TOLERANCE or shares.min() < 0:
            raise ValueError(f"Distribution {number} is not one: its shares must be 0 or more and add up to 1.")
        shares = shares[shares > 0] / total
        entropies.append(float(-(shares * np.log(shares)).sum()) or 0.0)
    return entropies


def average_words(entropies: Sequence[float], words: Sequence[int]) -> dict[int, float]:
    """Return the mean entropy of each word, given the word of each token; raise ValueError if one list is longer."""
    if len(entropies) != len(words):
        raise ValueError(f"There are {len(entropies)} tokens, but “words” names the words of {len(words)}.")
    tokens: dict[int, list[float]] = {}
    for entropy, word in zip(entropies, words, strict=True):
        tokens.setdefault(word, []).append(entropy)
    return {word: sum(token_entropies) / len(token_entropies) for word, token_entropies in tokens.items()}


def sum_sentence(words: dict[int, float], expression: Collection[int]) -> list[float]:
    """Return sum and number of the words of expressions, then of the others; raise ValueError for an unknown word."""
    if unknown := set(expression) - set(words):
        raise ValueError(f"Word {min(unknown)} of the expression is not among the words of the sentence.")
    inside = [entropy for word, entropy in words.items() if word in expression]
    outside = [entropy for word, entropy in words.items() if word not in expression]
    return [sum(inside), len(inside), sum(outside), len(outside)]


def mean_entropies(sums: Floats) -> Floats:
    """Return means of words of expressions and of others, and the difference, NaN where there is none of them."""
    with np.errstate(invalid="ignore", divide="ignore"):
        inside, outside = sums[:, 0] / sums[:, 1], sums[:, 2] / sums[:, 3]
    return np.stack([inside, outside, inside - outside], axis=1)
