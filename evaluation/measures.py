"""Measures of a test set's translations: counted segment by segment, then summed up with intervals.

What is counted of a segment is one JSON value, so that chunks can be stored, shared and put together:

    mwe-score   a score for each expression (null: it has no word in the reference)
    litter      [error, words that triggered] for each expression (null: no span with a word)
    bleu, chrf, ter    sacrebleu's statistics (null: no reference)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaluation.commands.averages import find_interval
from evaluation.metrics.averages import Observation
from evaluation.metrics.dictionaries import BilingualDictionary
from evaluation.metrics.litter import LitterSums, find_literal_words
from evaluation.metrics.mwe_score import AVERAGES, MweSums, match_expression, split_words
from evaluation.metrics.resampling import percentile_interval, resample_rates
from evaluation.metrics.signature import write_signature
from evaluation.metrics.surface import SURFACE_NAMES, SurfaceMeasure
from evaluation.metrics.words import split_sentence

MWE, LITTER = "mwe-score", "litter"
MEASURES = (MWE, *SURFACE_NAMES, LITTER)
# Of these a lower figure is better.
ERRORS = frozenset({"ter", LITTER})
RESAMPLES = 1000
SEED = 12345


@dataclass(frozen=True, slots=True)
class Marked:
    """An expression as measures need it."""

    label: str
    source_spans: tuple[tuple[int, int], ...]
    reference_text: str


@dataclass(frozen=True, slots=True)
class Measured:
    """A segment with one system's translation of it."""

    source: str
    references: tuple[str, ...]
    expressions: tuple[Marked, ...]
    hypothesis: str


@dataclass(frozen=True, slots=True)
class Resources:
    """What a measure needs beside the segments."""

    source_language: str
    target_language: str
    dictionary: BilingualDictionary | None = None


Value = Any
Result = dict[str, Any]


def count_segments(measure: str, segments: Sequence[Measured], resources: Resources) -> list[Value]:
    """One value per segment; ValueError for an unknown measure, and for LitTER without a dictionary."""
    if measure == MWE:
        return [_count_mwe(segment) for segment in segments]
    if measure == LITTER:
        return [_count_litter(segment, resources) for segment in segments]
    if measure not in SURFACE_NAMES:
        raise ValueError(f"There is no measure “{measure}”.")
    surface = SurfaceMeasure(measure)
    return [
        surface.count([segment.hypothesis], [segment.references])[0].tolist() if segment.references else None
        for segment in segments
    ]


def _count_mwe(segment: Measured) -> list[float | None]:
    words = split_words(segment.hypothesis)
    matches = [match_expression(expression.reference_text, words) for expression in segment.expressions]
    return [match.score if match else None for match in matches]


def _count_litter(segment: Measured, resources: Resources) -> list[list[Any] | None]:
    if resources.dictionary is None:
        raise ValueError("LitTER needs a dictionary.")
    if not segment.expressions:
        return []
    reference = [token for text in segment.references for token in split_sentence(text, resources.target_language)]
    hypothesis = split_sentence(segment.hypothesis, resources.target_language)
    counted: list[list[Any] | None] = []
    for expression in segment.expressions:
        texts = [segment.source[start:end] for start, end in expression.source_spans]
        span = [token for text in texts for token in split_sentence(text, resources.source_language)]
        found = find_literal_words(span, reference, hypothesis, resources.dictionary)
        counted.append([int(found.is_error), list(found.triggered)] if found else None)
    return counted


def summarise(
    measure: str,
    labels: Sequence[Sequence[str]],
    values: Sequence[Value],
    version: str,
    signed: Mapping[str, object],
    reference_counts: Iterable[int] = (1,),
) -> Result:
    """Figures with 95 % intervals over segments drawn with replacement, rows by label, and the signature; `labels` are
    those of each segment's expressions, `signed` what else goes into the signature."""
    bootstrap = {"bs": RESAMPLES, "seed": SEED}
    if measure == MWE:
        result = _summarise_mwe(labels, values)
        options: dict[str, object] = {"case": "lower", "punctuation": "spaces", "n": result["n"]}
    elif measure == LITTER:
        result = _summarise_litter(labels, values)
        options = {"tokens": "moses", "case": "lower", "accents": "stripped", "n": result["n"]}
    else:
        surface = SurfaceMeasure(measure)  # type: ignore[arg-type]
        result = _summarise_surface(surface, values)
        for count in sorted(set(reference_counts)):
            surface.count([""], [["x"] * count])  # the signature names how many references the segments have
        parts = [f"{name}:{value}" for name, value in {"n": result["n"], **bootstrap, **signed}.items()]
        result["signature"] = "|".join([surface.signature, *parts])
        return result
    result["signature"] = write_signature(measure, version, **options, **bootstrap, **signed)
    return result


def _summarise_mwe(labels: Sequence[Sequence[str]], values: Sequence[Sequence[float | None]]) -> Result:
    sums = MweSums()
    by_expression: list[Observation] = []
    by_sentence: list[Observation] = []
    for number, (names, scores) in enumerate(zip(labels, values, strict=True)):
        sums.put_sentence(zip(names, scores, strict=True))
        defined = [(name, score) for name, score in zip(names, scores, strict=True) if score is not None]
        by_expression += [(number, name, score) for name, score in defined]
        if defined:
            by_sentence.append((number, "", sum(score for _, score in defined) / len(defined)))
    figures: dict[str, Result] = {
        average: _figure(
            sums.average(average), by_sentence if average == "paper" else by_expression, is_macro=average == "macro"
        )
        for average in AVERAGES
    }
    result = _with_reasons(figures, "No expression has a word in the reference.")
    n = sums.expressions.micro.count
    return {**result, "n": n, "left_out": sums.left_out, "rows": sums.expressions.rows()}


def _summarise_litter(labels: Sequence[Sequence[str]], values: Sequence[Sequence[list[Any] | None]]) -> Result:
    sums = LitterSums()
    observations: list[Observation] = []
    for number, (names, counted) in enumerate(zip(labels, values, strict=True)):
        for name, found in zip(names, counted, strict=True):
            if found is None:
                sums.not_counted += 1
            else:
                sums.errors.put(name, float(found[0]))
                observations.append((number, name, float(found[0])))
    figures = {
        "macro": _figure(sums.errors.macro, observations, is_macro=True),
        "micro": _figure(sums.errors.micro.mean, observations, is_macro=False),
    }
    result = _with_reasons(figures, "No expression has a word marked in the source.")
    return {**result, "n": sums.errors.micro.count, "left_out": sums.not_counted, "rows": sums.errors.rows()}


def _figure(value: float | None, observations: Sequence[Observation], *, is_macro: bool) -> Result:
    options = {"bootstrap": RESAMPLES, "seed": SEED}
    return {"value": value, "interval": find_interval(observations, options, is_macro=is_macro)}


def _summarise_surface(surface: SurfaceMeasure, values: Sequence[list[float] | None]) -> Result:
    table = np.array([row for row in values if row is not None], dtype=np.float64)
    left_out = len(values) - len(table)
    if not len(table):
        figures: dict[str, Result] = {"score": {"value": None, "interval": None}}
        return {**_with_reasons(figures, "No segment has a reference."), "n": 0, "left_out": left_out, "rows": []}
    drawn = resample_rates(table, surface.rate, resamples=RESAMPLES, seed=SEED)[:, 0]
    figure = {"value": surface.score(table.sum(axis=0)), "interval": percentile_interval(drawn)}
    return {**_with_reasons({"score": figure}, ""), "n": len(table), "left_out": left_out, "rows": []}


def _with_reasons(figures: dict[str, Result], reason: str) -> Result:
    """Every undefined figure with the sentence that says why."""
    return {
        "figures": figures,
        "reasons": {name: reason for name, figure in figures.items() if figure["value"] is None},
    }


def score_segment(measure: str, value: Value) -> float | None:
    """One segment's score, from 0 to 1 (BLEU, chrF and TER to 100): the mean over its expressions where those are
    counted; None where nothing is."""
    if not value:
        return None
    if measure in SURFACE_NAMES:
        return float(SurfaceMeasure(measure).score_segments(np.array([value]))[0])
    scores = [entry[0] if measure == LITTER else entry for entry in value if entry is not None]
    return sum(scores) / len(scores) if scores else None
