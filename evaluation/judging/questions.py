"""The questions of a task as its page asks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaluation.judging.methods import CANNOT_JUDGE, FINISHED


def describe_questions(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the questions of a state with what was answered, for templates."""
    return {
        "questions": [_question_context(state, index) for index in range(len(state["answers"]))],
        "cannot_judge_value": CANNOT_JUDGE,
    }


def _question_context(state: Mapping[str, Any], index: int) -> dict[str, Any]:
    given = state["answers"][index]
    return {
        "place": index,
        "number": index + 1,
        "output": state["outputs"][index],
        "given": "" if given in (None, CANNOT_JUDGE) else given,
        "is_not_judged": given == CANNOT_JUDGE,
        "is_finished": given == FINISHED,
        "scores": [{**point, "is_given": point["value"] == given} for point in state["points"]],
    }
