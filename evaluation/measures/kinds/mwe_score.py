"""Score_mwe: how close the translation comes to the words of an expression's reference translation.

A value is a score for each expression. An entry is null if the expression has no word in the reference.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from annotation_site.texts.segmentation import is_unspaced, name_segmenter
from annotation_site.texts.token_places import Span
from evaluation.measures.base import Figure, Measure, Value
from evaluation.measures.reasons import Looked
from evaluation.measures.reports import Report
from evaluation.measures.segments import Given, Measured
from evaluation.measures.sums import Bootstrap, MeanSums
from evaluation.metrics.highlights import NEAR, find_words
from evaluation.metrics.mwe_score import ExpressionMatch, match_expression, split_words


@dataclass(frozen=True, slots=True)
class NearestWords:
    """The nearest words of each expression, with their distances."""

    matches: Sequence[tuple[str, ExpressionMatch]]
    spans_by_kind: Mapping[str, Sequence[Span]]
    template: str = "evaluation/measures/nearest_words.html"

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        rows = []
        for label, match in self.matches:
            rows.append({"label": label, "score": match.score, "words": [asdict(word) for word in match.words]})
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
        self._empty += sum(len(part.expressions) for part in parts if not split_words(part.hypothesis, self.prepared))
        if self.options["segments"]:
            self._segments.append({"line": line, "scores": value})
        if self.options["references"]:
            checked = self.count([replace(part, hypothesis=part.references[0]) for part in parts])
            self._references.add([labels], [[score for scores_of_part in checked for score in scores_of_part]])

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
        return {"average": self.options["average"], **self.measure.signed, **sign_words(self.prepared)}


def sign_words(language: str) -> dict[str, object]:
    """Return the signature's entry for what cuts words, if the language writes no spaces."""
    return {"tokens": name_segmenter()} if is_unspaced(language) else {}


class MweScore(Measure[str]):
    """Score_mwe against the whole translation. The prepared object is the language of the translations."""

    name = "mwe-score"
    title = "Score_mwe"
    help = "Score_mwe: how near the translation comes to the expression’s words"
    figures = (
        Figure("paper", "Score_mwe", over="segments"),
        Figure("code", "Score_mwe, code"),
        Figure("macro", "Score_mwe, macro", over="labels"),
    )
    by_expression = True
    looks_up = ("reference",)
    is_default = True
    signed = {"case": "lower", "punctuation": "spaces"}
    reason = "No expression has a word in the reference."
    left_out_reason = "have no word in the reference"
    reason_keys = ("nearest",)
    command = "mwe-score"
    reader = "expressions"
    report = MweReport

    def prepare(self, given: Given) -> str:
        return given.target_language

    def count(self, segments: Sequence[Measured], prepared: str) -> list[Value]:
        return [self._count(segment, prepared) for segment in segments]

    def _count(self, segment: Measured, language: str) -> list[float | None]:
        texts = [expression.reference_text for expression in segment.expressions]
        matches = _match_expressions(texts, segment.hypothesis, language)
        return [match.score if match else None for match in matches]

    def sign(self, given: Given, prepared: str) -> dict[str, object]:
        return sign_words(prepared)

    def explain(self, looked: Looked) -> NearestWords | None:
        """Return the nearest words. They follow from the texts alone, so they are shown for unmeasured segments too."""
        language = looked.target_language
        texts = [expression["reference_text"] for expression in looked.expressions]
        matches = _match_expressions(texts, looked.hypothesis, language)
        labelled = [
            (expression["label"], match) for expression, match in zip(looked.expressions, matches, strict=True) if match
        ]
        nearest = {word.nearest for _, match in labelled for word in match.words if word.score > 0}
        return NearestWords(labelled, {NEAR: find_words(looked.hypothesis, nearest, language)}) if labelled else None


def _match_expressions(texts: Sequence[str], hypothesis: str, language: str) -> list[ExpressionMatch | None]:
    if not is_unspaced(language):
        words = split_words(hypothesis)
        return [match_expression(text, words) for text in texts]
    return [match_expression(text, split_words(hypothesis, language, around=text), language) for text in texts]
