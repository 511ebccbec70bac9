"""Ways of asking people about translations: scores from 1 to 5 or 0 to 100, a preference, or error spans.

With error spans, people mark errors in the translations. ESA asks for a score from 0 to 100 beside them. MQM and the
scheme of expressions ask whether marking is finished, and the answer kept is the sum of the errors' weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Self, get_args

from annotation_site.languages.marks import gettext_noop as _
from evaluation.metrics.error_spans.schemes import SCHEMES, Scheme

Method = Literal["score", "percent", "preference", "esa", "mqm", "expression"]
METHODS: tuple[Method, ...] = get_args(Method)
# Methods that can ask about whole segments.
WHOLE: tuple[Method, ...] = ("esa", "mqm")
# The annotator answered “cannot judge”. None, in contrast, is an unanswered question.
CANNOT_JUDGE = -1
# The annotator has marked all errors, perhaps none.
FINISHED = 0
# Values that an annotator can give.
RANGES: Mapping[str, tuple[int, int]] = {
    "score": (1, 5),
    "percent": (0, 100),
    "preference": (1, 3),
    "esa": (0, 100),
    "mqm": (FINISHED, FINISHED),
    "expression": (FINISHED, FINISHED),
}
# Values with a label.
WORDED: Mapping[str, tuple[int, ...]] = {
    "score": (1, 2, 3, 4, 5),
    "percent": (0, 100),
    "preference": (1, 2, 3),
    "esa": (0, 100),
    "mqm": (),
    "expression": (),
}
# Stored answers from which on one is poor; of penalties, one major error.
_POOR: Mapping[str, float] = {"score": 3, "percent": 50, "esa": 50, "mqm": 5, "expression": 5}
FIRST_BETTER, EQUAL, SECOND_BETTER = 1, 2, 3
LONGEST_WORDING = 300
Values = Sequence[float | None]
Answers = Sequence[int | None]


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


_CANNOT = _("I cannot judge")
DEFAULTS: Mapping[str, Wording] = {
    "score": Wording(
        _("How well is the marked expression translated?"),
        {1: _("not at all"), 2: _("badly"), 3: _("partly"), 4: _("well, with a minor error"), 5: _("perfectly")},
        _CANNOT,
    ),
    "percent": Wording(
        _("How well is the marked expression translated?"), {0: _("not at all"), 100: _("perfectly")}, _CANNOT
    ),
    "preference": Wording(
        _("Which one translates the marked expression better?"),
        {1: _("the first"), 2: _("both equally"), 3: _("the second")},
        _CANNOT,
    ),
    "esa": Wording(
        _("Mark the errors in each translation, then score it."),
        {0: _("no meaning preserved"), 100: _("perfect")},
        _CANNOT,
    ),
    "mqm": Wording(_("Mark the errors in each translation."), {}, _CANNOT),
    "expression": Wording(_("Mark how each translation renders the marked expression."), {}, _CANNOT),
}


def find_scheme(method: str) -> Scheme | None:
    """Return what a method of error spans marks; None for other methods."""
    return SCHEMES.get(method)


def is_penalty(method: str) -> bool:
    """Return whether answers are weights of errors, so that lower is better."""
    scheme = find_scheme(method)
    return scheme is not None and not scheme.has_score


def is_poor(method: str, value: float) -> bool:
    """Return whether a stored answer about a translation, which is no preference, is in the worse half."""
    return value >= _POOR[method] if is_penalty(method) else value < _POOR[method]


def measure_drop(method: str, original: float, degraded: float) -> float:
    """Return by how much an answer about a translation is better than that about its degraded copy. Of a pair of both,
    whose first is the original, `degraded` is the one answer: 1 for the original, 0 for both equally, -1 for the copy.
    """
    if method == "preference":
        return EQUAL - degraded
    return degraded - original if is_penalty(method) else original - degraded


def passes(method: str, drop: float, *, is_marked: bool) -> bool:
    """Return whether an annotator noticed the degraded stretch: it `is_marked` where errors are all that is asked, else
    the original has the better answer.
    """
    return is_marked if is_penalty(method) else drop > 0


def find_fault_in_wording(method: str, wording: Wording) -> str | None:
    """Return a sentence that says why the wording is invalid, None if it is valid."""
    if set(wording.points) != set(WORDED[method]):
        if not WORDED[method]:
            return "This method has no values to label."
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


def find_fault(method: str, values: Answers, outputs: int) -> str | None:
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
        allowed = f"{lowest} to {highest}" if lowest < highest else f"{lowest} for “finished”"
        return f"An answer must be {allowed}, {CANNOT_JUDGE} for “cannot judge”, or null."
    return None


def shuffle_outputs(outputs: int, *, seed: int, item: int, annotator: int) -> list[int]:
    """Return the order in which an annotator sees a task's outputs, which follows from these numbers alone."""
    order = list(range(outputs))
    Random(f"{seed}:{item}:{annotator}").shuffle(order)  # noqa: S311 - an order, not a secret
    return order


def as_answer(method: str, value: float | None) -> int | None:
    """Return a stored value as the annotator gave it: of a penalty, only that marking is finished."""
    if value is None or value == CANNOT_JUDGE:
        return None if value is None else CANNOT_JUDGE
    return FINISHED if is_penalty(method) else int(value)


def as_number(value: float) -> float:
    """Return a whole number as such, so that scores are written as they were given; weights may be tenths."""
    return int(value) if float(value).is_integer() else value


def as_shown(method: str, values: Values, order: Sequence[int]) -> list[int | None]:
    """Return answers in display order, given the stored values in the order of the outputs."""
    given = [as_answer(method, value) for value in values]
    if method == "preference":
        return [_mirror(given[0], order)]
    return [given[index] for index in order]


def as_stored(method: str, values: Answers, order: Sequence[int]) -> list[int | None]:
    """Return answers in the order of the outputs, given those in display order."""
    if method == "preference":
        return [_mirror(values[0], order)]
    stored: list[int | None] = [None] * len(order)
    for index, value in zip(order, values, strict=True):
        stored[index] = value
    return stored


def _mirror(value: int | None, order: Sequence[int]) -> int | None:
    if value is None or value == CANNOT_JUDGE or list(order) == sorted(order):
        return value
    return FIRST_BETTER + SECOND_BETTER - value
