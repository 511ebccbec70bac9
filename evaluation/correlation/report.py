"""Correlations of measures with human judgements of segments and of systems, for the page, the tables and the API.

Pure: no database. Where lower is better (TER, LitTER), the measure's sign is reversed, so that a positive correlation
always means agreement with people. A figure is `{"value", "interval", "reason"}`; undefined is null, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from annotation_site.coefficients.figure import Figure
from evaluation.correlation.inputs import Inputs, Metric, Preference, Side
from evaluation.correlation.judgements import follow_judgements, turn_judgements
from evaluation.correlation.rankings import RANKINGS, RANKINGS_OF_SYSTEMS, rank_measures
from evaluation.metrics.correlation.judgements import (
    HumanScore,
    Item,
    average_items,
    average_systems,
    compare_metrics,
    compare_softly,
    correlate_segments,
    correlate_systems,
)
from evaluation.metrics.correlation.kendall import VARIANTS
from evaluation.metrics.correlation.measures import pearson
from evaluation.metrics.correlation.permutations import Permutations
from evaluation.metrics.correlation.system_level import Ends, SystemTable, correlate_means_interval

RESAMPLES = 1000
SEED = 12345
Result = dict[str, Any]
LEVELS_OF_SEGMENTS = ("pearson", "spearman", *VARIANTS)
# Steps of each measure, in addition to the resamples of its Spearman interval.
_STEPS = 4


class Steps:
    """Progress of a computation, with one step for each figure and one for each resample of the slow ones."""

    def __init__(self, total: int, on_step: Callable[[int, int], object] | None) -> None:
        self._done, self._total, self._on_step = 0, total, on_step

    def take(self) -> None:
        """Count one step; the callback may stop the computation by raising."""
        self._done += 1
        self.look()

    def look(self) -> None:
        """Call the callback within a long step."""
        if self._on_step:
            self._on_step(self._done, self._total)


def correlate(
    scores: Sequence[HumanScore],
    preferences: Sequence[Preference],
    metrics: Sequence[Metric],
    *,
    system_of: Mapping[str, str] | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    on_step: Callable[[int, int], object] | None = None,
) -> Result:
    """Return every figure of the measures against people; `system_of` names the systems of runs.

    Without preferences, judgements implied by scoring one system above another in a segment take their place. `on_step`
    is called with the steps done and their total.
    """
    inputs = Inputs(scores, preferences, metrics, system_of)
    judged = inputs.by_segment.preferences
    pairs = len(metrics) * (len(metrics) - 1) // 2
    compared = pairs * (RANKINGS + 1 if scores else RANKINGS_OF_SYSTEMS)
    steps = Steps(len(metrics) * (resamples + _STEPS if scores else 1) + compared, on_step)
    people = _average_people(inputs, resamples=resamples, seed=seed)
    means = {row["system"]: row["human"] for row in people if row["human"] is not None}
    return {
        "scores": len(scores),
        "preferences": sum(not preference.is_tie for preference in judged),
        "ties": sum(preference.is_tie for preference in judged),
        "are_preferences_implied": bool(judged) and not preferences,
        "annotators": len(
            ({score.annotator for score in scores} | {preference.annotator for preference in preferences}) - {""}
        ),
        "segments": len({score.segment for score in scores} | {preference.segment for preference in preferences}),
        "systems": people,
        "measures": [
            _follow(metric, inputs, people, steps, resamples=resamples, seed=seed) for metric in inputs.metrics
        ],
        "associations": _associate(inputs),
        "williams": _compare(inputs, steps) if scores else [],
        "rankings": rank_measures(inputs, means, Permutations(resamples, seed), steps),
        "flips": turn_judgements(inputs),
        "resamples": resamples,
        "seed": seed,
    }


def _average_people(inputs: Inputs, *, resamples: int, seed: int) -> list[Result]:
    """Return each system's mean over annotators and sentences; without scores, the share of judgements that it wins."""
    rows = inputs.list_rows()
    systems = sorted({system for _, system, _ in rows})
    table = SystemTable.from_scores(rows, sorted({segment for segment, _, _ in rows}), systems)
    intervals: Sequence[Ends] = table.mean_intervals(resamples=resamples, seed=seed)
    judged: list[Result] = []
    for system, mean, interval in zip(systems, table.means(), intervals, strict=True):
        measured = {metric.name: metric.corpus.get(system) for metric in inputs.metrics}
        runs = inputs.runs[system]
        judged.append({"system": system, "human": mean, "interval": interval, "measures": measured, "runs": runs})
    return sorted(judged, key=lambda row: (-(row["human"] or 0.0), row["system"]))


def _follow(
    metric: Metric, inputs: Inputs, people: Sequence[Result], steps: Steps, *, resamples: int, seed: int
) -> Result:
    side = inputs.side_of(metric.name)
    turned, judged = side.metrics[metric.name], side.preferences
    followed: Result = {
        "name": metric.name,
        "label": metric.label,
        "signature": metric.signature,
        "is_error": metric.is_error,
        "unit": inputs.unit_of(metric.name),
        "corpus": write_figure(_correlate_corpus(metric, people)),
        "systems": None,
        "segments": None,
        "soft_pairwise_accuracy": None,
        "preferences": follow_judgements(judged, turned, resamples=resamples, seed=seed) if judged else None,
    }
    steps.take()
    if side.scores:
        systems = inputs.average_runs(inputs.unit_of(metric.name))
        followed |= _follow_systems(systems, metric.name, steps, resamples=resamples, seed=seed)
        followed |= _follow_segments(side.scores, turned, steps, resamples=resamples, seed=seed)
    return followed


def _follow_systems(side: Side, name: str, steps: Steps, *, resamples: int, seed: int) -> Result:
    scores, turned = side.scores, side.metrics[name]
    interval = _system_interval(scores, turned, resamples=resamples, seed=seed)
    systems = write_figure(correlate_systems(scores, turned), interval)
    steps.take()
    softly = write_figure(compare_softly(scores, turned, resamples=resamples, seed=seed))
    steps.take()
    return {"systems": systems, "soft_pairwise_accuracy": softly}


def _follow_segments(
    scores: Sequence[HumanScore], turned: Mapping[Item, float], steps: Steps, *, resamples: int, seed: int
) -> Result:
    correlation = correlate_segments(scores, turned, resamples=resamples, seed=seed, on_resample=steps.take)
    steps.take()
    figures = {
        name: write_figure(correlation.figures[name], correlation.intervals.get(name)) for name in LEVELS_OF_SEGMENTS
    }
    return {"segments": figures, "items": correlation.items, "missing": correlation.missing}


def _correlate_corpus(metric: Metric, people: Sequence[Result]) -> Figure:
    """Return Pearson's correlation of people's means with the measure's corpus figures, as on the board."""
    corpus = metric.turned_corpus
    pairs = [
        (row["human"], corpus[row["system"]]) for row in people if row["human"] is not None and row["system"] in corpus
    ]
    return pearson([pair[0] for pair in pairs], [pair[1] for pair in pairs])


def _system_interval(scores: Sequence[HumanScore], turned: Mapping[Item, float], *, resamples: int, seed: int) -> Ends:
    items = [item for item in average_items(scores) if item in turned]
    segments = sorted({segment for _, segment in items})
    systems = sorted(average_systems(scores))
    human = SystemTable.from_scores([(score.segment, score.system, score.score) for score in scores], segments, systems)
    measured = SystemTable.from_scores([(segment, system, turned[system, segment]) for system, segment in items],
                                       segments, systems)  # fmt: skip
    return correlate_means_interval(human, measured, resamples=resamples, seed=seed)


def _compare(inputs: Inputs, steps: Steps) -> list[Result]:
    """Return Williams's test for every two measures, on expressions if both score these, otherwise on segments."""
    rows = []
    for first, second in combinations([metric.name for metric in inputs.metrics], 2):
        side = inputs.side_of(first, second)
        test = compare_metrics(side.scores, side.metrics[first], side.metrics[second])
        rows.append({"measures": [first, second], "t": test.t, "p": test.p, "reason": test.reason})
        steps.take()
    return rows


def _associate(inputs: Inputs) -> list[Result]:
    """Return Pearson's correlation of every two measures over the units that both scored."""
    rows = []
    for first, second in combinations([metric.name for metric in inputs.metrics], 2):
        metrics = inputs.side_of(first, second).metrics
        shared = [item for item in metrics[first] if item in metrics[second]]
        association = pearson([metrics[first][item] for item in shared], [metrics[second][item] for item in shared])
        rows.append({"measures": [first, second], "items": len(shared), **write_figure(association)})
    return rows


def write_figure(figure: Figure, interval: Ends = None) -> Result:
    """Return the figure as results store it."""
    there = interval is not None and figure.value is not None  # an interval without its estimate says nothing
    return {"value": figure.value, "interval": list(interval or ()) if there else None, "reason": figure.reason}
