"""Measures computed elsewhere, such as COMET. A value is the segment's score, or null if it has none; where the model
found errors, it is `{"score", "errors"}`, with start, end, severity and confidence of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from annotation_site.coefficients.resampling import Floats
from annotation_site.texts.token_places import Span
from evaluation.measures.base import Figure, Measure, Value
from evaluation.measures.reasons import Looked
from evaluation.measures.sums import Bootstrap, Labels, Sums
from evaluation.metrics.averages import bootstrap_mean
from evaluation.metrics.highlights import LITERAL, NEAR, Pieces, highlight
from evaluation.metrics.signature import write_signature

LONGEST_NAME = 40
# Prefixes of its key in the database: a higher, or a lower, score is better.
_UP, _DOWN = "external-up:", "external-down:"
ERRORS = "found_errors"
_MINOR = "minor"


class ExternalSums(Sums):
    """Scores of all segments. Resamples contain unscored ones too, so that those of two systems are pairs."""

    def __init__(self) -> None:
        self.n = self.left_out = 0
        self._scores: list[float | None] = []

    def add(self, labels: Labels, values: Sequence[Value]) -> None:
        self._scores += [None if value is None else read_score(value) for value in values]
        self.n += sum(value is not None for value in values)
        self.left_out = len(self._scores) - self.n

    def value(self, figure: str) -> float | None:
        total = 0.0
        for score in self._scores:
            total += score or 0.0
        return total / self.n if self.n else None

    def resample(self, figure: str, bootstrap: Bootstrap) -> Floats:
        table = np.array([(0.0, 0.0) if score is None else (score, 1.0) for score in self._scores])
        return bootstrap_mean(table, is_macro=False, resamples=bootstrap.resamples, seed=bootstrap.seed)


@dataclass(frozen=True, slots=True)
class FoundError:
    """An error that a model found in a translation."""

    text: str
    severity: str
    confidence: float | None


@dataclass(frozen=True, slots=True)
class FoundErrors:
    """The errors that a model found, with the translation in which they are marked by their severity."""

    measure: str
    hypothesis: str
    spans: Sequence[tuple[int, int, str, float | None]]
    template: str = "evaluation/measures/found_errors.html"
    spans_by_kind: Mapping[str, Sequence[Span]] = field(default_factory=dict)

    @property
    def errors(self) -> list[FoundError]:
        return [
            FoundError(self.hypothesis[start:end], severity, confidence)
            for start, end, severity, confidence in self.spans
        ]

    @property
    def pieces(self) -> Pieces:
        """Return the translation in pieces, with all errors but minor ones as words that should not be there."""
        spans = [(start, end) for start, end, severity, _ in self.spans if severity == _MINOR]
        graver = [(start, end) for start, end, severity, _ in self.spans if severity != _MINOR]
        return highlight(self.hypothesis, {NEAR: spans, LITERAL: graver})

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        names = ("start", "end", "severity", "confidence")
        rows = [dict(zip(names, span, strict=True)) for span in self.spans]
        return {ERRORS: [{"measure": self.measure, **row} for row in rows]}


def read_score(value: Value) -> float:
    """Return the score of a value, beside which there may be errors."""
    return float(value["score"] if isinstance(value, dict) else value)


class ExternalMeasure(Measure[None]):
    """A measure computed elsewhere, named by its key in the database."""

    gains_from_missing = True
    reason = "No segment has a score."
    left_out_reason = "have no score"
    reason_keys = (ERRORS,)

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = self.help = name.partition(":")[2]
        self.lower_is_better = name.startswith(_DOWN)
        self.figures = (Figure("score", self.title, read_score),)

    def start(self) -> ExternalSums:
        return ExternalSums()

    def explain(self, looked: Looked) -> FoundErrors | None:
        if not isinstance(looked.value, dict):
            return None
        return FoundErrors(self.title, looked.hypothesis, [tuple(span) for span in looked.value["errors"]])

    def write_signature(
        self, entries: Mapping[str, object], *, name: str, version: str, reference_counts: Collection[int]
    ) -> str:
        """Return a signature with version "unknown": ours says nothing about figures computed elsewhere."""
        return write_signature(self.title, "unknown", **entries)


def external_name(title: str, *, lower_is_better: bool) -> str:
    """Return the measure's key in the database: its title behind a prefix that says whether higher is better."""
    return f"{_DOWN if lower_is_better else _UP}{title}"


def is_external(name: str) -> bool:
    return name.startswith((_UP, _DOWN))
