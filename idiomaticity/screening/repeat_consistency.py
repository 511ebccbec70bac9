"""Repeat consistency: how alike an annotator's answers are to what was asked twice. Pure numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from annotation_site.coefficients.figure import Figure, plain
from idiomaticity.scales.judgements import LOWEST

NONE_ASKED = "Nothing was asked twice yet."
Scores = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class RepeatConsistency:
    """Answers that were given twice: their number, the share that is identical, and the mean absolute difference of
    those that are scores both times, which `scores` counts.
    """

    answers: int = 0
    identical: Figure = field(default_factory=lambda: Figure(None, NONE_ASKED))
    scores: int = 0
    difference: Figure = field(default_factory=lambda: Figure(None, NONE_ASKED))

    def to_json(self) -> dict[str, float | None]:
        """Return the figures as files and the API name them."""
        return {
            "repeated_answers": self.answers,
            "repeats_identical_share": plain(self.identical),
            "repeats_mean_difference": plain(self.difference),
        }


NO_REPEATS = RepeatConsistency()


def compare_repeats(pairs: Iterable[tuple[Scores, Scores]]) -> RepeatConsistency:
    """Return the consistency of (first, second) answers of each item that was asked twice, in the order of the scales.

    “Cannot judge” twice is identical; once, it is a different answer, from which no score has a distance.
    """
    answers = [
        (before, after)
        for first, second in pairs
        for before, after in zip(first, second, strict=True)
        if before is not None and after is not None
    ]
    if not answers:
        return NO_REPEATS
    distances = [abs(after - before) for before, after in answers if min(before, after) >= LOWEST]
    return RepeatConsistency(
        answers=len(answers),
        identical=Figure(sum(before == after for before, after in answers) / len(answers)),
        scores=len(distances),
        difference=Figure(fmean(distances)) if distances else Figure(None, "No item has a score both times."),
    )
