"""Rows of a judging round's report: systems, agreement by level, pairs of annotators, each annotator, error spans."""

from __future__ import annotations

from dataclasses import dataclass, field

from annotation_site.coefficients.figure import Figure, Interval, Level
from evaluation.metrics.correlation.system_level import Ends


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system's mean with its interval; in preferences its share of wins, with ties counted half. `p` is that of the
    difference from the best system, None for that one itself, and with too few segments.
    """

    system: str
    judgements: int
    mean: float | None
    interval: Ends
    p: float | None = None


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
class ErrorRow:
    """The number of a system's error spans of one category and severity, over all annotators."""

    system: str
    category: str
    severity: str
    count: int


@dataclass(frozen=True, slots=True)
class OverlapRow:
    """Character F1 between two annotators' error spans; of all pairs if no annotators are named."""

    annotators: tuple[str, ...]
    translations: int
    micro: float | None
    macro: float | None
    interval: Ends


@dataclass(frozen=True, slots=True)
class AdjudicatedAnnotatorRow:
    """An annotator's agreement with the decisions: equal answers, mean distance, character F1 of the marks."""

    annotator: str
    answers: int
    same: int
    distance: float
    micro: float | None
    macro: float | None


@dataclass(frozen=True, slots=True)
class AdjudicatedSystemRow:
    """A system's mean over decided translations, beside that of the annotators on the same ones."""

    system: str
    translations: int
    adjudicated: float | None
    annotated: float | None


@dataclass(frozen=True, slots=True)
class GivenMarksRow:
    """Shares of given marks that an annotator kept, changed and deleted, with the marks added and their share of all
    submitted ones; of all annotators if none is named.
    """

    annotator: str
    given: int
    kept: float | None
    changed: float | None
    deleted: float | None
    added: int
    added_share: float | None


@dataclass(frozen=True, slots=True)
class GivenMarksSide:
    """Judgements with given marks shown, or withheld in control items: their seconds, marks a translation, and F1 of
    the submitted marks with the given ones.
    """

    judgements: int
    translations: int
    seconds: float | None
    marks: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class GivenMarksReport:
    """Judges' changes of given marks, and how far these led them: F1 where they were shown less F1 in control items."""

    annotators: list[GivenMarksRow]
    shown: GivenMarksSide
    controls: GivenMarksSide
    anchoring: float | None
    interval: Ends


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
    errors: list[ErrorRow] = field(default_factory=list)
    overlaps: list[OverlapRow] = field(default_factory=list)
    adjudicated_annotators: list[AdjudicatedAnnotatorRow] = field(default_factory=list)
    adjudicated_systems: list[AdjudicatedSystemRow] = field(default_factory=list)
    given_marks: GivenMarksReport | None = None

    @property
    def has_few(self) -> bool:
        """Return whether there are too few segments to say which systems differ."""
        measured = [row for row in self.systems if row.mean is not None]
        return self.has_intervals and len(measured) > 1 and all(row.p is None for row in measured)
