"""The questions of a study as they are asked about one compound: head, modifier, whole, then the extra ones. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from idiomaticity.projects.extra_questions import ExtraQuestion
from idiomaticity.projects.wording import Wording, fill_in
from idiomaticity.scales.judgements import CANNOT_JUDGE, find_scales
from idiomaticity.scales.score_scale import ScoreScale

PARTS = ("question", "low", "high")


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One question about one compound; `name` is head, modifier, whole or that of an extra question."""

    name: str
    question: str
    low: str
    high: str
    scale: ScoreScale

    def takes(self, answer: object) -> bool:
        """Return whether this is a score of the scale, “cannot judge”, or no answer yet."""
        return answer is None or (type(answer) is int and answer == CANNOT_JUDGE) or self.scale.holds(answer)

    def to_json(self) -> dict[str, Any]:
        """Return the question as the rating page and the API have it."""
        texts = {"scale": self.name, "question": self.question, "low": self.low, "high": self.high}
        return {**texts, **self.scale.to_json(), "is_slider": self.scale.is_slider}


def list_choices(question: Mapping[str, Any], given: int | None) -> dict[str, Any]:
    """Return a question, as to_json writes it, with its scores as templates show them, and the answer given."""
    values = range(question["lowest"], question["highest"] + 1, question["step"])
    return {
        **question,
        "scores": [
            {"value": value, "is_given": value == given, "label": question["labels"].get(str(value), "")}
            for value in values
        ],
        "given": "" if given in (None, CANNOT_JUDGE) else given,
        "is_not_judged": given == CANNOT_JUDGE,
        "cannot_judge": CANNOT_JUDGE,
    }


def ask_questions(
    wording: Wording, scale: ScoreScale, extra: Sequence[ExtraQuestion], words: Mapping[str, str]
) -> list[AskedQuestion]:
    """Return the questions in the order in which they are asked; `words` are compound, head and modifier.

    A compound whose parts are unknown is asked about as a whole alone.
    """
    of_scales = []
    for name in find_scales(words["head"]):
        sentence, low, high = (getattr(wording, f"{name}_{part}") for part in PARTS)
        of_scales.append(ExtraQuestion(name, sentence, low, high, scale))
    return [
        AskedQuestion(
            question.name,
            fill_in(question.question, **words),
            fill_in(question.low, **words),
            fill_in(question.high, **words),
            question.scale,
        )
        for question in (*of_scales, *extra)
    ]
