"""Figures of the extra questions of a study, each on a scale of its own. Pure numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.unit_counts import UnitCounts
from idiomaticity.projects.extra_questions import ExtraQuestion
from idiomaticity.scales.judgements import LOWEST

# Answer → number of annotators who gave it to one item.
Answers = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class ExtraFigures:
    """A question with its number of scores and of “cannot judge”, mean and standard deviation (ddof 1) of all scores,
    and Krippendorff's ordinal α over the `units`, which are items with two scores or more.
    """

    question: ExtraQuestion
    scores: int
    not_judged: int
    mean: Figure
    sd: Figure
    units: int
    alpha: Figure


class ExtraCounts:
    """Answers to one question, added item by item. Equal items are counted together: of many, few kinds are left."""

    def __init__(self, question: ExtraQuestion) -> None:
        self._question = question
        self._values = tuple(question.scale.values)
        self._kinds: Counter[tuple[int, ...]] = Counter()
        self._not_judged = 0

    def add(self, answers: Answers) -> None:
        """Add the answers about one item; raise ValueError for a score that is not on the question's scale."""
        scores = {answer: n for answer, n in answers.items() if answer >= LOWEST}
        if outside := scores.keys() - set(self._values):
            name = self._question.name
            raise ValueError(f"there is a score of {min(outside)} for {name}, which is not on its scale")
        self._not_judged += sum(answers.values()) - sum(scores.values())
        if scores:
            self._kinds[tuple(scores.get(value, 0) for value in self._values)] += 1

    def measure(self) -> ExtraFigures:
        """Return the figures of everything added."""
        # Sorted, so that the same study gives the same bytes in whatever order its items come.
        kinds = sorted(self._kinds)
        rows = np.array(kinds, dtype=np.int64).reshape(-1, len(self._values))
        items = np.array([self._kinds[kind] for kind in kinds], dtype=np.int64)
        given, several = items @ rows, rows.sum(axis=1) >= 2
        units = UnitCounts(self._values, rows[several], items[several])
        return ExtraFigures(
            self._question,
            int(given.sum()),
            self._not_judged,
            *_summarise_scores(np.asarray(self._values, dtype=np.float64), given),
            units.unit_count,
            units.alpha("ordinal"),
        )


def _summarise_scores(values: npt.NDArray[np.float64], counts: npt.NDArray[np.int64]) -> tuple[Figure, Figure]:
    """Return mean and standard deviation of values that occur so often."""
    total = int(counts.sum())
    if not total:
        return Figure(None, "There is no score."), Figure(None, "A spread needs two values.")
    mean = float(values @ counts / total)
    if total < 2:
        return Figure(mean), Figure(None, "A spread needs two values.")
    return Figure(mean), Figure(float(np.sqrt(((values - mean) ** 2) @ counts / (total - 1))))
