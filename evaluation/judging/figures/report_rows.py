"""Rows of a judging round's report: systems, agreement by level, pairs of annotators, and each annotator."""

from __future__ import annotations

from dataclasses import dataclass, field

from annotation_site.coefficients.agreement import Figure, Interval, Level
from evaluation.metrics.correlation.system_level import Ends


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system's mean with its interval; in preferences its share of wins, with ties counted half."""

    system: str
    judgements: int
    mean: float | None
    interval: Ends


@dataclass(frozen=True, slots=True)
class AlphaRow:
    """Krippendorff's alpha at one level of measurement."""

    level: Level
    alpha: Figure
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class PairRow:
    """Pearson correlation between two annotators' system means, over the tasks that both judged."""

    annotators: tuple[str, str]
    tasks: int
    pearson: Figure
    interval: Ends


@dataclass(frozen=True, slots=True)
class AnnotatorRow:
    """An annotator's answers: number, mean, agreement with the others, repeat consistency, and pace."""

    annotator: str
    judgements: int
    cannot_judge: int
    mean: float | None
    spread: float | None
    rho: Figure
    compared: int
    repeated: int
    same: int
    reference_mean: float | None
    seconds: float | None


@dataclass(frozen=True, slots=True)
class JudgingRoundReport:
    """The report of a judging round; intervals are None if computing them would keep a page waiting."""

    judgements: int
    cannot_judge: int
    units: int
    has_intervals: bool
    systems: list[SystemRow] = field(default_factory=list)
    alphas: list[AlphaRow] = field(default_factory=list)
    pairs: list[PairRow] = field(default_factory=list)
    annotators: list[AnnotatorRow] = field(default_factory=list)
