"""A machine's ratings compared with people's: alpha over pairs of scores, and Spearman's ρ with the mean of the
others. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import TypeVar

import numpy as np

from evaluation.machine_reports.alternative_annotator import Scores
from evaluation.machine_reports.comparison import (
    RESAMPLES,
    SEED,
    ComparedAnnotator,
    ComparedGroup,
    compare_figures,
)
from evaluation.machine_reports.couples import Couples, Floats, Indexes
from evaluation.metrics.correlation.measures import correlate_resampled_ranks
from idiomaticity.ratings.scores import LEAST_COMPARED, spearman

FIGURES = ("alpha_ordinal", "alpha_interval", "spearman")
# Each resample ranks the scores of every annotator anew.
MOST_RANKED, FEWER_RESAMPLES, FEWEST_SCORES = 20, 200, 5


@dataclass(frozen=True, slots=True)
class RatedUnit:
    """The scores that people and the machine gave in answer to one question; units of one item are sampled together."""

    item: int
    people: Mapping[str, float]
    machine: float

    @property
    def people_couples(self) -> list[tuple[float, float]]:
        return list(combinations(self.people.values(), 2))

    @property
    def machine_couples(self) -> list[tuple[float, float]]:
        return [(self.machine, score) for score in self.people.values()]


_Unit = TypeVar("_Unit", bound=RatedUnit)
# Figures of people and of the machine: from resamples × weights of items to resamples × figures, one for each.
Sides = Callable[[Floats], tuple[Floats, Floats]]


def compare_ratings(
    group: str, units: Sequence[RatedUnit], *, resamples: int = RESAMPLES, seed: int = SEED
) -> ComparedGroup:
    """Return the figures over units that two people scored, all others left out; items are sampled with all units."""
    scored, item_indexes, items = index_items(units)
    sides, resamples = rate_scores(scored, item_indexes, resamples)

    def figures(weights: Floats) -> Floats:
        return np.concatenate(sides(weights), axis=1)

    compared = compare_figures(FIGURES, items, figures, resamples=resamples, seed=seed)
    return ComparedGroup(group, items, compared, compare_annotators(scored))


def index_items(units: Sequence[_Unit]) -> tuple[list[_Unit], Indexes, int]:
    """Return the units that two people scored, the index of each one's item, and the number of items."""
    scored = [unit for unit in units if len(unit.people) > 1]
    items, item_indexes = np.unique(np.array([unit.item for unit in scored], dtype=np.int64), return_inverse=True)
    return scored, item_indexes, len(items)


def couple(units: Sequence[RatedUnit], item_indexes: Indexes) -> tuple[Couples, Couples]:
    """Return the couples of two people, and those of the machine and a person."""
    people = _gather_couples(item_indexes, [unit.people_couples for unit in units])
    machine = _gather_couples(item_indexes, [unit.machine_couples for unit in units])
    return people, machine


def _gather_couples(item_indexes: Indexes, couples: Sequence[Sequence[tuple[float, float]]]) -> Couples:
    """Return the couples of all units as one table, each with the index of its unit's item."""
    items: list[int] = []
    values: list[tuple[float, float]] = []
    for item, of_unit in zip(item_indexes, couples, strict=True):
        items += [item] * len(of_unit)
        values += of_unit
    return Couples.from_values(items, values)


def rate_scores(units: Sequence[RatedUnit], item_indexes: Indexes, resamples: int) -> tuple[Sides, int]:
    """Return FIGURES of both sides, and the number of resamples that they leave time for."""
    people, machine = couple(units, item_indexes)
    followed = _follow_annotators(units, item_indexes)

    def sides(weights: Floats) -> tuple[Floats, Floats]:
        rhos = _mean_rhos(followed, weights)
        return (
            np.concatenate([people.alphas(weights), rhos[:, :1]], axis=1),
            np.concatenate([machine.alphas(weights), rhos[:, 1:]], axis=1),
        )

    return sides, min(resamples, FEWER_RESAMPLES) if len(followed) > MOST_RANKED else resamples


def compare_annotators(units: Iterable[RatedUnit]) -> list[ComparedAnnotator]:
    """Return ρ of each annotator's scores with the mean of the others', beside that of the machine's on the same units;
    those with fewer than five scores, or without a spread, are left out.
    """
    rows = []
    for name, own_rows in sorted(_by_annotator(units).items()):
        own, machine, others = (list(column) for column in zip(*own_rows, strict=True))
        first, second = spearman(own, others).value, spearman(machine, others).value
        if len(own_rows) >= FEWEST_SCORES and first is not None and second is not None:
            rows.append(ComparedAnnotator(name, len(own_rows), first, second))
    return rows


def score_instances(units: Iterable[RatedUnit]) -> dict[str, Scores]:
    """Return, for the alternative annotator test, −RMSE of machine and annotator to the others' scores, by unit."""
    return compare_with_others(units, _closeness)


def compare_with_others(
    units: Iterable[RatedUnit], closeness: Callable[[float, Sequence[float]], float]
) -> dict[str, Scores]:
    """Return the closeness of the machine, and of each annotator, to the scores of the others, by unit."""
    scores: dict[str, list[tuple[float, float]]] = {}
    for unit in units:
        for name, own in unit.people.items():
            if others := [score for other, score in unit.people.items() if other != name]:
                scores.setdefault(name, []).append((closeness(unit.machine, others), closeness(own, others)))
    return dict(sorted(scores.items()))


def _closeness(score: float, others: Sequence[float]) -> float:
    return -sqrt(sum((score - other) ** 2 for other in others) / len(others))


def _by_annotator(units: Iterable[RatedUnit]) -> dict[str, list[tuple[float, float, float]]]:
    """Return, for each annotator, own score, the machine's, and the mean of the others', by unit."""
    rows_by_annotator: dict[str, list[tuple[float, float, float]]] = {}
    for unit in units:
        total, count = sum(unit.people.values()), len(unit.people)
        for name, own in unit.people.items():
            if count > 1:
                rows_by_annotator.setdefault(name, []).append((own, unit.machine, (total - own) / (count - 1)))
    return rows_by_annotator


def _follow_annotators(units: Sequence[RatedUnit], item_indexes: Indexes) -> list[tuple[Indexes, list[Indexes]]]:
    """Return the indexes of items, and those of each column of `_by_annotator` among its distinct scores, for
    annotators with enough scores.
    """
    rows_by_annotator: dict[str, list[tuple[float, float, float, float]]] = {}
    for item, unit in zip(item_indexes, units, strict=True):
        for name, [row] in _by_annotator([unit]).items():
            rows_by_annotator.setdefault(name, []).append((item, *row))
    tables = [
        np.array(rows_by_annotator[name])
        for name in sorted(rows_by_annotator)
        if len(rows_by_annotator[name]) >= FEWEST_SCORES
    ]
    followed = []
    for table in tables:
        ranks = [np.unique(scores, return_inverse=True)[1] for scores in table[:, 1:].T]
        followed.append((table[:, 0].astype(np.intp), ranks))
    return followed


def _mean_rhos(followed: Sequence[tuple[Indexes, list[Indexes]]], weights: Floats) -> Floats:
    """Return, for each resample, the mean over annotators of ρ with the others' mean: their own, and the machine's on
    the same units; NaN where it is defined for none.
    """
    sums, counts = np.zeros((len(weights), 2)), np.zeros((len(weights), 1))
    for items, (own, machine, others) in followed:
        picks = weights[:, items]
        rhos = np.stack([correlate_resampled_ranks(picks, side, others) for side in (own, machine)], axis=1)
        is_defined = ~np.isnan(rhos).any(axis=1) & (picks.sum(axis=1) >= LEAST_COMPARED)
        sums[is_defined] += rhos[is_defined]
        counts[is_defined] += 1
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
