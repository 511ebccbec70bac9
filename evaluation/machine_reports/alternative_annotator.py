"""The alternative annotator test: whether a machine may stand in for one of several annotators (Calderon, Reichart and
Dror 2025, “The Alternative Annotator Test for LLM-as-a-Judge”).

Annotator h_j is left out in turn, and machine f and h_j are compared by how well each agrees with the annotators who
remain: on instance i, W^f = 1 where S(f, x_i, j) ≥ S(h_j, x_i, j), and W^h = 1 where S(h_j, x_i, j) ≥ S(f, x_i, j).

    ρ_j = mean of W^f,   d_i = W^h − W^f,   H0: mean d ≥ ε,   t = (d̄ − ε) / (s / √n), one-sided

Below 30 instances Wilcoxon's signed-rank test of d − ε takes the place of the t test. The false discovery rate of the
annotators' tests is controlled by Benjamini and Yekutieli's procedure. ω is the share of annotators against whom H0 is
rejected, ρ the mean of ρ_j; the machine passes with ω ≥ 0.5. ε is what a machine is cheaper by: 0.2 for experts, 0.15
for trained annotators, 0.1 for a crowd. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure
from evaluation.metrics.significance import find_signed_rank_p

EPSILON, LEVEL, PASSES = 0.2, 0.05, 0.5
FEWEST_FOR_T, FEWEST_ANNOTATORS = 30, 3
TOO_FEW = f"The test needs {FEWEST_ANNOTATORS} annotators or more."
# For one annotator: the agreement of the machine, and of the annotator, with those who remain, by instance.
Scores = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class AnnotatorTest:
    """The machine against one annotator: share of instances on which it agrees at least as well, and the test."""

    annotator: str
    instances: int
    advantage: float
    annotator_advantage: float
    p: float
    method: str
    is_rejected: bool


@dataclass(frozen=True, slots=True)
class AlternativeTest:
    """ω and ρ over all annotators, with the test of each; both are undefined for fewer than three annotators."""

    epsilon: float
    winning_rate: Figure
    advantage: Figure
    annotators: tuple[AnnotatorTest, ...]

    @property
    def passes(self) -> bool:
        """Return whether the machine wins against half of the annotators or more."""
        return self.winning_rate.value is not None and self.winning_rate.value >= PASSES


def run_alternative_test(scores: Mapping[str, Scores], *, epsilon: float = EPSILON) -> AlternativeTest:
    """Return the test for a machine, from the scores of each annotator's instances; those without any are left out."""
    compared = {name: np.asarray(instances, dtype=np.float64) for name, instances in scores.items() if len(instances)}
    wins = {name: instances[:, 0] >= instances[:, 1] for name, instances in compared.items()}
    losses = {name: instances[:, 1] >= instances[:, 0] for name, instances in compared.items()}
    tested = {
        name: find_p(losses[name].astype(np.float64) - wins[name].astype(np.float64), epsilon) for name in compared
    }
    rejected = reject_by_yekutieli([p for p, _ in tested.values()])
    rows = tuple(
        AnnotatorTest(
            name, len(instances), float(wins[name].mean()), float(losses[name].mean()), *tested[name], is_rejected
        )
        for (name, instances), is_rejected in zip(compared.items(), rejected, strict=True)
    )
    if len(rows) < FEWEST_ANNOTATORS:
        return AlternativeTest(epsilon, Figure(None, TOO_FEW), Figure(None, TOO_FEW), rows)
    winning_rate, advantage = (
        sum(row.is_rejected for row in rows) / len(rows),
        sum(row.advantage for row in rows) / len(rows),
    )
    return AlternativeTest(epsilon, Figure(winning_rate), Figure(advantage), rows)


def find_p(differences: npt.NDArray[np.float64], epsilon: float) -> tuple[float, str]:
    """Return p of H0: mean ≥ ε against less, and the name of the test by which it was found."""
    from scipy import stats  # scipy weighs 100 MB in every process: loaded by those that need it

    shifted = differences - epsilon
    if len(shifted) < FEWEST_FOR_T:
        return (find_signed_rank_p(shifted, "less") if shifted.any() else 1.0), "Wilcoxon"
    spread = shifted.std(ddof=1) / np.sqrt(len(shifted))
    if spread == 0:
        return float(shifted.mean() >= 0), "t"
    return float(stats.t.cdf(shifted.mean() / spread, len(shifted) - 1)), "t"


def reject_by_yekutieli(p_values: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Return which hypotheses Benjamini and Yekutieli's procedure rejects: those up to the last rank i of m at which
    p_(i) ≤ i / m · level / (1 + 1/2 + … + 1/m).
    """
    count = len(p_values)
    harmonic = sum(1 / rank for rank in range(1, count + 1))
    order = sorted(range(count), key=lambda index: p_values[index])
    last = max(
        (rank for rank, index in enumerate(order, 1) if p_values[index] <= rank / count * level / harmonic), default=0
    )
    rejected = set(order[:last])
    return [index in rejected for index in range(count)]
