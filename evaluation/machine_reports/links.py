"""A machine's links compared with people's: AGR, Fleiss kappa and nominal alpha over couples of readings. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from alignment.agreement.intervals import ITEM_COLUMNS, LINK_COLUMNS, agr_rates, chance_rates
from alignment.coefficients.agr import PairCounts, agr, count_pair, link_items
from alignment.readings.links import Reading
from evaluation.machine_reports.alternative_annotator import Scores
from evaluation.machine_reports.comparison import (
    RESAMPLES,
    SEED,
    ComparedAnnotator,
    ComparedGroup,
    Floats,
    compare_figures,
)

AGR_FIGURES = ("both", "any")
CHANCE_FIGURES = ("fleiss_kappa", "alpha")
Couples = Sequence[tuple[Reading, Reading]]


@dataclass(frozen=True, slots=True)
class LinkedPair:
    """The readings of one sentence pair by annotator, and the machine's; `length` counts the source words."""

    people: Mapping[str, Reading]
    machine: Reading
    length: int

    @property
    def people_couples(self) -> Couples:
        return list(combinations(self.people.values(), 2))

    @property
    def machine_couples(self) -> Couples:
        return [(self.machine, reading) for reading in self.people.values()]


def compare_links(
    group: str, pairs: Sequence[LinkedPair], *, with_chance: bool = True, resamples: int = RESAMPLES, seed: int = SEED
) -> ComparedGroup:
    """Return the figures over pairs that two people read, all others left out. Without chance for parts of readings,
    whose other words would count as linked to nothing.
    """
    read = [pair for pair in pairs if len(pair.people) > 1]
    table = np.array(
        [[*_sum_row(pair.people_couples, pair.length), *_sum_row(pair.machine_couples, pair.length)] for pair in read]
    )
    names = (*AGR_FIGURES, *CHANCE_FIGURES) if with_chance else AGR_FIGURES
    half = len(LINK_COLUMNS) + len(ITEM_COLUMNS)

    def figures(weights: Floats) -> Floats:
        sums = weights @ table
        return np.concatenate([_rates(sums[:, :half], names), _rates(sums[:, half:], names)], axis=1)

    compared = compare_figures(names, len(read), figures, resamples=resamples, seed=seed)
    return ComparedGroup(group, len(read), compared, compare_annotators(read))


def compare_annotators(pairs: Iterable[LinkedPair]) -> list[ComparedAnnotator]:
    """Return AGR of each annotator with the others, pooled, beside that of the machine with the same others."""
    own: dict[str, PairCounts] = {}
    machine: dict[str, PairCounts] = {}
    items: dict[str, int] = {}
    for pair in pairs:
        for name, reading in pair.people.items():
            for other in _others(pair, name):
                own[name] = own.get(name, PairCounts()) + count_pair(reading, other)
                machine[name] = machine.get(name, PairCounts()) + count_pair(pair.machine, other)
            items[name] = items.get(name, 0) + (len(pair.people) > 1)
    rows = [(name, agr(own[name], "both").value, agr(machine[name], "both").value) for name in sorted(own)]
    return [
        ComparedAnnotator(name, items[name], first, second)
        for name, first, second in rows
        if first is not None and second is not None
    ]


def score_instances(pairs: Iterable[LinkedPair]) -> dict[str, Scores]:
    """Return, for the alternative annotator test, the mean AGR of machine and annotator with the others, by pair. Two
    readings without links agree.
    """
    scores: dict[str, list[tuple[float, float]]] = {}
    for pair in pairs:
        for name, reading in pair.people.items():
            if others := _others(pair, name):
                scores.setdefault(name, []).append((_mean_agr(pair.machine, others), _mean_agr(reading, others)))
    return dict(sorted(scores.items()))


def _mean_agr(reading: Reading, others: Sequence[Reading]) -> float:
    return sum(_agree(reading, other) for other in others) / len(others)


def _others(pair: LinkedPair, name: str) -> list[Reading]:
    return [reading for other, reading in pair.people.items() if other != name]


def _agree(first: Reading, second: Reading) -> float:
    value = agr(count_pair(first, second), "both").value
    return 1.0 if value is None else value


def _sum_row(couples: Couples, length: int) -> list[float]:
    """Return LINK_COLUMNS and ITEM_COLUMNS of one pair, summed over couples of readings."""
    counts = sum((count_pair(*couple) for couple in couples), PairCounts())
    sums = [link_items(couple, length).sums for couple in couples]
    links = [
        counts.first_any + counts.second_any,
        counts.both_any,
        counts.both_same_label,
        counts.first_sure + counts.second_sure,
        counts.both_sure,
        counts.first_possible + counts.second_possible,
        counts.both_possible,
        counts.first_unaligned + counts.second_unaligned,
        counts.both_unaligned,
    ]
    agreement = sum(items_of_couple.agreement for items_of_couple in sums)
    labels = []
    for label in ("S", "P", "N"):
        labels.append(sum(items_of_couple.labels[label] for items_of_couple in sums))
    return [*links, sum(items_of_couple.items for items_of_couple in sums), agreement, 2 * agreement, *labels]


def _rates(sums: Floats, names: Sequence[str]) -> Floats:
    by_agr = agr_rates(sums[:, : len(LINK_COLUMNS)])[:, [1, 0]]
    if len(names) == len(AGR_FIGURES):
        return by_agr
    return np.concatenate([by_agr, chance_rates(sums[:, len(LINK_COLUMNS) :])], axis=1)
