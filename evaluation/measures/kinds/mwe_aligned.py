"""Score_mwe of the words aligned with the expression.

A value is [score, positions of the aligned words in the translation] for each expression. An entry is null if the
expression is not marked in the source or has no word in the reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from annotation_site.texts.token_places import Span
from evaluation.measures.base import Aligned, Figure, Measure, Value
from evaluation.measures.kinds.mwe_score import sign_words
from evaluation.measures.reasons import Looked
from evaluation.measures.segments import Given, Measured
from evaluation.metrics.highlights import Pieces, highlight_spans
from evaluation.metrics.mwe_score import match_expression, split_words
from evaluation.metrics.spans import cut_spans

_score = itemgetter(0)


@dataclass(frozen=True, slots=True)
class AlignedWords:
    """Words of the translation that are aligned with an expression, with the sentence in which to mark them, and the
    reference words with which they were compared.
    """

    label: str
    pieces: Pieces
    words: str
    reference: str


@dataclass(frozen=True, slots=True)
class AllAlignedWords:
    """The aligned words of every expression of a segment."""

    rows: Sequence[AlignedWords]
    template: str = "evaluation/measures/aligned_words.html"
    spans_by_kind: Mapping[str, Sequence[Span]] = field(default_factory=dict)

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        rows = [{"label": row.label, "words": row.words, "reference": row.reference} for row in self.rows]
        return {"aligned": rows}


def show_aligned(looked: Looked, references: Sequence[str]) -> AllAlignedWords | None:
    """Return the aligned words, whose positions stand last in an entry, beside those of the reference."""
    text = looked.hypothesis
    rows = [
        AlignedWords(expression["label"], highlight_spans(text, entry[-1]), cut_spans(text, entry[-1]), reference)
        for expression, entry, reference in zip(looked.expressions, looked.value or (), references, strict=False)
        if entry
    ]
    return AllAlignedWords(rows) if rows else None


class MweAligned(Measure[str]):
    """Score_mwe of the aligned words only. The prepared object is the language of the translations."""

    name = "mwe-aligned"
    title = "Score_mwe, aligned words"
    help = "Score_mwe of the words aligned with the expression only (needs alignments)"
    figures = (
        Figure("paper", "Score_mwe, aligned words", _score, over="segments"),
        Figure("code", "Score_mwe, aligned words, code", _score),
        Figure("macro", "Score_mwe, aligned words, macro", _score, over="labels"),
    )
    by_expression = True
    looks_up = ("reference", "source")
    aligned: tuple[Aligned, ...] = ("output",)
    signed = {"case": "lower", "punctuation": "spaces", "words": "aligned"}
    reason = "No expression is marked in the source and has a word in the reference."
    left_out_reason = "are not marked in the source, or have no word in the reference"
    reason_keys = ("aligned",)

    def prepare(self, given: Given) -> str:
        return given.target_language

    def count(self, segments: Sequence[Measured], prepared: str) -> list[Value]:
        return [self._count(segment, prepared) for segment in segments]

    def sign(self, given: Given, prepared: str) -> dict[str, object]:
        return sign_words(prepared)

    def _count(self, segment: Measured, language: str) -> list[list[Any] | None]:
        """Return one entry for each expression.

        The entry is None also if the expression is not marked in the source: without its tokens no link can be
        followed.
        """
        counted: list[list[Any] | None] = []
        for expression in segment.expressions:
            spans = segment.find_aligned(expression)
            text = expression.reference_text
            words = split_words(cut_spans(segment.hypothesis, spans), language, around=text)
            match = match_expression(text, words, language) if expression.source_spans else None
            counted.append([match.score, spans] if match else None)
        return counted

    def explain(self, looked: Looked) -> AllAlignedWords | None:
        return show_aligned(looked, [expression["reference_text"] for expression in looked.expressions])
