"""Perplexity of references under a model: of all their tokens, and of those that translate expressions and others.

    PPL = exp(−Σ ln p / tokens),   ln p of each reference token given those before it

Source: Baziotis et al. 2023, §4.2, where the tokens of expressions in the source were encoded in wider or narrower
contexts. Of two contexts the perplexities are compared over the same sentences.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from annotation_site.coefficients.resampling import Floats

PERPLEXITY, EXPRESSION, OTHER = "perplexity", "expression", "other"
FIGURES = (PERPLEXITY, EXPRESSION, OTHER)


def sum_sentence(
    log_probabilities: Sequence[float], words: Sequence[int] | None, expression: Collection[int]
) -> list[float]:
    """Return sum and number of all tokens, then of those of the expression's words, then of the others.

    Raise ValueError for lists of different lengths, an unknown word, and what is no logarithm of a probability.
    """
    tokens = np.asarray(log_probabilities, dtype=np.float64)
    if tokens.ndim != 1 or not (np.isfinite(tokens).all() and (tokens <= 0).all()):
        raise ValueError("A log-probability must be a number of 0 or less.")
    named = range(len(tokens)) if words is None else words
    if len(named) != len(tokens):
        raise ValueError(f"There are {len(tokens)} tokens, but “words” names the words of {len(named)}.")
    if unknown := set(expression) - set(named):
        raise ValueError(f"Word {min(unknown)} of the expression is not among the words of the sentence.")
    inside = np.array([word in expression for word in named], dtype=bool)
    parts = (tokens, tokens[inside], tokens[~inside])
    return [value for part in parts for value in (float(part.sum()), float(len(part)))]


def find_perplexities(sums: Floats) -> Floats:
    """Return the perplexities from sums, NaN where there is no token."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.exp(-sums[:, ::2] / sums[:, 1::2])
