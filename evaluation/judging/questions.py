"""The questions of a task as its page asks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaluation.judging.contradictions import find_contradictions
from evaluation.judging.methods import CANNOT_JUDGE, FINISHED
from evaluation.metrics.error_spans.schemes import SOURCE


def describe_questions(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the questions of a state with what was answered, for templates."""
    return {
        "questions": [_question_context(state, index) for index in range(len(state["answers"]))],
        "has_given_marks": any(state.get("given", ())),
        "cannot_judge_value": CANNOT_JUDGE,
    }


def list_contradictions(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the scores of a state that contradict their marks, with the number of the translation as it is shown;
    none while a question is open, which is asked for first.
    """
    if not state["scheme"] or None in state["answers"]:
        return []
    severities = [[mark["severity"] for mark in of_output] for of_output in state["spans"]]
    contradictions = find_contradictions(state["method"], state["outputs"], state["answers"], severities)
    return [
        {"number": index + 1, "score": state["answers"][index], "kind": kind} for index, kind in contradictions.items()
    ]


def _question_context(state: Mapping[str, Any], index: int) -> dict[str, Any]:
    given = state["answers"][index]
    return {
        "place": index,
        "number": index + 1,
        "output": state["outputs"][index],
        "before": _pair_neighbours(state, index, "before"),
        "after": _pair_neighbours(state, index, "after"),
        "given": "" if given in (None, CANNOT_JUDGE) else given,
        "marks": _name_marks(state, index) if state["scheme"] else [],
        "is_not_judged": given == CANNOT_JUDGE,
        "is_finished": given == FINISHED,
        "scores": [{**point, "is_given": point["value"] == given} for point in state["points"]],
    }


def _pair_neighbours(state: Mapping[str, Any], index: int, side: str) -> list[dict[str, str]]:
    """Return the neighbours of a source with those of its translation; none unless both are known."""
    translated = state["output_contexts"][index][side]
    if not translated:
        return []
    return [
        {"source": source, "output": output} for source, output in zip(state["context"][side], translated, strict=True)
    ]


def _name_marks(state: Mapping[str, Any], index: int) -> list[dict[str, Any]]:
    """Return the marks of an output in words, as they are listed without a script."""
    scheme = state["scheme"]
    titles = {part["name"]: part["title"] for part in (*scheme["categories"], *scheme["severities"])}
    given = state.get("given") or [[]] * (index + 1)
    named = []
    for mark in state["spans"][index]:
        text = state["source"]["text"] if mark["side"] == SOURCE else state["outputs"][index]
        words = text[mark["start"] : mark["end"]]
        title = " · ".join(titles.get(mark[name], "") for name in ("category", "severity"))
        named.append({"words": words, "title": title, "severity": mark["severity"], "is_given": mark in given[index]})
    return named
