"""Expected width of the interval of a compound's mean, and of ρ between token and type scores, by simulation. Pure.

A compound's mean is simulated as often as SAMPLES says, for every number of raters and sentences from the same draws:
ratings and sentences from the deviations of real ones, severity from a normal distribution. The width is the distance
between the 2.5th and the 97.5th percentile of the means. For ρ, studies of as many compounds as planned are simulated;
its width is the mean of those of the interval on the page of token and type scores (Bonett and Wright 2000).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.unit_counts import SEED
from evaluation.rating_agreement.variances import LEAST_CORRELATED, LevelVariance, ScoreVariances
from idiomaticity.ratings.scores import Z_95

SAMPLES = 10_000
# Compounds that are simulated for ρ, in studies of as many as planned, and studies at least.
SIMULATED_COMPOUNDS, LEAST_STUDIES = 20_000, 5
RATERS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30)
SENTENCES = (1, 2, 3, 4, 5, 6)
# Compounds rated by themselves, with their sentences, have no number of sentences.
BY_ITSELF = 0
MOST_COMPOUNDS = 20_000
FEW_CORRELATED = f"{LEAST_CORRELATED} compounds with two or more scores at both levels are needed."
NO_DIFFERENCE = "So far, compounds do not differ by more than chance at one of the levels."
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Precision:
    """Expected width with so many raters of each of so many sentences, BY_ITSELF where the compound has an item of its
    own; `rho` is its expected value where the width is that of a correlation."""

    sentences: int
    raters: int
    width: float
    rho: float | None = None

    @property
    def ratings(self) -> int:
        """Return the ratings that a compound's mean takes."""
        return self.raters * max(self.sentences, 1)


def simulate_means(
    level: LevelVariance,
    sentence_variance: float,
    *,
    sentence_deviations: _Floats | None = None,
    sentences: Sequence[int] = SENTENCES,
    raters: Sequence[int] = RATERS,
    has_shared_raters: bool = False,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> list[Precision]:
    """Return the width of a compound's mean for every number of sentences and raters.

    With `has_shared_raters`, the same people rate all sentences of a compound, so that more sentences do not even out
    their severity.
    """
    random = np.random.default_rng(seed)
    shape = samples, max(*sentences, 1), max(raters)
    scores = _draw(level.deviations, level.ratings, shape, random)
    scores *= np.float32(sqrt(1 - level.severity / level.ratings)) if level.ratings else np.float32(1)
    people = (samples, 1, shape[2]) if has_shared_raters else shape
    scores += np.float32(sqrt(level.severity)) * random.standard_normal(people, dtype=np.float32)
    scores += _draw(sentence_deviations, sentence_variance, (*shape[:2], 1), random)
    sums = scores.cumsum(axis=1).cumsum(axis=2)
    planned = []
    for count in sentences:
        for people_count in raters:
            ratings = max(count, 1) * people_count
            low, high = np.percentile(sums[:, max(count, 1) - 1, people_count - 1] / ratings, [2.5, 97.5])
            planned.append(Precision(count, people_count, float(high - low)))
    return planned


def _draw(
    deviations: _Floats | None, variance: float, shape: tuple[int, int, int], random: np.random.Generator
) -> npt.NDArray[np.float32]:
    """Return deviations drawn with replacement, or from a normal distribution where none are known."""
    if deviations is None or not len(deviations):
        return np.float32(sqrt(variance)) * random.standard_normal(shape, dtype=np.float32)
    return deviations.astype(np.float32)[random.integers(0, len(deviations), shape)]


def simulate_correlation(
    variances: ScoreVariances,
    compounds: int,
    *,
    sentences: Sequence[int] = SENTENCES,
    raters: Sequence[int] = RATERS,
    has_shared_raters: bool = False,
    seed: int = SEED,
) -> list[Precision]:
    """Return ρ between token and type scores of so many compounds, and the width of its interval.

    Raise ValueError without variances at both levels.
    """
    token, type_ = variances.token, variances.type
    if token is None or type_ is None or variances.covariance is None or not (token.compounds and type_.compounds):
        raise ValueError("Both levels need a variance.")
    random = np.random.default_rng(seed)
    shape = max(LEAST_STUDIES, SIMULATED_COMPOUNDS // compounds), compounds
    shared, own, token_noise, type_noise = random.standard_normal((4, *shape))
    r = min(max(variances.covariance / sqrt(token.compounds * type_.compounds), -1.0), 1.0)
    type_scores = sqrt(type_.compounds) * (r * shared + sqrt(1 - r * r) * own)
    planned = []
    for people in raters:
        type_ranks = _rank(type_scores + sqrt(type_.ratings / people) * type_noise)
        for count in sentences:
            variance = find_mean_variance(
                token, variances.sentences or 0.0, count, people, has_shared_raters=has_shared_raters
            )
            token_ranks = _rank(sqrt(token.compounds) * shared + sqrt(variance) * token_noise)
            rho = (token_ranks * type_ranks).sum(axis=1) / (type_ranks**2).sum(axis=1)
            planned.append(Precision(count, people, _mean_width(rho, compounds), float(rho.mean())))
    return sorted(planned, key=lambda row: (row.sentences, row.raters))


def find_mean_variance(
    level: LevelVariance, sentence_variance: float, sentences: int, raters: int, *, has_shared_raters: bool
) -> float:
    """Return the variance of a compound's mean around the compound's score."""
    severity = level.severity / (raters if has_shared_raters else raters * sentences)
    return sentence_variance / sentences + severity + (level.ratings - level.severity) / (raters * sentences)


def _rank(values: _Floats) -> _Floats:
    """Return the ranks of each row around their mean; simulated values have no ties."""
    return values.argsort(axis=1).argsort(axis=1) - (values.shape[1] - 1) / 2


def _mean_width(rho: _Floats, compounds: int) -> float:
    """Return the mean width of Bonett and Wright's intervals of many ρ."""
    bounded = np.clip(rho, -1 + 1e-12, 1 - 1e-12)
    reach = Z_95 * np.sqrt((1 + bounded**2 / 2) / (compounds - 3))
    z = np.arctanh(bounded)
    return float(np.mean(np.tanh(z + reach) - np.tanh(z - reach)))


def choose_designs(planned: Iterable[Precision], wanted: float) -> list[Precision]:
    """Return for each number of sentences the fewest raters whose width is as wanted, the fewest ratings first."""
    cheapest: dict[int, Precision] = {}
    for row in sorted(planned, key=lambda row: row.raters):
        if row.width <= wanted:
            cheapest.setdefault(row.sentences, row)
    return sorted(cheapest.values(), key=lambda row: (row.ratings, row.sentences))
