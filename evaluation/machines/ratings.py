"""A machine's ratings compared with people's: alpha over couples of scores, and Spearman's ρ with the mean of the
others. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.unit_counts import alphas_of
from evaluation.machines.alternative_annotator import Scores
from evaluation.machines.comparison import (
    RESAMPLES,
    SEED,
    ComparedAnnotator,
    ComparedGroup,
    Floats,
    compare_figures,
)
from idiomaticity.ratings.scores import spearman

FIGURES = ("alpha_ordinal", "alpha_interval", "spearman")
# Each resample ranks the scores of every annotator anew.
MOST_RANKED, FEWER_RESAMPLES, FEWEST_SCORES = 20, 200, 5

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class RatedUnit:
    """The scores that people and the machine gave in answer to one question about one item."""

    item: int
    people: Mapping[str, int]
    machine: int


def compare_ratings(
    group: str, units: Sequence[RatedUnit], scale: Sequence[int], *, resamples: int = RESAMPLES, seed: int = SEED
) -> ComparedGroup:
    """Return the figures over units that two people scored, all others left out; items are sampled with all units."""
    scored = [unit for unit in units if len(unit.people) > 1]
    items, place = np.unique(np.array([unit.item for unit in scored], dtype=np.int64), return_inverse=True)
    tables = [_sum_units(scored, place, len(items), couples, scale) for couples in (_people, _machine)]
    followed = _follow_annotators(scored, place)
    if len(followed) > MOST_RANKED:
        resamples = min(resamples, FEWER_RESAMPLES)

    def figures(weights: Floats) -> Floats:
        alphas = [_alphas(weights @ table, scale) for table in tables]
        rhos = np.array([_mean_rhos(followed, row) for row in weights]).reshape(-1, 2)
        return np.concatenate([alphas[0], rhos[:, :1], alphas[1], rhos[:, 1:]], axis=1)

    compared = compare_figures(FIGURES, len(items), figures, resamples=resamples, seed=seed)
    return ComparedGroup(group, len(items), compared, compare_annotators(scored))


def compare_annotators(units: Iterable[RatedUnit]) -> list[ComparedAnnotator]:
    """Return ρ of each annotator's scores with the mean of the others', beside that of the machine's on the same units;
    those with fewer than five scores, or without a spread, are left out.
    """
    rows = []
    for name, each in sorted(_by_annotator(units).items()):
        own, machine, others = (list(column) for column in zip(*each, strict=True))
        first, second = spearman(own, others).value, spearman(machine, others).value
        if len(each) >= FEWEST_SCORES and first is not None and second is not None:
            rows.append(ComparedAnnotator(name, len(each), first, second))
    return rows


def score_instances(units: Iterable[RatedUnit]) -> dict[str, Scores]:
    """Return, for the alternative annotator test, −RMSE of machine and annotator to the others' scores, by unit."""
    scores: dict[str, list[tuple[float, float]]] = {}
    for unit in units:
        for name, own in unit.people.items():
            if others := [score for other, score in unit.people.items() if other != name]:
                scores.setdefault(name, []).append((_closeness(unit.machine, others), _closeness(own, others)))
    return dict(sorted(scores.items()))


def _closeness(score: int, others: Sequence[int]) -> float:
    return -sqrt(sum((score - other) ** 2 for other in others) / len(others))


def _people(unit: RatedUnit) -> list[tuple[int, int]]:
    return list(combinations(unit.people.values(), 2))


def _machine(unit: RatedUnit) -> list[tuple[int, int]]:
    return [(unit.machine, score) for score in unit.people.values()]


def _sum_units(
    units: Sequence[RatedUnit],
    place: Places,
    items: int,
    couples: Callable[[RatedUnit], list[tuple[int, int]]],
    scale: Sequence[int],
) -> Floats:
    """Return `unit_statistics` of couples, each a unit of two scores, summed by item."""
    values = {value: column for column, value in enumerate(scale)}
    size = len(scale)
    columns = {couple: size + column for column, couple in enumerate(combinations(range(size), 2))}
    table = np.zeros((items, size + len(columns)))
    for item, unit in zip(place, units, strict=True):
        for first, second in couples(unit):
            low, high = sorted((values[first], values[second]))
            table[item, low] += 1
            table[item, high] += 1
            if low != high:
                table[item, columns[low, high]] += 1
    return table


def _alphas(sums: Floats, scale: Sequence[int]) -> Floats:
    return np.stack([alphas_of(sums, scale, "ordinal"), alphas_of(sums, scale, "interval")], axis=1)


def _by_annotator(units: Iterable[RatedUnit]) -> dict[str, list[tuple[float, float, float]]]:
    """Return, for each annotator, own score, the machine's, and the mean of the others', by unit."""
    found: dict[str, list[tuple[float, float, float]]] = {}
    for unit in units:
        total, count = sum(unit.people.values()), len(unit.people)
        for name, own in unit.people.items():
            if count > 1:
                found.setdefault(name, []).append((own, unit.machine, (total - own) / (count - 1)))
    return found


def _follow_annotators(units: Sequence[RatedUnit], place: Places) -> list[tuple[Places, Floats]]:
    """Return the places of items, and rows of `_by_annotator`, for annotators with enough scores."""
    found: dict[str, list[tuple[float, float, float, float]]] = {}
    for item, unit in zip(place, units, strict=True):
        for name, [row] in _by_annotator([unit]).items():
            found.setdefault(name, []).append((item, *row))
    tables = [np.array(found[name]) for name in sorted(found) if len(found[name]) >= FEWEST_SCORES]
    return [(table[:, 0].astype(np.intp), table[:, 1:]) for table in tables]


def _mean_rhos(followed: Sequence[tuple[Places, Floats]], weights: Floats) -> tuple[float, float]:
    """Return the mean over annotators of ρ with the others' mean: their own, and the machine's on the same units."""
    pairs = []
    for items, rows in followed:
        times = weights[items].astype(np.int64)
        own, machine, others = np.repeat(rows, times, axis=0).T
        rhos = spearman(own, others).value, spearman(machine, others).value
        if None not in rhos:
            pairs.append(rhos)
    return tuple(np.mean(np.array(pairs, dtype=np.float64), axis=0)) if pairs else (np.nan, np.nan)
