"""APT-Eval: the words aligned with an expression, compared with those of the reference.

A value is [unigram, chrF, words of the reference, positions of the aligned words in the translation] for each
expression. An entry is null if the expression is not marked in the source or has no word in the reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from annotation_site.texts.segmentation import segment_words
from evaluation.measures.base import Figure, Measure, Value
from evaluation.measures.kinds.mwe_aligned import AllAlignedWords, show_aligned
from evaluation.measures.kinds.mwe_score import sign_words
from evaluation.measures.reasons import Looked
from evaluation.measures.reports import Report
from evaluation.measures.segments import Given, Marked, Measured
from evaluation.measures.sums import Bootstrap
from evaluation.metrics.apt import score_apt
from evaluation.metrics.spans import cut_spans

_unigram, _chrf = itemgetter(0), itemgetter(1)
# Names of the figures in the output of the command.
_FIGURES_BY_AVERAGE = {
    "macro": {"unigram": "unigram", "chrf": "chrf"},
    "micro": {"unigram": "unigram_micro", "chrf": "chrf_micro"},
}


class AptReport(Report["Apt"]):
    """`measure apt`."""

    _empty = 0

    def note(self, line: int, parts: Sequence[Measured], labels: Sequence[str], value: Value) -> None:
        self._empty += sum(1 for entry in value if entry is not None and not entry[3])

    def tell(self) -> dict[str, Any]:
        sums = self.sums
        result: dict[str, Any] = {}
        for average, figures in _FIGURES_BY_AVERAGE.items():
            result[average] = {name: sums.value(figure) for name, figure in figures.items()}
        pairs = zip(sums.rows("unigram"), sums.rows("chrf"), strict=True)
        result |= {
            "n": sums.n,
            "left_out": sums.left_out,
            "empty_hypotheses": self._empty,
            "rows": [
                {"label": first["label"], "unigram": first["score"], "chrf": second["score"], "n": first["n"]}
                for first, second in pairs
            ],
        }
        if not sums.n:
            result["reasons"] = dict.fromkeys(_FIGURES_BY_AVERAGE, self.measure.reason)
        return result

    def tell_intervals(self, bootstrap: Bootstrap) -> dict[str, Any]:
        intervals = {}
        for average, figures in _FIGURES_BY_AVERAGE.items():
            intervals[average] = {name: self.sums.interval(figure, bootstrap) for name, figure in figures.items()}
        return intervals


class Apt(Measure[str]):
    """APT-Eval. The prepared object is the language of the translations."""

    name = "apt"
    title = "APT-Eval"
    help = "APT-Eval: the aligned words against those of the reference (needs alignments)"
    figures = (
        Figure("unigram", "APT-Eval, unigram", _unigram, over="labels"),
        Figure("chrf", "APT-Eval, chrF", _chrf, over="labels"),
        Figure("unigram_micro", "APT-Eval, unigram, micro", _unigram),
        Figure("chrf_micro", "APT-Eval, chrF, micro", _chrf),
    )
    by_expression = True
    looks_up = ("source",)
    aligned = ("output", "reference")
    signed = {"case": "mixed", "chrf": "chrF2"}
    reason = "No expression is aligned with a word of its reference."
    left_out_reason = "are aligned with no word of their reference"
    reason_keys = ("aligned",)
    command = "apt"
    reader = "aligned"
    report = AptReport

    def prepare(self, given: Given) -> str:
        return given.target_language

    def sign(self, given: Given, prepared: str) -> dict[str, object]:
        return sign_words(prepared)

    def count(self, segments: Sequence[Measured], prepared: str) -> list[Value]:
        return [self._count(segment, prepared) for segment in segments]

    def _count(self, segment: Measured, language: str) -> list[list[Any] | None]:
        counted: list[list[Any] | None] = []
        for expression in segment.expressions:
            reference = _find_reference_words(segment, expression, language)
            spans = segment.find_aligned(expression)
            words = [segment.hypothesis[start:end] for start, end in spans]
            score = score_apt(reference, words) if expression.source_spans else None
            counted.append([score.unigram, score.chrf, reference, spans] if score else None)
        return counted

    def explain(self, looked: Looked) -> AllAlignedWords | None:
        return show_aligned(looked, [" ".join(entry[2]) if entry else "" for entry in looked.value or ()])


def _find_reference_words(segment: Measured, expression: Marked, language: str) -> list[str]:
    """Return the reference words aligned with the expression; without an alignment, those marked in the reference."""
    if not segment.references:
        return []
    text = segment.references[0]
    if segment.reference_aligned is not None:
        return [text[start:end] for start, end in segment.reference_aligned.follow(expression.source_spans)]
    return segment_words(cut_spans(text, expression.reference_spans), language)
