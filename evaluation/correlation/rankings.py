"""Measures of a test set ranked by how they follow people; a pair is compared in the unit that both share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from evaluation.correlation.inputs import Inputs, Unit
from evaluation.metrics.correlation.permutations import Permutations
from evaluation.metrics.correlation.rankings import (
    PairwiseAccuracy,
    RankedFigure,
    SegmentPearson,
    SoftPairwiseAccuracy,
    SystemPearson,
    Tables,
    TieAccuracy,
    rank,
)

# Rankings of systems alone, and with scores of segments.
RANKINGS_OF_SYSTEMS, RANKINGS = 2, 5


class Steps(Protocol):
    """Progress, which may stop the computation by raising."""

    def take(self) -> None: ...
    def look(self) -> None: ...


def rank_measures(
    inputs: Inputs, people: Mapping[str, float], permutations: Permutations, steps: Steps
) -> list[dict[str, Any]]:
    """Return the rankings of systems by the measures' figures of the whole test set, and those of segments if people
    scored any.
    """

    @cache
    def make_tables(unit: Unit, level: str) -> Tables:
        side = inputs.average_runs(unit) if level == "system" else inputs.of_unit(unit)
        return Tables(side.scores, side.metrics)

    def find_tables(*names: str) -> Tables:
        return make_tables(inputs.unit_of(*names), "segment")

    def find_tables_of_systems(*names: str) -> Tables:
        return make_tables(inputs.unit_of(*names), "system")

    corpus = {metric.name: metric.turned_corpus for metric in inputs.metrics}
    figures: list[RankedFigure] = [PairwiseAccuracy(people, corpus, permutations)]
    if inputs.by_segment.scores:
        figures.append(SoftPairwiseAccuracy(find_tables_of_systems, permutations, steps.look))
    figures.append(SystemPearson(people, corpus, permutations))
    if inputs.by_segment.scores:
        figures += [TieAccuracy(find_tables, permutations), SegmentPearson(find_tables, permutations)]
    names = [metric.name for metric in inputs.metrics]
    return [rank(figure, names, steps.take).to_json() for figure in figures]
