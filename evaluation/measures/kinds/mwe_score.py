"""Score_mwe: how close the translation comes to the words of an expression's reference translation.

A value is a score for each expression. An entry is null if the expression has no word in the reference.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from evaluation.marked_expressions.highlights import NEAR, find_words
from evaluation.measures.base import Figure, Measure, Value
from evaluation.measures.reasons import Looked
from evaluation.measures.reports import Report
from evaluation.measures.segments import Measured
from evaluation.measures.sums import Bootstrap, MeanSums
from evaluation.metrics.mwe_score import ExpressionMatch, match_expression, split_words
from evaluation.metrics.spans import Span


@dataclass(frozen=True, slots=True)
class NearestWords:
    """The nearest words of each expression, with their distances."""

    matches: Sequence[tuple[str, ExpressionMatch]]
    places: Mapping[str, Sequence[Span]]
    template: str = "evaluation/measures/nearest_words.html"

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        rows = [
            {"label": label, "score": match.score, "words": [asdict(word) for word in match.words]}
            for label, match in self.matches
        ]
        return {"nearest": rows}


class MweReport(Report["MweScore"]):
    """`measure mwe-score`: the average, and the average of the references, which checks the expressions themselves."""

    tells_segments = True

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._references: MeanSums = MeanSums(self.measure)
        self._segments: list[dict[str, Any]] = []
        self._empty = 0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--average", choices=[figure.name for figure in MweScore.figures], default="paper")

    def note(self, line: int, parts: Sequence[Measured], labels: Sequence[str], value: Value) -> None:
        self._empty += sum(len(part.expressions) for part in parts if not split_words(part.hypothesis))
        if self.options["segments"]:
            self._segments.append({"line": line, "scores": value})
        if self.options["references"]:
            checked = self.count([replace(part, hypothesis=part.references[0]) for part in parts])
            self._references.add([labels], [[score for each in checked for score in each]])

    def tell(self) -> dict[str, Any]:
        average, sums = self.options["average"], self.sums
        assert isinstance(sums, MeanSums)
        result: dict[str, Any] = {
            "score": sums.value(average),
            "n": sums.n,
            "sentences": sums.segments,
            "left_out": sums.left_out,
            "empty_hypotheses": self._empty,
        }
        if result["score"] is None:
            result["reasons"] = {"score": "No expression has a word."}
        if self.options["references"]:
            result["reference_score"] = self._references.value(average)
        if average == "macro":
            result["rows"] = sums.rows()
        if self.options["segments"]:
            result["segments"] = self._segments
        return result

    def tell_intervals(self, bootstrap: Bootstrap) -> dict[str, Any]:
        return {"score": self.sums.interval(self.options["average"], bootstrap)}

    def sign(self) -> dict[str, object]:
        return {"average": self.options["average"], **self.measure.signed}


class MweScore(Measure[None]):
    """Score_mwe against the whole translation."""

    name = "mwe-score"
    title = "Score_mwe"
    help = "Score_mwe: how near the translation comes to the expression’s words"
    figures = (
        Figure("paper", "Score_mwe", over="segments"),
        Figure("code", "Score_mwe, code"),
        Figure("macro", "Score_mwe, macro", over="labels"),
    )
    by_expression = True
    is_default = True
    signed = {"case": "lower", "punctuation": "spaces"}
    reason = "No expression has a word in the reference."
    reason_keys = ("nearest",)
    command = "mwe-score"
    reader = "expressions"
    report = MweReport

    def count(self, segments: Sequence[Measured], prepared: None) -> list[Value]:
        return [self._count(segment) for segment in segments]

    def _count(self, segment: Measured) -> list[float | None]:
        words = split_words(segment.hypothesis)
        matches = [match_expression(expression.reference_text, words) for expression in segment.expressions]
        return [match.score if match else None for match in matches]

    def explain(self, looked: Looked) -> NearestWords | None:
        """Return the nearest words. They follow from the texts alone, so they are shown for unmeasured segments too."""
        words = split_words(looked.hypothesis)
        matches = [(each["label"], match_expression(each["reference_text"], words)) for each in looked.expressions]
        found = [(label, match) for label, match in matches if match]
        nearest = {word.nearest for _, match in found for word in match.words if word.score > 0}
        return NearestWords(found, {NEAR: find_words(looked.hypothesis, nearest)}) if found else None
