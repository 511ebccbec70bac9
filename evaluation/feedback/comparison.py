"""A judge's answer compared with the one that was decided: no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.adjudication.differences import FINE, GAPS, find_width
from evaluation.judging.methods import CANNOT_JUDGE, as_number
from evaluation.metrics.error_spans.schemes import ErrorSpan


@dataclass(frozen=True, slots=True)
class Judgement:
    """An answer to one question as it is stored, with the marks in the translation that it is about."""

    value: float
    spans: Sequence[ErrorSpan] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the judgement as operations and replies keep it."""
        return {"value": as_number(self.value), "spans": [span.to_json() for span in self.spans]}


def differs(own: Judgement, decided: Judgement, method: str) -> bool:
    """Return whether the decision changed the judgement: another mark, category or severity, or another answer. On a
    fine scale, answers differ that are so far apart that annotators would be in dispute.
    """
    if set(own.spans) != set(decided.spans):
        return True
    if own.value == decided.value or CANNOT_JUDGE in (own.value, decided.value):
        return own.value != decided.value
    return find_width(method) < FINE or abs(own.value - decided.value) > GAPS[method]
