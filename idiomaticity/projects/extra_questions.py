"""Questions that a study asks beside head, modifier and whole, such as familiarity, confidence or domain. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from idiomaticity.projects.wording import find_fault_in_wording
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.score_scale import ScoreScale

MOST_EXTRA = 10
LONGEST_NAME = 30
_NAME = re.compile(rf"[a-z][a-z0-9_]{{0,{LONGEST_NAME - 1}}}")
# They have a meaning in files of ratings and in figures.
_RESERVED = frozenset({*SCALES, "all", "paraphrases", "compound"})


@dataclass(frozen=True, slots=True)
class ExtraQuestion:
    """A question with a scale of its own; `name` stands for it in files and in the API."""

    name: str
    question: str
    low: str = ""
    high: str = ""
    scale: ScoreScale = field(default_factory=ScoreScale)

    def find_fault(self) -> str | None:
        """Return a sentence that says why the question cannot be asked, or None."""
        if not _NAME.fullmatch(self.name) or self.name in _RESERVED:
            return (
                f"“{self.name[:LONGEST_NAME]}” cannot be a name. Use small letters, digits and _, such as familiarity."
            )
        if not self.question.strip():
            return f"The question “{self.name}” is empty."
        faults = (find_fault_in_wording(text) for text in (self.question, self.low, self.high))
        return next(filter(None, faults), None) or self.scale.find_fault()

    def to_json(self) -> dict[str, Any]:
        """Return the question as settings, releases and the API write it."""
        texts = {"name": self.name, "question": self.question, "low": self.low, "high": self.high}
        return {**texts, "scale": self.scale.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return a question from the result of to_json."""
        texts = {name: " ".join(str(data.get(name, "")).split()) for name in ("name", "question", "low", "high")}
        return cls(**texts, scale=ScoreScale.from_json(data.get("scale", {})))


def find_fault_in_extra(questions: Sequence[ExtraQuestion]) -> str | None:
    """Return a sentence that says why these cannot be asked together, or None."""
    if len(questions) > MOST_EXTRA:
        return f"Ask at most {MOST_EXTRA} extra questions."
    names = [question.name for question in questions]
    if twice := [name for name in names if names.count(name) > 1]:
        return f"There are two questions called {twice[0]}."
    return next(filter(None, (question.find_fault() for question in questions)), None)
