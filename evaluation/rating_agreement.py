"""Agreement of ratings: Krippendorff's alpha at every level and scale, and each annotator against the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from annotation_site.projects.agreement import (
    LEVELS,
    Figure,
    Interval,
    Level,
    Ratings,
    alpha_interval,
    krippendorff_alpha,
)
from idiomaticity.judgements import SCALES
from idiomaticity.ratings import spearman

RESAMPLES = 1000
SEED = 12345
# Of the paper: annotators below the first are left out, those below the second looked at.
POOR, DOUBTFUL = 0.2, 0.4
Unit = tuple[int, str]


@dataclass(frozen=True, slots=True)
class LongForm:
    """One entry of each list for every score: item and scale, annotator, value."""

    units: Sequence[Unit]
    annotators: Sequence[str]
    values: Sequence[int]

    def only(self, scales: Collection[str], without: Collection[str] = ()) -> LongForm:
        """Scores on these scales by annotators that are not left out."""
        rows = [
            (unit, annotator, value)
            for unit, annotator, value in zip(self.units, self.annotators, self.values, strict=True)
            if unit[1] in scales and annotator not in without
        ]
        return LongForm([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])


@dataclass(frozen=True, slots=True)
class AlphaFigure:
    """Alpha at one level of measurement with its interval, which is None where it was not asked for."""

    level: Level
    alpha: Figure
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class ScaleAgreement:
    """Alpha of one scale, or of all together; units have two scores or more."""

    scale: str
    units: int
    annotators: int
    values: int
    figures: list[AlphaFigure]


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """Spearman's ρ of an annotator's scores and the mean of everybody else's on the same units."""

    annotator: str
    scores: int
    compared: int
    rho: Figure

    @property
    def verdict(self) -> str:
        """`poor` or `doubtful` by the thresholds of the paper, else nothing."""
        if self.rho.value is None or self.rho.value >= DOUBTFUL:
            return ""
        return "poor" if self.rho.value < POOR else "doubtful"


def measure_scales(
    ratings: LongForm, without: Collection[str] = (), *, with_intervals: bool = True
) -> list[ScaleAgreement]:
    """All scales together (as `all`), then each that has scores."""
    given = {scale for _, scale in ratings.units}
    scopes: list[tuple[str, Collection[str]]] = [("all", SCALES)]
    scopes += [(scale, (scale,)) for scale in SCALES if scale in given]
    return [_measure(name, ratings.only(scales, without), with_intervals=with_intervals) for name, scales in scopes]


def compare_annotators(ratings: LongForm, without: Collection[str] = ()) -> list[AnnotatorAgreement]:
    """Each annotator against the mean of the others, worst first; those left out are compared with those kept."""
    sums: dict[Unit, int] = defaultdict(int)
    counts: dict[Unit, int] = defaultdict(int)
    own: dict[str, list[tuple[Unit, int]]] = defaultdict(list)
    for unit, annotator, value in zip(ratings.units, ratings.annotators, ratings.values, strict=True):
        own[annotator].append((unit, value))
        if annotator not in without:
            sums[unit] += value
            counts[unit] += 1
    rows = [
        _compare(annotator, scores, sums, counts, is_counted=annotator not in without)
        for annotator, scores in own.items()
    ]
    return sorted(rows, key=lambda row: (row.rho.value is None, row.rho.value or 0, row.annotator))


def _measure(name: str, ratings: LongForm, *, with_intervals: bool) -> ScaleAgreement:
    long_form = ratings.units, ratings.annotators, ratings.values
    pairable = Ratings.from_long_form(*long_form, "interval")
    figures = []
    for level in LEVELS:
        alpha = krippendorff_alpha(*long_form, level)
        is_wanted = with_intervals and alpha.value is not None
        interval = alpha_interval(*long_form, level, resamples=RESAMPLES, seed=SEED) if is_wanted else None
        figures.append(AlphaFigure(level, alpha, interval))
    return ScaleAgreement(name, pairable.units, pairable.annotators, pairable.values, figures)


def _compare(
    annotator: str,
    scores: Sequence[tuple[Unit, int]],
    sums: Mapping[Unit, int],
    counts: Mapping[Unit, int],
    *,
    is_counted: bool,
) -> AnnotatorAgreement:
    mine, others = [], []
    for unit, value in scores:
        count = counts.get(unit, 0) - is_counted
        if count > 0:
            mine.append(float(value))
            others.append((sums[unit] - (value if is_counted else 0)) / count)
    return AnnotatorAgreement(annotator, len(scores), len(mine), spearman(mine, others))
