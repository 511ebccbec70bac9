"""Variances of scores between compounds, sentences and raters, from answers or from a published study. Pure.

A score is the compound's, plus what its sentence adds, plus how severe its rater is, plus the rest. The variances of
these parts are found by the method of moments, and negative ones are cut at 0 (Searle, Casella and McCulloch 1992).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from idiomaticity.scales.score_scale import ScoreScale

LEAST_RATERS = 5
# Whose items were scored twice or more.
LEAST_COMPOUNDS = 10
LEAST_CORRELATED = 20
# A scale with fewer values is not like that of the published study.
LEAST_VALUES = 5
_Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.int64]
_Bools = npt.NDArray[np.bool_]
Basis = Literal["answers", "nctti"]


@dataclass(frozen=True)
class Scores:
    """Scores on one scale: a number for the item, the rater, the compound of each, and whether the compound was rated
    by itself."""

    item: _Integers
    rater: _Integers
    compound: _Integers
    is_type: _Bools
    score: _Floats

    def only(self, wanted: _Bools) -> Scores:
        """Return the scores for which `wanted` is true."""
        columns = (self.item, self.rater, self.compound, self.is_type, self.score)
        return Scores(*(column[wanted] for column in columns))  # type: ignore[arg-type]


@dataclass(frozen=True)
class LevelVariance:
    """Variances at token or type level: between compounds, and between ratings of one item, of which `severity` is the
    raters' own.

    `deviations` from the means of items, with the variance of ratings, are what simulations draw; without any, they
    draw from a normal distribution.
    """

    compounds: float
    ratings: float
    severity: float = 0.0
    deviations: _Floats = field(default_factory=lambda: np.empty(0))


@dataclass(frozen=True)
class ScoreVariances:
    """Variances of a study; `sentences` is None where compounds have one sentence each, `covariance` that of token and
    type scores, and None where too few compounds have both.

    `sentence_deviations` have the variance of sentences, for simulations to draw, which draw normal ones without them.
    They rest on `ratings` scores by `raters` people of `compounds` compounds. `has_shared_raters` says that mostly the
    same people rate all sentences of a compound; `most_raters` is the largest number for which the variances hold.
    """

    basis: Basis
    token: LevelVariance | None
    type: LevelVariance | None
    sentences: float | None
    covariance: float | None
    compounds: int
    raters: int
    ratings: int
    has_shared_raters: bool = False
    most_raters: int | None = None
    sentence_deviations: _Floats = field(default_factory=lambda: np.empty(0))


# Of the English part of NCTTI (Garcia et al. 2021): 280 compounds with three sentences each, 8,725 ratings of 840
# sentences by 412 annotators. Published are means alone: the variance of the three means of a compound (ddof 1), the
# mean over compounds, and variances and covariance of token means, less that of their sentences, and type scores.
NCTTI_COMPOUNDS, NCTTI_RATERS, NCTTI_RATINGS, NCTTI_SENTENCES = 280, 412, 8_725, 840
NCTTI_SENTENCE_MEANS = 0.205984
NCTTI_TOKEN, NCTTI_TYPE, NCTTI_COVARIANCE = 2.246880, 2.201396, 2.088312


def convert_nctti(scale: ScoreScale) -> ScoreVariances | str:
    """Return the variances of NCTTI in points of the scale, or why there are none.

    Raters can add no more to a sentence's mean than all that the means of a compound's sentences differ by. That bound
    is taken for the raters' variance, so that widths with as many raters as NCTTI had, or fewer, are upper bounds.
    """
    if len(scale.values) < LEAST_VALUES:
        return f"The variance of a published study is of a scale with 6 scores; this one has {len(scale.values)}."
    unit = scale.convert(1) ** 2
    each = NCTTI_RATINGS / NCTTI_SENTENCES
    ratings = unit * NCTTI_SENTENCE_MEANS * each
    return ScoreVariances(
        basis="nctti",
        token=LevelVariance(unit * NCTTI_TOKEN, ratings),
        type=LevelVariance(unit * NCTTI_TYPE, ratings),
        sentences=0.0,
        covariance=unit * NCTTI_COVARIANCE,
        compounds=NCTTI_COMPOUNDS,
        raters=NCTTI_RATERS,
        ratings=NCTTI_RATINGS,
        most_raters=int(each),
    )


def estimate_variances(scores: Scores, *, has_sentences: bool) -> ScoreVariances | str:
    """Return the variances of the scores, or a sentence that says what is missing.

    `has_sentences` says that compounds of the study have several sentences.
    """
    twice = scores.only(np.bincount(scores.item, minlength=1)[scores.item] >= 2)
    raters, compounds = len(np.unique(twice.rater)), len(np.unique(twice.compound))
    if raters < LEAST_RATERS or compounds < LEAST_COMPOUNDS:
        return (
            f"Answers of {LEAST_RATERS} raters to {LEAST_COMPOUNDS} compounds, each with two or more scores, are "
            f"needed. There are {raters:,} raters and {compounds:,} compounds."
        )
    token, type_ = twice.only(~twice.is_type), twice.only(twice.is_type)
    has_shared_raters = has_mostly_shared_raters(token)
    of_token, sentences, sentence_deviations = None, None, np.empty(0)
    if _count_compounds(token) >= LEAST_COMPOUNDS:
        of_token = _measure_ratings(token)
        # Severity does not tell sentences apart that the same people rated.
        noise = of_token.ratings - (of_token.severity if has_shared_raters else 0)
        if has_sentences:
            sentence_deviations = _measure_sentences(token, noise)
            sentences = float(np.mean(sentence_deviations**2)) if len(sentence_deviations) else None
        if has_sentences and sentences is None:
            return f"{LEAST_COMPOUNDS} compounds with two or more sentences, each scored twice or more, are needed."
        of_token = _with_compounds(token, of_token, sentences or 0.0)
    of_type = None
    if _count_compounds(type_) >= LEAST_COMPOUNDS:
        of_type = _with_compounds(type_, _measure_ratings(type_), 0.0)
    return ScoreVariances(
        basis="answers",
        token=of_token,
        type=of_type,
        sentences=sentences,
        covariance=_measure_covariance(token, type_) if of_token and of_type else None,
        compounds=compounds,
        raters=raters,
        ratings=len(twice.score),
        has_shared_raters=has_shared_raters,
        sentence_deviations=sentence_deviations,
    )


def has_mostly_shared_raters(token: Scores) -> bool:
    """Return whether most raters of a compound with several sentences scored two of them or more."""
    compounds, place = np.unique(token.compound, return_inverse=True)
    items = np.unique(np.stack([place, token.item]), axis=1)[0]
    several = np.bincount(items, minlength=len(compounds))[place] >= 2
    _, scored = np.unique(np.stack([place, token.rater])[:, several], axis=1, return_counts=True)
    return bool(len(scored)) and bool(np.mean(scored >= 2) > 0.5)


def _count_compounds(scores: Scores) -> int:
    return len(np.unique(scores.compound))


def _measure_ratings(scores: Scores) -> LevelVariance:
    """Return the variance of ratings of one item, and of raters' severity, from items with two scores or more."""
    _, item = np.unique(scores.item, return_inverse=True)
    _, rater, given = np.unique(scores.rater, return_inverse=True, return_counts=True)
    counts = np.bincount(item)
    deviations = scores.score - (np.bincount(item, scores.score) / counts)[item]
    ratings = float((deviations**2).sum() / (counts - 1).sum())
    # The deviations of n ratings from their own mean are too small by (n − 1)/n.
    unbiased = deviations * np.sqrt(counts / (counts - 1))[item]
    own = np.bincount(rater, unbiased) / given
    severity = float((own**2 - ratings / given).sum() / max((1 - 1 / given).sum(), 1e-9))
    scale = np.sqrt(ratings / np.mean(unbiased**2)) if ratings else 1.0
    return LevelVariance(0.0, ratings, min(max(severity, 0.0), ratings), unbiased * scale)


def _measure_sentences(scores: Scores, noise: float) -> _Floats:
    """Return deviations of sentences from their compound with the variance that is theirs without what raters add; none
    for too few compounds."""
    compound, mean, counts = _average_items(scores)
    sentences = np.bincount(compound)
    several = sentences >= 2
    if several.sum() < LEAST_COMPOUNDS:
        return np.empty(0)
    chosen = several[compound]
    deviations = (mean - (np.bincount(compound, mean) / sentences)[compound])[chosen]
    between = (deviations**2).sum() / (sentences[several] - 1).sum()
    own = max(between - noise * np.mean(1 / counts[chosen]), 0.0)
    return deviations * np.sqrt(own / max(np.mean(deviations**2), 1e-12))


def _with_compounds(scores: Scores, level: LevelVariance, sentences: float) -> LevelVariance:
    """Add the variance between compounds, without what sentences and raters add to their means."""
    compound, mean, counts = _average_items(scores)
    items = np.bincount(compound)
    means = np.bincount(compound, mean) / items
    added = sentences / items + np.bincount(compound, level.ratings / counts) / items**2
    compounds = float(max(means.var(ddof=1) - added.mean(), 0.0))
    return LevelVariance(compounds, level.ratings, level.severity, level.deviations)


def _measure_covariance(token: Scores, type_: Scores) -> float | None:
    """Return the covariance of token and type means, whose ratings are of different items, or None for too few."""
    means = []
    for scores in (token, type_):
        keys, place = np.unique(scores.compound, return_inverse=True)
        compound, mean, _ = _average_items(Scores(scores.item, scores.rater, place, scores.is_type, scores.score))
        means.append(dict(zip(keys.tolist(), np.bincount(compound, mean) / np.bincount(compound), strict=True)))
    both = sorted(means[0].keys() & means[1].keys())
    if len(both) < LEAST_CORRELATED:
        return None
    return float(np.cov([means[0][key] for key in both], [means[1][key] for key in both])[0, 1])


def _average_items(scores: Scores) -> tuple[_Integers, _Floats, _Integers]:
    """Return of each item a number for its compound, from 0 without gaps, its mean, and its number of scores."""
    _, first, item = np.unique(scores.item, return_index=True, return_inverse=True)
    counts = np.bincount(item)
    _, compound = np.unique(scores.compound[first], return_inverse=True)
    return compound, np.bincount(item, scores.score) / counts, counts
