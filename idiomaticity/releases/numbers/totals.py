"""Sums over all ratings of a released study, added one compound at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from idiomaticity.projects.extra_questions import ExtraQuestion
from idiomaticity.ratings.extra_scores import ExtraCounts
from idiomaticity.releases.numbers.agreement import AgreementCounts, write_figure
from idiomaticity.releases.records import ReleasedRating
from idiomaticity.scales.judgements import LOWEST, SCALES
from idiomaticity.scales.score_scale import ScoreScale


@dataclass(slots=True)
class RatingTotals:
    """Sums over all ratings; `counted` are those that are not excluded."""

    scale: ScoreScale
    extra: Sequence[ExtraQuestion] = ()
    excluded: set[str] = field(default_factory=set)
    annotators: set[str] = field(default_factory=set)
    ratings: int = 0
    counted: int = 0
    scores: int = 0
    not_judged: int = 0
    paraphrases: int = 0
    agreement: AgreementCounts = field(init=False)
    agreement_with_excluded: AgreementCounts = field(init=False)
    extra_counts: dict[str, ExtraCounts] = field(init=False)

    def __post_init__(self) -> None:
        self.agreement, self.agreement_with_excluded = (AgreementCounts(self.scale) for _ in range(2))
        self.extra_counts = {question.name: ExtraCounts(question) for question in self.extra}

    def add(self, ratings: Sequence[ReleasedRating]) -> None:
        """Add all ratings of one compound."""
        self.ratings += len(ratings)
        for rating in ratings:
            if rating.is_excluded:
                self.excluded.add(rating.annotator)
                continue
            self.counted += 1
            self.annotators.add(rating.annotator)
            given = [rating.scores[scale] for scale in SCALES if scale in rating.scores]
            self.scores += sum(value >= LOWEST for value in given)
            self.not_judged += sum(value < LOWEST for value in given)
            self.paraphrases += len(rating.paraphrases)
        for _, same in groupby(ratings, key=lambda rating: rating.sentence):
            of_item = list(same)
            self.agreement.add((rating.annotator, rating.scores) for rating in of_item if not rating.is_excluded)
            self.agreement_with_excluded.add((rating.annotator, rating.scores) for rating in of_item)
            for name, counts in self.extra_counts.items():
                answers = (rating.scores.get(name) for rating in of_item if not rating.is_excluded)
                counts.add(Counter(answer for answer in answers if answer is not None))

    def to_extra(self) -> dict[str, Any]:
        """Return the figures of the extra questions as the manifest has them."""
        figures = {name: counts.measure() for name, counts in self.extra_counts.items()}
        return {
            name: {
                "scores": question.scores,
                "not_judged": question.not_judged,
                "mean": write_figure(question.mean),
                "sd": write_figure(question.sd),
                "units": question.units,
                "alpha_ordinal": write_figure(question.alpha),
            }
            for name, question in figures.items()
        }

    def to_counts(self) -> dict[str, int]:
        """Return the counts of the manifest."""
        return {
            "annotators": len(self.annotators),
            "ratings": self.counted,
            "scores": self.scores,
            "not_judged": self.not_judged,
            "paraphrases": self.paraphrases,
            "excluded_annotators": len(self.excluded),
            "excluded_ratings": self.ratings - self.counted,
        }
