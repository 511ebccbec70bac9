"""Ways of asking people about translations: scores from 1 to 5, scores from 0 to 100, or a preference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Self, get_args

Method = Literal["score", "percent", "preference"]
METHODS: tuple[Method, ...] = get_args(Method)
# The annotator answered “cannot judge”. None, in contrast, is an unanswered question.
CANNOT_JUDGE = -1
RANGES: Mapping[str, tuple[int, int]] = {"score": (1, 5), "percent": (0, 100), "preference": (1, 3)}
# Values with a label.
WORDED: Mapping[str, tuple[int, ...]] = {"score": (1, 2, 3, 4, 5), "percent": (0, 100), "preference": (1, 2, 3)}
FIRST_BETTER, EQUAL, SECOND_BETTER = 1, 2, 3
LONGEST_WORDING = 300
Values = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of a judging round: its question, the labels of values, and that of "cannot judge"."""

    question: str
    points: Mapping[int, str]
    cannot_judge: str

    def to_json(self) -> dict[str, Any]:
        """Return the wording as a judging round stores it. JSON makes the values of points text."""
        points = {str(value): words for value, words in self.points.items()}
        return {"question": self.question, "points": points, "cannot_judge": self.cannot_judge}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the wording from a judging round's stored form; raise ValueError if a point is not a number."""
        points = {int(value): words for value, words in data["points"].items()}
        return cls(data["question"], points, data["cannot_judge"])


_CANNOT = "I cannot judge"
DEFAULTS: Mapping[str, Wording] = {
    "score": Wording(
        "How well is the marked expression translated?",
        {1: "not at all", 2: "badly", 3: "partly", 4: "well, with a minor error", 5: "perfectly"},
        _CANNOT,
    ),
    "percent": Wording("How well is the marked expression translated?", {0: "not at all", 100: "perfectly"}, _CANNOT),
    "preference": Wording(
        "Which one translates the marked expression better?",
        {1: "the first", 2: "both equally", 3: "the second"},
        _CANNOT,
    ),
}


def find_fault_in_wording(method: str, wording: Wording) -> str | None:
    """Return a sentence that says why the wording is invalid, None if it is valid."""
    if set(wording.points) != set(WORDED[method]):
        return f"Give labels for exactly these values: {', '.join(map(str, WORDED[method]))}."
    for text in (wording.question, wording.cannot_judge, *wording.points.values()):
        if not text.strip():
            return "Questions and answers must not be empty."
        if len(text) > LONGEST_WORDING:
            return f"Questions and answers must have at most {LONGEST_WORDING} characters."
    return None


def count_questions(method: str, outputs: int) -> int:
    """Return one question per output, or one in all for a preference."""
    return 1 if method == "preference" else outputs


def find_fault(method: str, values: Values, outputs: int) -> str | None:
    """Return a sentence that says why these answers are invalid for a task with so many outputs, None if they are
    valid.
    """
    questions = count_questions(method, outputs)
    if len(values) != questions:
        return f"Give {questions} answers, with null for missing ones."
    lowest, highest = RANGES[method]
    for value in values:
        if value is None or (type(value) is int and (value == CANNOT_JUDGE or lowest <= value <= highest)):
            continue
        return f"An answer must be {lowest} to {highest}, {CANNOT_JUDGE} for “cannot judge”, or null."
    return None


def shuffle_outputs(outputs: int, *, seed: int, item: int, annotator: int) -> list[int]:
    """Return the order in which an annotator sees a task's outputs, which follows from these numbers alone."""
    order = list(range(outputs))
    Random(f"{seed}:{item}:{annotator}").shuffle(order)  # noqa: S311 - an order, not a secret
    return order


def as_shown(method: str, values: Values, order: Sequence[int]) -> list[int | None]:
    """Return answers in display order, given those in the order of the outputs."""
    if method == "preference":
        return [_mirror(values[0], order)]
    return [values[place] for place in order]


def as_stored(method: str, values: Values, order: Sequence[int]) -> list[int | None]:
    """Return answers in the order of the outputs, given those in display order."""
    if method == "preference":
        return [_mirror(values[0], order)]
    stored: list[int | None] = [None] * len(order)
    for place, value in zip(order, values, strict=True):
        stored[place] = value
    return stored


def _mirror(value: int | None, order: Sequence[int]) -> int | None:
    if value is None or value == CANNOT_JUDGE or list(order) == sorted(order):
        return value
    return FIRST_BETTER + SECOND_BETTER - value
