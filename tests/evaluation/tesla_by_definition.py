"""TESLA-M written out from its definition, every cell a variable of one linear program: the oracle of the tests."""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog

from evaluation.metrics.tesla.score import Kind
from evaluation.metrics.tesla.tokens import TeslaToken


def score_by_definition(hypothesis: Sequence[TeslaToken], reference: Sequence[TeslaToken]) -> float:
    """Return the mean of the six F."""
    kinds: tuple[Kind, ...] = ("ms", "pos")
    return sum(solve_by_definition(hypothesis, reference, n, kind) for n in (1, 2, 3) for kind in kinds) / 6


def solve_by_definition(hypothesis: Sequence[TeslaToken], reference: Sequence[TeslaToken], n: int, kind: Kind) -> float:
    """F of the n-grams."""
    first = [hypothesis[start : start + n] for start in range(len(hypothesis) - n + 1)]
    second = [reference[start : start + n] for start in range(len(reference) - n + 1)]
    values = np.zeros((len(first), len(second)))
    for row, x in enumerate(first):
        for column, y in enumerate(second):
            words = [_similarity(a, b, kind) for a, b in zip(x, y, strict=True)]
            values[row, column] = 0 if 0 in words else sum(words) / n
    weights = [0.1 ** sum(word.is_function for word in gram) for gram in [*first, *second]]
    limits = np.zeros((len(weights), values.size))
    for row in range(len(first)):
        for column in range(len(second)):
            cell = row * len(second) + column
            limits[row, cell] = limits[len(first) + column, cell] = 1
    total = 0.0
    if values.size:
        total = -linprog(-values.ravel(), A_ub=limits, b_ub=weights, method="highs").fun
    return float(total / (0.2 * sum(weights[: len(first)]) + 0.8 * sum(weights[len(first) :])))


def _similarity(x: TeslaToken, y: TeslaToken, kind: Kind) -> float:
    if kind == "pos":
        return float(x.pos == y.pos)
    return 1.0 if x.lemma == y.lemma else (bool(x.synsets & y.synsets) + (x.pos == y.pos)) / 2
