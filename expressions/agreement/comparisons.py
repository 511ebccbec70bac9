"""Counts of two annotators' marks in a passage, which add up: to pairs, to all, to stretches of time, and to resamples.

Estimates of many sums at once are those of `spans` and `tokens`, with NaN where these have no value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import cohen_kappa
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import resample_sums
from annotation_site.coefficients.sets import Distance, masi_distance, measure_distances, nominal_distance
from annotation_site.languages.marks import gettext_noop
from expressions.agreement.spans import span_f, span_kappa
from expressions.agreement.tokens import WordSums, WordTable

_Floats = npt.NDArray[np.float64]
Ends = tuple[float, float] | None
CategoryPairs = Counter[tuple[str, str]]


class SpanCounts(NamedTuple):
    """Sentences; expressions of both, of the first and of the second; their words that match, of the first and of the
    second; words, those that both marked, and those that one did.
    """

    sentences: int = 0
    common: int = 0
    first: int = 0
    second: int = 0
    matched_words: int = 0
    first_words: int = 0
    second_words: int = 0
    words: int = 0
    both: int = 0
    only_first: int = 0
    only_second: int = 0

    @classmethod
    def add_up(cls, counts: Iterable[Self]) -> Self:
        """Return the sums."""
        rows = list(counts)
        return cls(*map(sum, zip(*rows, strict=True))) if rows else cls()


class Comparison(NamedTuple):
    """Two annotators in one passage: counts, pairs of categories, the day of the later submission, and the version of
    the guidelines, 0 where there were none, None where they had two different ones.
    """

    passage: int
    names: tuple[str, str]
    counts: SpanCounts
    categories: CategoryPairs
    day: int | None = None
    guideline: int | None = 0


def measure_comparisons(comparisons: Iterable[Comparison]) -> dict[str, Figure]:
    """Return F_span, κ_span, κ_cat, token F and κ of words in and out, over all of them together."""
    listed = list(comparisons)
    total = SpanCounts.add_up(comparison.counts for comparison in listed)
    categories = CategoryPairs()
    for comparison in listed:
        categories.update(comparison.categories)
    return {
        "f_span": span_f(total.first, total.second, total.common),
        "kappa_span": span_kappa(total.first, total.second, total.common, total.sentences),
        "kappa_cat": cohen_kappa(categories)
        if categories
        else Figure(None, gettext_noop("No expression was marked by both.")),
        "token_f": span_f(total.first_words, total.second_words, total.matched_words),
        "kappa_token": WordTable(total.words, total.both, total.only_first, total.only_second).kappa,
    }


def bootstrap_comparisons(comparisons: Sequence[Comparison], *, resamples: int, seed: int) -> dict[str, Ends]:
    """Return the intervals of `measure_comparisons` from passages sampled with replacement, each with all its pairs."""
    if not comparisons:
        return {}
    passages = sorted({comparison.passage for comparison in comparisons})
    place_of = {passage: place for place, passage in enumerate(passages)}
    cells = sorted({cell for comparison in comparisons for cell in comparison.categories})
    width = len(SpanCounts._fields)
    table = np.zeros((len(passages), width + len(cells)))
    for comparison in comparisons:
        row = table[place_of[comparison.passage]]
        row[:width] += comparison.counts
        row[width:] += [comparison.categories[cell] for cell in cells]
    sums = np.rint(resample_sums(table, resamples=resamples, seed=seed))
    rates = {**rate_spans(sums[:, :width]), "kappa_cat": rate_categories(sums[:, width:], cells)}
    return {name: percentile_interval(values) for name, values in rates.items()}


def bootstrap_words(sums_by_unit: Sequence[WordSums], *, resamples: int, seed: int) -> dict[str, Ends]:
    """Return the intervals of both alphas from units sampled with replacement."""
    values = sorted({value for sums in sums_by_unit for value in sums.values}, key=sorted)
    table = np.zeros((len(sums_by_unit), len(values) + 2))
    for row, sums in zip(table, sums_by_unit, strict=True):
        row[:2] = sums.nominal, sums.masi
        row[2:] = [sums.values[value] for value in values]
    resampled = resample_sums(table, resamples=resamples, seed=seed)
    distances: tuple[tuple[str, Distance], ...] = (("alpha", nominal_distance), ("alpha_masi", masi_distance))
    intervals = {}
    for column, (name, distance) in enumerate(distances):
        alphas = rate_alphas(np.rint(resampled[:, 2:]), resampled[:, column], measure_distances(values, distance))
        intervals[name] = percentile_interval(alphas)
    return intervals


def rate_spans(sums: _Floats) -> dict[str, _Floats]:
    """Return F_span, κ_span, token F and κ of words of each row of sums, whose columns are those of SpanCounts."""
    counts = SpanCounts(*sums.T)
    return {
        "f_span": _divide(2 * counts.common, counts.first + counts.second),
        "kappa_span": _rate_estimated_kappa(counts),
        "token_f": _divide(2 * counts.matched_words, counts.first_words + counts.second_words),
        "kappa_token": _rate_word_kappa(counts),
    }


def _rate_estimated_kappa(counts: SpanCounts) -> _Floats:
    first, second, common, sentences = counts.first, counts.second, counts.common, counts.sentences
    items = sentences + first + second - common
    agreed = first * second + (items - first) * (items - second)
    return _divide((common + sentences) * items - agreed, items * items - agreed)


def _rate_word_kappa(counts: SpanCounts) -> _Floats:
    first, second = counts.both + counts.only_first, counts.both + counts.only_second
    observed = counts.words - counts.only_first - counts.only_second
    expected = first * second + (counts.words - first) * (counts.words - second)
    return _divide(observed * counts.words - expected, counts.words * counts.words - expected)


def rate_categories(sums: _Floats, cells: Sequence[tuple[str, str]]) -> _Floats:
    """Return Cohen's κ of each row of counts of these pairs of categories."""
    items = sums.sum(axis=1)
    observed, expected = np.zeros(len(sums)), np.zeros(len(sums))
    for column, (first, second) in enumerate(cells):
        if first == second:
            observed += sums[:, column]
    for category in {name for cell in cells for name in cell}:
        chosen_first = sums[:, [first == category for first, _ in cells]].sum(axis=1)
        chosen_second = sums[:, [second == category for _, second in cells]].sum(axis=1)
        expected += chosen_first * chosen_second
    return _divide(observed * items - expected, items * items - expected)


def rate_alphas(counts: _Floats, disagreements: _Floats, distances: _Floats) -> _Floats:
    """Return α of each row of counts of values with its disagreement, as `alpha_from_sums` does of one."""
    given = counts.sum(axis=1)
    expected = np.einsum("ri,ij,rj->r", counts, distances, counts, optimize=True)
    return 1 - _divide(disagreements * (given - 1), expected)


def _divide(part: npt.ArrayLike, whole: npt.ArrayLike) -> _Floats:
    """Return the quotients, NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotients: _Floats = np.where(np.asarray(whole) == 0, np.nan, np.divide(part, whole))
    return quotients


Groups = Mapping[int | None, list[Comparison]]


def group_comparisons(comparisons: Iterable[Comparison], find_key: Callable[[Comparison], int | None]) -> Groups:
    """Return the comparisons by key."""
    groups: dict[int | None, list[Comparison]] = {}
    for comparison in comparisons:
        groups.setdefault(find_key(comparison), []).append(comparison)
    return groups
