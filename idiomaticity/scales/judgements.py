"""One annotator's judgement of one compound: scores and up to three paraphrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self, get_args

from idiomaticity.scales import score_scale

Scale = Literal["head", "modifier", "whole"]
SCALES: tuple[Scale, ...] = get_args(Scale)
# In place of a score: the annotator looked and could not judge. None means no answer yet.
CANNOT_JUDGE = score_scale.CANNOT_JUDGE
# Scores of every scale begin here or higher: anything lower is CANNOT_JUDGE.
LOWEST = score_scale.LEAST


@dataclass(frozen=True, slots=True)
class Judgement:
    """Scores on the study's scale or CANNOT_JUDGE, None where still open; paraphrases in the order they were given;
    and the answers to extra questions by name."""

    head: int | None = None
    modifier: int | None = None
    whole: int | None = None
    paraphrases: tuple[str, ...] = ()
    extra: Mapping[str, int | None] = field(default_factory=dict)

    def find(self, name: str) -> int | None:
        """Return the answer to one of the questions."""
        return getattr(self, name) if name in SCALES else self.extra.get(name)

    def find_open(self, names: Sequence[str] = SCALES) -> list[str]:
        """Return those of the questions that have no answer."""
        return [name for name in names if self.find(name) is None]

    def to_json(self) -> dict[str, Any]:
        """Return the judgement as operations, submissions and the API write it."""
        return {
            "head": self.head,
            "modifier": self.modifier,
            "whole": self.whole,
            "paraphrases": list(self.paraphrases),
            "extra": dict(self.extra),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return a judgement from the result of to_json; earlier versions wrote no extra questions."""
        scores = data["head"], data["modifier"], data["whole"]
        return cls(*scores, tuple(data["paraphrases"]), dict(data.get("extra", {})))


def find_scales(head: str) -> Sequence[Scale]:
    """Return the scales asked about a compound: the whole alone where its parts are unknown."""
    return SCALES if head else ("whole",)
