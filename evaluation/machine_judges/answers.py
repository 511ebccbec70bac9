"""A machine's judgement of one task, as a program writes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaluation.judging.methods import FINISHED, find_scheme, is_penalty
from evaluation.metrics.error_spans.schemes import ErrorSpan

_TEXTS = ("side", "category", "severity")
_PLACES = ("start", "end")
LARGEST_PLACE = 2**31 - 1


def read_answers(answer: Mapping[str, Any], method: str, outputs: int) -> list[int | None]:
    """Return the answers in the order in which the outputs were listed; every question has one. Where errors are
    marked without scores, answers may be left out. Raise ValueError with a sentence.
    """
    given = answer.get("answers")
    if given is None and is_penalty(method) and "spans" in answer:
        return [FINISHED] * outputs
    if not isinstance(given, list):
        raise ValueError("An answer has a list of answers, one for each question.")
    if any(value is None for value in given):
        raise ValueError("Answer every question; -1 is “cannot judge”.")
    return given


def read_spans(answer: Mapping[str, Any], method: str, outputs: int) -> list[list[Mapping[str, Any]]]:
    """Return the error spans of each output in the order in which they were listed, none if there are none. Raise
    ValueError with a sentence.
    """
    given = answer.get("spans")
    if find_scheme(method) is None and given:
        raise ValueError("This judging round has no error spans.")
    if given is None:
        return [[] for _ in range(outputs)]
    if not isinstance(given, list) or not all(isinstance(of_output, list) for of_output in given):
        raise ValueError("Error spans are a list for each translation.")
    if not all(_is_span(span) for of_output in given for span in of_output):
        raise ValueError(f"An error span has {', '.join(ErrorSpan.__slots__)}.")
    return given


def _is_span(span: object) -> bool:
    return (
        isinstance(span, Mapping)
        and all(isinstance(span.get(name), str) for name in _TEXTS)
        and all(type(span.get(name)) is int and 0 <= span[name] <= LARGEST_PLACE for name in _PLACES)
    )
