"""MACE: how often each rater answers from knowledge, and how often at random (Hovy et al. 2013).

    T_i ~ Uniform(K)                              the true label of unit i
    S_ij ~ Bernoulli(1 − θ_j)                     whether rater j answers without looking
    A_ij = T_i if S_ij = 0, else A_ij ~ ξ_j       the answer; ξ_j is the rater's habit among the K labels

θ_j is the competence. Trained by variational Bayes with the priors of the authors' program, θ ~ Beta(.5, .5) and
ξ ~ Dirichlet(10), from several starts, of which the one with the highest evidence counts; like that program, this one
reports exp E[log θ_j]. Pure numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.alpha import Labels, encode

RESTARTS, ITERATIONS, SEED = 10, 50, 12345
THETA_PRIOR, STRATEGY_PRIOR = 0.5, 10.0
# Starts differ by as much of the uniform distribution, as in the authors' program.
_NOISE = 0.5
_Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Answers:
    """Answers in long form, as codes from 0, with the number of units, raters and labels."""

    unit: _Integers
    rater: _Integers
    label: _Integers
    units: int
    raters: int
    labels: int

    @classmethod
    def from_long_form(cls, units: Labels, raters: Labels, labels: Labels) -> Answers:
        """Encode three sequences with one entry for each answer; raters keep the order of their first answer."""
        unit, rater, label = encode(units), encode(raters), encode(labels)
        return cls(unit, rater, label, *(int(codes.max(initial=-1)) + 1 for codes in (unit, rater, label)))


@dataclass(frozen=True)
class Competence:
    """Competence of each rater in the order of `Answers`, the probability of each label of each unit, and the log
    evidence of the chosen start."""

    competence: _Floats
    posterior: _Floats
    evidence: float


@dataclass(frozen=True)
class _Model:
    """Weights of knowing and spamming (raters × 2) and of each label when spamming (raters × labels)."""

    knows: _Floats
    spams: _Floats
    strategy: _Floats


def estimate_competence(
    answers: Answers,
    *,
    restarts: int = RESTARTS,
    iterations: int = ITERATIONS,
    seed: int = SEED,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> Competence:
    """Return the raters' competence; raise ValueError without answers. `report` is called after each start."""
    if not len(answers.unit):
        raise ValueError("There are no answers.")
    generator = np.random.default_rng(seed)
    best = Competence(np.zeros(0), np.zeros(0), -np.inf)
    for start in range(restarts):
        model = _begin(answers, generator)
        for _ in range(iterations):
            posterior, spamming, evidence = find_posterior(answers, model.knows, model.spams, model.strategy)
            known = _sum_by(answers.rater, 1 - spamming, answers.raters)
            habits = _sum_by(answers.rater * answers.labels + answers.label, spamming, answers.raters * answers.labels)
            habits = habits.reshape(answers.raters, answers.labels)
            model = _maximise(known, habits)
        if evidence > best.evidence:
            best = Competence(model.knows, posterior, evidence)
        report(start + 1, restarts)
    return best


def find_posterior(
    answers: Answers, knows: _Floats, spams: _Floats, strategy: _Floats
) -> tuple[_Floats, _Floats, float]:
    """Return P(T | A) as units × labels, P(S = 1 | A) of every answer, and log P(A), for given θ, 1 − θ and ξ.

    log P(A_i) = log 1/K Σ_t Π_j (θ_j [A_ij = t] + (1 − θ_j) ξ_j(A_ij)). Every factor is the spamming term, to which the
    label that was given adds that of knowing, so that all labels of a unit cost one pass over its answers.
    """
    spammed = spams[answers.rater] * strategy[answers.rater, answers.label]
    knew = knows[answers.rater] + spammed
    # The quotient of the two terms, summed where a label was given; all others keep the product of the spamming terms.
    base = _sum_by(answers.unit, np.log(spammed), answers.units)
    cells = answers.unit * answers.labels + answers.label
    gain = _sum_by(cells, np.log(knew) - np.log(spammed), answers.units * answers.labels)
    logs = base[:, None] + gain.reshape(answers.units, answers.labels) - np.log(answers.labels)
    highest = logs.max(axis=1, keepdims=True)
    weights = np.exp(logs - highest)
    sums = weights.sum(axis=1, keepdims=True)
    posterior = weights / sums
    of_given = posterior[answers.unit, answers.label]
    spamming = 1 - of_given * knows[answers.rater] / knew
    return posterior, spamming, float((np.log(sums) + highest).sum())


def _begin(answers: Answers, generator: np.random.Generator) -> _Model:
    knowing = 1 + _NOISE * generator.random((answers.raters, 2))
    strategy = 1 + _NOISE * generator.random((answers.raters, answers.labels))
    knowing /= knowing.sum(axis=1, keepdims=True)
    return _Model(knowing[:, 0], knowing[:, 1], strategy / strategy.sum(axis=1, keepdims=True))


def _maximise(known: _Floats, habits: _Floats) -> _Model:
    """Return the weights exp E[log p] of the posterior Beta and Dirichlet distributions."""
    spammed = habits.sum(axis=1)
    knowing = _expect(np.stack([known, spammed], axis=1) + THETA_PRIOR)
    return _Model(knowing[:, 0], knowing[:, 1], _expect(habits + STRATEGY_PRIOR))


def _expect(counts: _Floats) -> _Floats:
    from scipy.special import digamma  # scipy weighs 100 MB in every process: loaded by those that need it

    return np.asarray(np.exp(digamma(counts) - digamma(counts.sum(axis=1, keepdims=True))))


def _sum_by(places: _Integers, values: Any, length: int) -> _Floats:
    return np.bincount(places, values, length).astype(np.float64)
