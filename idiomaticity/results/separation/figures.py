"""Ratings of occurrences by their label, and the area under the curve between literal and idiomatic ones.

A literal occurrence should have the higher value, of ratings and of predictors alike: compositional is high. The
measure is that of `annotation_site.coefficients.separation`, with compounds as clusters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.separation import RESAMPLES, SEED, Separation, separate
from idiomaticity.compounds.labels import IDIOMATIC, LITERAL, sort_labels
from idiomaticity.ratings.scores import spread
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale

SIDES = (LITERAL, IDIOMATIC)
# Compound and number of the sentence.
OccurrenceKey = tuple[str, int]


@dataclass(frozen=True, slots=True)
class LabelledOccurrence:
    """An occurrence with its label, the mean of its ratings of the whole or the one that was published, and the number
    of these ratings."""

    compound: str
    number: int
    label: str
    mean: float | None = None
    ratings: int = 0


@dataclass(frozen=True, slots=True)
class LabelSummary:
    """Occurrences of one label: those with a mean, the mean of all their ratings pooled (of published means where there
    are no ratings), and the standard deviation of their means (ddof 1)."""

    label: str
    occurrences: int
    rated: int
    ratings: int
    mean: Figure
    sd: Figure
    means: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LabelReport:
    """Figures of all labels, and the separation of idiomatic and literal occurrences by mean ratings."""

    labels: Sequence[LabelSummary]
    separation: Separation
    scale: ScoreScale = PAPER_SCALE

    @property
    def has_labels(self) -> bool:
        """Return whether any occurrence has a label."""
        return any(summary.label for summary in self.labels)

    @property
    def rated_labels(self) -> list[LabelSummary]:
        """Return the labels of which an occurrence has a mean."""
        return [summary for summary in self.labels if summary.means]


def write_label_report(occurrences: Iterable[LabelledOccurrence], scale: ScoreScale = PAPER_SCALE) -> LabelReport:
    """Return every figure over these occurrences; those without a label come last."""
    by_label: dict[str, list[LabelledOccurrence]] = {}
    for occurrence in occurrences:
        by_label.setdefault(occurrence.label, []).append(occurrence)
    labels = [_summarise(label, by_label[label]) for label in sort_labels(by_label)]
    rated = [occurrence for side in SIDES for occurrence in by_label.get(side, ()) if occurrence.mean is not None]
    separation = separate_labels(
        {(occurrence.compound, occurrence.number): occurrence.label for occurrence in rated},
        {(occurrence.compound, occurrence.number): occurrence.mean for occurrence in rated},
    )
    return LabelReport(labels, separation, scale)


def separate_labels(
    labels: Mapping[OccurrenceKey, str],
    values: Mapping[OccurrenceKey, float | None],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Separation:
    """Return how well the values tell literal occurrences from idiomatic ones.

    Occurrences of other labels, and missing values, are left out.
    """
    keys = [key for key, label in labels.items() if label in SIDES and values.get(key) is not None]
    return separate(
        [value for key in keys if (value := values[key]) is not None],
        [labels[key] == LITERAL for key in keys],
        [compound for compound, _ in keys],
        names=(LITERAL, IDIOMATIC),
        resamples=resamples,
        seed=seed,
    )


def write_separation(separation: Separation) -> dict[str, Any]:
    """Return a separation as jobs store it, releases have it, and the API presents it."""
    low, high = separation.range or (None, None)
    return {
        "auc": separation.auc.value,
        "low": low,
        "high": high,
        LITERAL: separation.positive,
        IDIOMATIC: separation.negative,
        "compounds": separation.clusters,
        # Why there is no area, or no interval of it.
        "reason": separation.auc.reason or separation.interval.reason,
    }


def write_labels(report: LabelReport) -> list[dict[str, Any]]:
    """Return the figures by label as releases have them and the API presents them."""
    return [
        {
            "label": summary.label,
            "occurrences": summary.occurrences,
            "rated": summary.rated,
            "ratings": summary.ratings,
            "mean": summary.mean.value,
            "sd": summary.sd.value,
        }
        for summary in report.labels
    ]


def list_label_rows(report: LabelReport) -> Iterator[list[Any]]:
    """Yield the figures by label as rows of a file."""
    yield ["label", "occurrences", "rated", "ratings", "mean", "sd"]
    for row in write_labels(report):
        yield list(row.values())


def _summarise(label: str, occurrences: Sequence[LabelledOccurrence]) -> LabelSummary:
    rated = [occurrence for occurrence in occurrences if occurrence.mean is not None]
    means = tuple(occurrence.mean for occurrence in rated if occurrence.mean is not None)
    ratings = sum(occurrence.ratings for occurrence in rated)
    if ratings:
        pooled = Figure(sum((occurrence.mean or 0) * occurrence.ratings for occurrence in rated) / ratings)
    elif means:
        pooled = Figure(sum(means) / len(means))
    else:
        pooled = Figure(None, "There is no rating.")
    return LabelSummary(label, len(occurrences), len(rated), ratings, pooled, spread(means), means)
