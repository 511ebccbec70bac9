"""Competence, bias and precision of all raters of a study, over the scores on every scale. Pure numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.mace import Answers, estimate_competence
from annotation_site.coefficients.rater_precision import estimate_precision
from annotation_site.coefficients.shared_units import Obstacle, find_obstacles
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.scales.judgements import LOWEST, SCALES

REASONS: dict[Obstacle, str] = {
    "": "",
    "alone": "Nobody else rated the same items.",
    "in pairs": "It takes three who share items: of two who disagree, either may be wrong.",
}
# MACE knows no order: of a slider with 101 places, hardly two raters would choose the same.
MOST_LABELS = 11


@dataclass(frozen=True, slots=True)
class RaterCompetence:
    """One rater: number of scores, MACE's competence from 0 to 1, and, in points of the scale, how much higher they
    score than all, and the standard deviation of what is left. What the scores cannot tell is None; `obstacle` says
    why.
    """

    annotator: str
    scores: int
    competence: float | None
    bias: float | None
    sd: float | None
    obstacle: Obstacle = ""

    @property
    def reason(self) -> str:
        """Return why there is no competence, as a sentence; empty if there is one."""
        return REASONS[self.obstacle]

    def to_json(self) -> dict[str, Any]:
        return {name: round(value, 6) if isinstance(value, float) else value for name, value in asdict(self).items()}


def measure_raters(
    table: ScoreTable, report: Callable[[int, int], None] = lambda done, total: None
) -> list[RaterCompetence]:
    """Return every rater with a score, in order of joining; a unit is one scale of one item."""
    row, column = np.nonzero(table.scores >= LOWEST)
    if not len(row):
        return []
    unit = table.item[row].astype(np.int64) * len(SCALES) + column
    rater, scores = table.annotator[row].astype(np.int64), table.scores[row, column].astype(np.int64)
    found = estimate_competence(Answers.from_long_form(unit, rater, label_scores(scores)), report=report)
    graded = estimate_precision(unit, rater, scores)
    obstacles = find_obstacles(unit, rater, len(table.annotators))
    counts = np.bincount(rater)
    _, first = np.unique(rater, return_index=True)
    measured: dict[int, RaterCompetence] = {}
    # Estimates are in the order of the first score, pages list raters in that of joining.
    for index, number in enumerate(rater[np.sort(first)].tolist()):
        obstacle = obstacles[number]
        is_alone = obstacle == "alone"
        measured[number] = RaterCompetence(
            table.annotators[number],
            int(counts[number]),
            None if obstacle else float(found.competence[index]),
            None if is_alone else float(graded.bias[index]),
            None if is_alone else float(graded.sd[index]),
            obstacle,
        )
    return [measured[number] for number in sorted(measured)]


def label_scores(scores: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return scores as labels for MACE: themselves, or, of more than `MOST_LABELS`, as many ranges of equal width."""
    if len(np.unique(scores)) <= MOST_LABELS:
        return scores
    bounds = np.linspace(scores.min(), scores.max(), MOST_LABELS + 1)[1:-1]
    return np.digitize(scores, bounds)
