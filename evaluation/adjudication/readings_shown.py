"""Readings as the adjudicator's page shows them: cut into marked pieces, with the words and the name of each mark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from evaluation.judging.methods import CANNOT_JUDGE, RANGES
from evaluation.metrics.error_spans.schemes import SEVERITIES, TARGET

Record = Mapping[str, Any]
_, HIGHEST = RANGES["percent"]


def show_reading(state: Mapping[str, Any], place: int, reading: Record) -> dict[str, Any]:
    """Return a reading of one question for templates."""
    annotator = reading["annotator"]
    return {
        **reading,
        "key": annotator if len(annotator) == 1 else "",
        "is_not_judged": reading["answer"] == CANNOT_JUDGE,
        # A fine scale has words for its ends alone, where the number says more.
        "words": "" if state["highest"] == HIGHEST else _find_words(state, reading["answer"]),
        "pieces": cut_pieces(state["outputs"][place], reading["spans"]),
        "marks": [_name_mark(state, place, span) for span in reading["spans"]],
    }


def cut_pieces(text: str, spans: Sequence[Record]) -> list[tuple[str, str]]:
    """Return the pieces of a translation, each with the gravest severity that covers it, empty for none."""
    marked = [span for span in spans if span["side"] == TARGET]
    ends = sorted({0, len(text), *(span["start"] for span in marked), *(span["end"] for span in marked)})
    pieces = []
    for start, end in pairwise(ends):
        covering = [span["severity"] for span in marked if span["start"] <= start and end <= span["end"]]
        pieces.append((text[start:end], max(covering, key=SEVERITIES.index, default="")))
    return pieces


def _find_words(state: Mapping[str, Any], answer: int) -> str:
    return next((point["words"] for point in state["points"] if point["value"] == answer), "")


def _name_mark(state: Mapping[str, Any], place: int, span: Record) -> dict[str, Any]:
    text = state["outputs"][place] if span["side"] == TARGET else state["source"]["text"]
    scheme = state["scheme"]
    categories = {category["name"]: category["title"] for category in scheme["categories"]}
    severities = {severity["name"]: severity["title"] for severity in scheme["severities"]}
    name = [categories.get(span["category"], span["category"]), severities.get(span["severity"], "")]
    return {
        "words": text[span["start"] : span["end"]],
        "name": " · ".join(filter(None, name)),
        "severity": span["severity"],
    }
