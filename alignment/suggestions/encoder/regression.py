"""Logistic regression with a penalty on large weights, by Newton's method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from alignment.suggestions.encoder.similarity import Matrix

STEPS = 30
CLOSE = 1e-4


@dataclass(frozen=True, slots=True)
class Regression:
    """Weights of features that are centred and scaled as they were where it was fitted."""

    centre: Matrix
    spread: Matrix
    weights: Matrix
    constant: float

    @classmethod
    def fit(cls, features: Matrix, outcomes: Matrix, times: Matrix, penalty: float) -> Self:
        """Return the weights under which the outcomes, 0 or 1, each counted so many times, are most probable, less the
        penalty.
        """
        # A feature that never varies has no spread to divide by.
        centre, spread = features.mean(0), features.std(0) + 1e-9
        scaled = np.c_[(features - centre) / spread, np.ones(len(features))]
        # The constant is hardly penalised: how many links there are is no matter of large weights.
        shrink = np.diag([*[penalty] * features.shape[1], 1e-6])
        weights = np.zeros(scaled.shape[1])
        for _ in range(STEPS):
            expected = _logistic(scaled @ weights)
            slope = scaled.T @ (times * (expected - outcomes)) + shrink @ weights
            # Never quite 0, so that the matrix can be inverted where all outcomes are certain.
            curve = (scaled * (times * expected * (1 - expected) + 1e-9)[:, None]).T @ scaled + shrink
            step = np.linalg.solve(curve, slope)
            weights -= step
            if np.abs(step).max() < CLOSE:
                break
        return cls(centre, spread, weights[:-1], float(weights[-1]))

    def predict(self, features: Matrix) -> Matrix:
        """Return the probability of 1, for features along the last axis."""
        return _logistic(((features - self.centre) / self.spread) @ self.weights + self.constant)

    def to_json(self) -> dict[str, Any]:
        return {
            "centre": list(map(_round, self.centre)),
            "spread": list(map(_round, self.spread)),
            "weights": list(map(_round, self.weights)),
            "constant": _round(self.constant),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        centre, spread, weights = (np.array(data[name], float) for name in ("centre", "spread", "weights"))
        return cls(centre, spread, weights, float(data["constant"]))


def _round(number: float) -> float:
    """Return six digits, of which a file of weights needs no more."""
    return float(f"{number:.6g}")


def _logistic(values: Matrix) -> Matrix:
    # The exponential of large numbers overflows, and beyond 30 the probability is as good as certain.
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -30, 30))))
