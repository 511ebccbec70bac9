"""One annotator's judgement of one compound: three scores and up to three paraphrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, get_args

Scale = Literal["head", "modifier", "whole"]
SCALES: tuple[Scale, ...] = get_args(Scale)
LOWEST, HIGHEST = 0, 5
# In place of a score: the annotator looked and could not judge. None means no answer yet.
CANNOT_JUDGE = -1
MOST_PARAPHRASES = 3
LONGEST_PARAPHRASE = 200


@dataclass(frozen=True, slots=True)
class Judgement:
    """Scores from 0 to 5 or CANNOT_JUDGE, None where still open; paraphrases in the order they were given."""

    head: int | None = None
    modifier: int | None = None
    whole: int | None = None
    paraphrases: tuple[str, ...] = ()

    def find_open(self, scales: Sequence[Scale] = SCALES) -> list[Scale]:
        """Return those of the scales that have no answer."""
        return [scale for scale in scales if getattr(self, scale) is None]

    def to_json(self) -> dict[str, Any]:
        """Return the judgement as operations, submissions and the API write it."""
        return {
            "head": self.head,
            "modifier": self.modifier,
            "whole": self.whole,
            "paraphrases": list(self.paraphrases),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return a judgement from the result of to_json."""
        return cls(data["head"], data["modifier"], data["whole"], tuple(data["paraphrases"]))


def find_scales(head: str) -> Sequence[Scale]:
    """Return the scales asked about a compound: the whole alone where its parts are unknown."""
    return SCALES if head else ("whole",)


def is_answer(value: object) -> bool:
    """Return whether the value is a score, “cannot judge”, or no answer yet."""
    if value is None:
        return True
    return type(value) is int and (value == CANNOT_JUDGE or LOWEST <= value <= HIGHEST)
