"""People's scores of systems' translations, and how a measure's scores follow them on both levels.

System level: a system's score is the mean over annotators and sentences (Zaninello & Birch 2020). Segment level: an
item is one system's translation of one segment, its score the mean over annotators.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from annotation_site.coefficients.figure import Figure
from evaluation.metrics.correlation.kendall import VARIANTS, PairCounts, count_score_pairs, kendall, kendall_intervals
from evaluation.metrics.correlation.measures import (
    WilliamsTest,
    mean_by,
    pearson,
    pearson_interval,
    soft_pairwise_accuracy,
    spearman,
    spearman_interval,
    williams,
)

# System, segment.
Item = tuple[str, str]
Scores = Mapping[Item, float]
Interval = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class HumanScore:
    """`expression` is its place in the segment, where the score is of one."""

    segment: str
    system: str
    annotator: str
    score: float
    expression: int | None = None

    @property
    def item(self) -> Item:
        return self.system, self.segment


def average_items(judgements: Iterable[HumanScore]) -> dict[Item, float]:
    groups: dict[Item, list[float]] = {}
    for judgement in judgements:
        groups.setdefault(judgement.item, []).append(judgement.score)
    return {item: sum(scores) / len(scores) for item, scores in groups.items()}


def average_systems(judgements: Sequence[HumanScore]) -> dict[str, float]:
    return mean_by([judgement.system for judgement in judgements], [judgement.score for judgement in judgements])


def compare_annotators(judgements: Sequence[HumanScore]) -> dict[tuple[str, str], Figure]:
    """Return Pearson's correlation between the system means of every two annotators, over the systems both judged."""
    by_annotator: dict[str, list[HumanScore]] = {}
    for judgement in judgements:
        by_annotator.setdefault(judgement.annotator, []).append(judgement)
    means = {annotator: average_systems(own) for annotator, own in sorted(by_annotator.items())}
    figures = {}
    for first, second in combinations(means, 2):
        common = [system for system in means[first] if system in means[second]]
        figures[first, second] = pearson(
            [means[first][system] for system in common], [means[second][system] for system in common]
        )
    return figures


def correlate_systems(judgements: Sequence[HumanScore], metric: Scores) -> Figure:
    """Return Pearson's correlation of people's and the measure's system means, over the items that people judged."""
    people = average_systems(judgements)
    items = [item for item in average_items(judgements) if item in metric]
    measured = mean_by([system for system, _ in items], [metric[item] for item in items])
    common = [system for system in people if system in measured]
    return pearson([people[system] for system in common], [measured[system] for system in common])


@dataclass(frozen=True, slots=True)
class SegmentCorrelation:
    """Figures and, where asked for, intervals of pearson, spearman, wmt13, wmt14 and tau_b; `missing` are judged items
    without a score of the measure."""

    figures: Mapping[str, Figure]
    intervals: Mapping[str, Interval]
    pairs: PairCounts
    items: int
    missing: int


def correlate_segments(
    judgements: Sequence[HumanScore],
    metric: Scores,
    *,
    resamples: int = 0,
    seed: int = 0,
    on_resample: Callable[[], object] | None = None,
) -> SegmentCorrelation:
    """Return the correlations over all items, and Kendall's τ, which compares systems within a segment.

    Intervals sample items, and for Kendall segments, with replacement; `on_resample` is called for each of Spearman's,
    which take longest.
    """
    people = average_items(judgements)
    items = [item for item in people if item in metric]
    human, measured = [people[item] for item in items], [metric[item] for item in items]
    groups = _count_by_segment(items, human, measured)
    pairs = sum(groups, PairCounts())
    figures = {"pearson": pearson(human, measured), "spearman": spearman(human, measured)}
    figures |= {variant: kendall(pairs, variant) for variant in VARIANTS}
    intervals: dict[str, Interval] = {}
    if resamples and items:
        intervals = {
            "pearson": pearson_interval(human, measured, resamples=resamples, seed=seed),
            "spearman": spearman_interval(human, measured, resamples=resamples, seed=seed, on_resample=on_resample),
        }
        intervals |= kendall_intervals(groups, resamples=resamples, seed=seed)
    return SegmentCorrelation(figures, intervals, pairs, len(items), len(people) - len(items))


def _count_by_segment(items: Sequence[Item], human: Sequence[float], measured: Sequence[float]) -> list[PairCounts]:
    indexes_by_segment: dict[str, list[int]] = {}
    for index, (_, segment) in enumerate(items):
        indexes_by_segment.setdefault(segment, []).append(index)
    counts = []
    for indexes in indexes_by_segment.values():
        counts.append(count_score_pairs([human[i] for i in indexes], [measured[i] for i in indexes]))
    return counts


def compare_metrics(judgements: Sequence[HumanScore], first: Scores, second: Scores) -> WilliamsTest:
    """Return Williams's test of two measures' Pearson correlations with people, over the items that all three score."""
    people = average_items(judgements)
    items = [item for item in people if item in first and item in second]
    human = [people[item] for item in items]
    one, other = [first[item] for item in items], [second[item] for item in items]
    r12, r13, r23 = pearson(human, one), pearson(human, other), pearson(one, other)
    for figure in (r12, r13, r23):
        if figure.value is None:
            return WilliamsTest(None, None, figure.reason)
    return williams(r12.value or 0.0, r13.value or 0.0, r23.value or 0.0, len(items))


def compare_softly(judgements: Sequence[HumanScore], metric: Scores, *, resamples: int, seed: int) -> Figure:
    """Return soft pairwise accuracy over the segments that people and measure scored for every system."""
    people = average_items(judgements)
    systems = sorted({system for system, _ in people})
    complete = []
    for segment in sorted({segment for _, segment in people}):
        items = [(system, segment) for system in systems]
        if all(item in people and item in metric for item in items):
            complete.append(segment)
    shape = (len(systems), len(complete))
    human, measured = np.empty(shape), np.empty(shape)
    for (row, system), (column, segment) in product(enumerate(systems), enumerate(complete)):
        human[row, column] = people[system, segment]
        measured[row, column] = metric[system, segment]
    return soft_pairwise_accuracy(human, measured, resamples=resamples, seed=seed)
