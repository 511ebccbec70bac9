"""Inputs of a correlation: human scores and preferences, and the measures compared with them.

A measure that scores single expressions is compared with the human scores of each expression; every other measure is
compared with the segment's score, which is the mean over its expressions.

Segments are compared output by output. Systems are compared as such: one of which several runs were judged has the mean
over these on both sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from statistics import fmean
from typing import Literal, TypeVar

from evaluation.metrics.correlation.judgements import HumanScore, Item, average_items
from evaluation.metrics.correlation.measures import mean_by

Unit = Literal["segment", "expression"]
_NO_PLACE = "?"


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference for one translation of a segment over another, or, with `is_tie`, for neither."""

    segment: str
    better: str
    worse: str
    annotator: str = ""
    expression: int | None = None
    is_tie: bool = False

    @property
    def items(self) -> tuple[Item, Item]:
        """Return the better and the worse."""
        return (self.better, self.segment), (self.worse, self.segment)


Said = TypeVar("Said", HumanScore, Preference)


def name_unit(segment: str, expression: int | None) -> str:
    """Return a key for the expression as a segment of its own; one with an unknown position has no score."""
    return f"{segment}.{_NO_PLACE if expression is None else expression}"


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure's scores of systems' segments, of their expressions (`name_unit`) if it has them, and its figure of
    each system over the whole test set.
    """

    name: str
    label: str
    signature: str
    is_error: bool
    scores: Mapping[Item, float]
    corpus: Mapping[str, float]
    expression_scores: Mapping[Item, float] = field(default_factory=dict)

    def turned(self, unit: Unit) -> Mapping[Item, float]:
        """Return scores for which higher is better."""
        scores = self.expression_scores if unit == "expression" else self.scores
        return {item: -score for item, score in scores.items()} if self.is_error else scores

    @property
    def turned_corpus(self) -> Mapping[str, float]:
        """Return the figures of systems for which higher is better."""
        return {system: -value for system, value in self.corpus.items()} if self.is_error else self.corpus


@dataclass(frozen=True, slots=True)
class Side:
    """People and measures in one kind of unit."""

    scores: Sequence[HumanScore]
    preferences: Sequence[Preference]
    metrics: Mapping[str, Mapping[Item, float]]


class Inputs:
    """Both sides, by segment and by expression. `system_of` names the system of each run that has another name.

    Without preferences, those implied by scores take their place.
    """

    def __init__(
        self,
        scores: Sequence[HumanScore],
        preferences: Sequence[Preference],
        metrics: Sequence[Metric],
        system_of: Mapping[str, str] | None = None,
    ) -> None:
        self._system_of = system_of or {}
        runs = {score.system for score in scores} | {
            name for preference in preferences for name in (preference.better, preference.worse)
        }
        self.runs: dict[str, list[str]] = defaultdict(list)
        for run in sorted(runs):
            self.runs[self.name_system(run)].append(run)
        self.metrics = [replace(metric, corpus=self._fold_corpus(metric.corpus)) for metric in metrics]
        judged = list(preferences) or imply_preferences(scores)
        knows_expressions = any(score.expression is not None for score in scores) or any(
            preference.expression is not None for preference in preferences
        )
        self._unit: dict[str, Unit] = {
            metric.name: "expression" if metric.expression_scores and knows_expressions else "segment"
            for metric in metrics
        }
        self.by_segment = Side(scores, judged, {metric.name: metric.turned("segment") for metric in metrics})
        own = {
            metric.name: metric.turned("expression") for metric in metrics if self.unit_of(metric.name) == "expression"
        }
        self._by_expression = (
            Side([_narrow(score) for score in scores], [_narrow(preference) for preference in judged], own)
            if own
            else self.by_segment
        )

    def unit_of(self, *names: str) -> Unit:
        """Return the smallest unit for which all these measures can be compared with people."""
        return "expression" if all(self._unit[name] == "expression" for name in names) else "segment"

    def side_of(self, *names: str) -> Side:
        """Return people and measures in the unit that these measures share."""
        return self.of_unit(self.unit_of(*names))

    def of_unit(self, unit: Unit) -> Side:
        """Return people and measures in this unit."""
        return self._by_expression if unit == "expression" else self.by_segment

    def average_runs(self, unit: Unit) -> Side:
        """Return people and measures in this unit by system instead of by run."""
        return _average_runs(self.of_unit(unit), self.name_system)

    def name_system(self, run: str) -> str:
        """Return the system of a run; its own name if it is one."""
        return self._system_of.get(run, run)

    def list_rows(self) -> list[tuple[str, str, float]]:
        """Return segment, system and score; without scores, what each system won (`list_wins`)."""
        scores = [(score.segment, self.name_system(score.system), score.score) for score in self.by_segment.scores]
        return scores or list_wins(self.by_segment.preferences, self.name_system)

    def _fold_corpus(self, corpus: Mapping[str, float]) -> Mapping[str, float]:
        judged = [run for runs in self.runs.values() for run in runs if run in corpus]
        return mean_by([self.name_system(run) for run in judged], [corpus[run] for run in judged])


def list_wins(judged: Sequence[Preference], name_system: Callable[[str], str] = str) -> list[tuple[str, str, float]]:
    """Return 1 for the better, 0 for the worse, and a half each for two equally good translations; between two runs of
    a system nobody wins.
    """
    return [
        (preference.segment, name_system(run), 0.5 if preference.is_tie else won)
        for preference in judged
        if name_system(preference.better) != name_system(preference.worse)
        for run, won in ((preference.better, 1.0), (preference.worse, 0.0))
    ]


def _average_runs(side: Side, name_system: Callable[[str], str]) -> Side:
    """Return scores by system: of people, all of them; of a measure, the mean over the outputs that people judged."""
    items = list(average_items(side.scores))

    def average(scores: Mapping[Item, float]) -> dict[Item, float]:
        scores_by_item: defaultdict[Item, list[float]] = defaultdict(list)
        for run, segment in items:
            if (score := scores.get((run, segment))) is not None:
                scores_by_item[name_system(run), segment].append(score)
        return {item: fmean(of_runs) for item, of_runs in scores_by_item.items()}

    people = [replace(score, system=name_system(score.system)) for score in side.scores]
    return Side(people, side.preferences, {name: average(scores) for name, scores in side.metrics.items()})


def imply_preferences(scores: Sequence[HumanScore]) -> list[Preference]:
    """Return a preference for every two systems that one annotator scored in one segment, or for one expression."""
    groups: dict[tuple[str, int | None, str], dict[str, float]] = defaultdict(dict)
    for score in scores:
        groups[score.segment, score.expression, score.annotator][score.system] = score.score
    preferences = []
    for (segment, expression, annotator), by_system in groups.items():
        for first, second in combinations(by_system, 2):
            gain = by_system[first] - by_system[second]
            better, worse = (first, second) if gain >= 0 else (second, first)
            preferences.append(Preference(segment, better, worse, annotator, expression, is_tie=gain == 0))
    return preferences


def _narrow(judgement: Said) -> Said:
    return replace(judgement, segment=name_unit(judgement.segment, judgement.expression))
