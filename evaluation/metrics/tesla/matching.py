"""Matching of the n-grams of two sentences: similarities, and the matching with the greatest sum.

    maximise S = Σ s(x,y)·f(x,y)   with Σ_y f(x,y) ≤ w(x),  Σ_x f(x,y) ≤ w(y),  f ≥ 0

Where n-grams of unequal weight have no similarity, which is the rule, an assignment of equals is exact; otherwise the
linear program itself is solved.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from evaluation.metrics.tesla.tokens import TeslaToken

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
LONGEST = 3
# Of an n-gram with 0, 1, 2, 3 function words.
_WEIGHTS = np.array([1.0, 0.1, 0.01, 0.001])


def equal_lemmas(hypothesis: Sequence[TeslaToken], reference: Sequence[TeslaToken]) -> Flags:
    """Return hypothesis × reference flags for equal lemmas."""
    return _equal([token.lemma for token in hypothesis], [token.lemma for token in reference])


def equal_pos(hypothesis: Sequence[TeslaToken], reference: Sequence[TeslaToken]) -> Flags:
    """Return hypothesis × reference flags for equal parts of speech; an unknown one equals none."""
    # Two numbers that no word shares stand for an unknown one on either side.
    return _equal([token.pos or 1 for token in hypothesis], [token.pos or 2 for token in reference])


def _equal(hypothesis: Sequence[object], reference: Sequence[object]) -> Flags:
    # Both sides share the numbers, so that equal values are equal numbers, which numpy compares at once.
    numbers: dict[object, int] = {}
    first = np.array([numbers.setdefault(value, len(numbers)) for value in hypothesis], dtype=np.int32)
    second = np.array([numbers.setdefault(value, len(numbers)) for value in reference], dtype=np.int32)
    return first[:, None] == second[None, :]


def word_similarity(
    hypothesis: Sequence[TeslaToken], reference: Sequence[TeslaToken], lemmas: Flags, pos: Flags
) -> Floats:
    """Return s_ms: 1 for equal lemmas, otherwise half for a common synset and half for the same part of speech."""
    similarity: Floats = np.where(pos, 0.5, 0.0)
    holders: dict[int, list[int]] = {}
    for row, token in enumerate(hypothesis):
        for synset in token.synsets:
            holders.setdefault(synset, []).append(row)
    shared: set[tuple[int, int]] = set()  # tokens may share several synsets, which count once
    for column, token in enumerate(reference):
        for synset in token.synsets:
            shared.update((row, column) for row in holders.get(synset, ()))
    for cell in shared:
        similarity[cell] += 0.5
    similarity[lemmas] = 1.0
    return similarity


def ngram_similarity(words: Floats, n: int) -> Floats:
    """Return the mean over the positions, 0 if any position is 0: (h − n + 1) × (r − n + 1)."""
    rows, columns = words.shape[0] - n + 1, words.shape[1] - n + 1
    total = words[:rows, :columns].copy()
    least = total
    for offset in range(1, n):
        shifted = words[offset : offset + rows, offset : offset + columns]
        total += shifted
        least = np.minimum(least, shifted) if offset > 1 else np.minimum(words[:rows, :columns], shifted)
    if n == 1:
        return total
    total /= n
    total[least == 0] = 0.0
    return total


def ngram_weights(tokens: Sequence[TeslaToken], n: int) -> Floats:
    """Return 0.1 to the number of function words of each n-gram."""
    flags = np.array([token.is_function for token in tokens], dtype=np.int64)
    count = max(0, len(flags) - n + 1)
    total = np.zeros(count, dtype=np.int64)
    for start in range(n):
        total += flags[start : start + count]
    return _WEIGHTS[total]


def maximise(similarity: Floats, weights: Floats, reference_weights: Floats) -> Floats:
    """Return the f with the greatest S, as hypothesis × reference."""
    # scipy weighs 100 MB in every process: loaded by those that need it
    from scipy.optimize import linear_sum_assignment

    flow = np.zeros_like(similarity)
    if not similarity.size:
        return flow
    if np.any((similarity > 0) & (weights[:, None] != reference_weights[None, :])):
        return solve_linear_program(similarity, weights, reference_weights)
    rows, columns = linear_sum_assignment(similarity * weights[:, None], maximize=True)
    flow[rows, columns] = weights[rows] * (similarity[rows, columns] > 0)
    return flow


def solve_linear_program(similarity: Floats, weights: Floats, reference_weights: Floats) -> Floats:
    """Solve the linear program for any weights, some ten times slower than an assignment.

    Raise RuntimeError if the solver fails.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, vstack

    rows, columns = np.nonzero(similarity)
    cells = np.arange(len(rows))
    ones = np.ones(len(rows))
    limits = vstack(
        [
            csr_array((ones, (rows, cells)), shape=(len(weights), len(rows))),
            csr_array((ones, (columns, cells)), shape=(len(reference_weights), len(rows))),
        ]
    )
    solution = linprog(
        -similarity[rows, columns], A_ub=limits, b_ub=np.concatenate([weights, reference_weights]), method="highs"
    )
    if not solution.success:
        raise RuntimeError(f"The linear program of a matching was not solved: {solution.message}")
    flow = np.zeros_like(similarity)
    flow[rows, columns] = solution.x
    return flow
