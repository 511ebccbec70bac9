"""From the values of all segments to figures: with intervals, what every resample gave, rows by label, and signature.

The same seed draws the same segments for every system, and which segments have a value does not depend on the system,
so that the figures of two systems in one resample are a pair (`comparisons.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from evaluation.measures.counting import Value
from evaluation.measures.names import APT, LITTER, MWE, MWE_ALIGNED, TESLA, TESLA_COMPOUNDS, is_outside, name_measure
from evaluation.measures.summary import RESAMPLES, SEED, Summary
from evaluation.metrics.apt import AptScore, AptSums
from evaluation.metrics.averages import LabelTallies, Observation, Tally, bootstrap_mean
from evaluation.metrics.mwe_score import AVERAGES, MweSums
from evaluation.metrics.resampling import resample_rates
from evaluation.metrics.signature import write_signature
from evaluation.metrics.surface import SurfaceMeasure

Labels = Sequence[Sequence[str]]


def summarise(
    measure: str,
    labels: Labels,
    values: Sequence[Value],
    version: str,
    signed: Mapping[str, object],
    reference_counts: Iterable[int] = (1,),
) -> Summary:
    """`labels` are those of each segment's expressions, `signed` what else goes into the signature."""
    bootstrap = {"bs": RESAMPLES, "seed": SEED}
    if measure in _SUMMARIES:
        summary = _SUMMARIES[measure](labels, values)
        options = {**_OPTIONS.get(measure, {}), "n": summary.n}
        summary.signature = write_signature(measure, version, **options, **bootstrap, **signed)
        return summary
    if is_outside(measure):
        summary = _summarise_outside(values)
        summary.signature = write_signature(name_measure(measure), "unknown", n=summary.n, **bootstrap, **signed)
        return summary
    surface = SurfaceMeasure(measure)  # type: ignore[arg-type]
    summary = _summarise_surface(surface, values)
    for count in sorted(set(reference_counts)):
        surface.count([""], [["x"] * count])  # the signature names how many references the segments have
    parts = [f"{name}:{value}" for name, value in {"n": summary.n, **bootstrap, **signed}.items()]
    summary.signature = "|".join([surface.signature, *parts])
    return summary


def _summarise_mwe(labels: Labels, values: Sequence[Value]) -> Summary:
    sums = MweSums()
    by_expression: list[Observation] = []
    by_sentence: list[Observation] = []
    for number, (names, scores) in enumerate(zip(labels, values, strict=True)):
        sums.put_sentence(zip(names, scores, strict=True))
        defined = [(name, score) for name, score in zip(names, scores, strict=True) if score is not None]
        by_expression += [(number, name, score) for name, score in defined]
        if defined:
            by_sentence.append((number, "", sum(score for _, score in defined) / len(defined)))
    n = sums.expressions.micro.count
    summary = Summary(rows=sums.expressions.rows(), n=n, left_out=sums.left_out)
    summary.reason = "No expression has a word in the reference."
    for average in AVERAGES:
        observations = by_sentence if average == "paper" else by_expression
        summary.put_mean(average, sums.average(average), observations, is_macro=average == "macro")
    return summary


def _summarise_aligned_mwe(labels: Labels, values: Sequence[Value]) -> Summary:
    scores = [[None if entry is None else entry[0] for entry in entries] for entries in values]
    summary = _summarise_mwe(labels, scores)
    summary.reason = "No expression is marked in the source and has a word in the reference."
    return summary


def _summarise_apt(labels: Labels, values: Sequence[Value]) -> Summary:
    sums = AptSums()
    observations: dict[str, list[Observation]] = {"unigram": [], "chrf": []}
    for number, (names, counted) in enumerate(zip(labels, values, strict=True)):
        for name, entry in zip(names, counted, strict=True):
            sums.put(name, None if entry is None else AptScore(entry[0], entry[1]))
            if entry is not None:
                observations["unigram"].append((number, name, entry[0]))
                observations["chrf"].append((number, name, entry[1]))
    summary = Summary(rows=sums.unigram.rows(), n=sums.unigram.micro.count, left_out=sums.left_out)
    summary.reason = "No expression is aligned with a word of its reference."
    tallies = {"unigram": sums.unigram, "chrf": sums.chrf}
    for name, tally in tallies.items():
        summary.put_mean(name, tally.macro, observations[name], is_macro=True)
    for name, tally in tallies.items():
        summary.put_mean(f"{name}_micro", tally.micro.mean, observations[name])
    return summary


def _summarise_litter(labels: Labels, values: Sequence[Value]) -> Summary:
    errors = LabelTallies()
    observations: list[Observation] = []
    left_out = 0
    for number, (names, counted) in enumerate(zip(labels, values, strict=True)):
        for name, found in zip(names, counted, strict=True):
            if found is None:
                left_out += 1
            else:
                errors.put(name, float(found[0]))
                observations.append((number, name, float(found[0])))
    summary = Summary(rows=errors.rows(), n=errors.micro.count, left_out=left_out)
    summary.reason = "No expression has a word marked in the source."
    summary.put_mean("macro", errors.macro, observations, is_macro=True)
    summary.put_mean("micro", errors.micro.mean, observations)
    return summary


def _summarise_tesla(labels: Labels, values: Sequence[Value]) -> Summary:
    summary = _summarise_means([None if value is None else value[0] for value in values])
    summary.reason = "No reference has a word."
    return summary


def _summarise_tesla_compounds(labels: Labels, values: Sequence[Value]) -> Summary:
    summary = _summarise_tesla(labels, values)
    tally = Tally()
    observations: list[Observation] = []
    for number, value in enumerate(values):
        if value is not None and value[2]:
            tally.put(value[0])
            observations.append((number, "", value[0]))
    summary.put_mean("with_compounds", tally.mean, observations)
    if not observations and summary.n:
        summary.reason = "No reference holds a compound."
    return summary


def _summarise_means(scores: Sequence[float | None]) -> Summary:
    """The mean over the segments that have a score."""
    total, count = 0.0, 0
    observations: list[Observation] = []
    for number, score in enumerate(scores):
        if score is not None:
            total, count = total + score, count + 1
            observations.append((number, "", score))
    summary = Summary(n=count, left_out=len(scores) - count, reason="No segment has a score.")
    summary.put_mean("score", total / count if count else None, observations)
    return summary


def _summarise_outside(scores: Sequence[float | None]) -> Summary:
    """The same; resamples draw from all segments, as one system may lack scores that another has, and so are pairs."""
    summary = _summarise_means(scores)
    table = np.array([(0.0, 0.0) if score is None else (score, 1.0) for score in scores])
    drawn = bootstrap_mean(table, is_macro=False, resamples=RESAMPLES, seed=SEED)
    summary.put("score", summary.figures["score"]["value"], drawn)
    return summary


def _summarise_surface(surface: SurfaceMeasure, values: Sequence[Value]) -> Summary:
    table = np.array([row for row in values if row is not None], dtype=np.float64)
    summary = Summary(n=len(table), left_out=len(values) - len(table), reason="No segment has a reference.")
    if not len(table):
        summary.put("score", None, None)
        return summary
    drawn = resample_rates(table, surface.rate, resamples=RESAMPLES, seed=SEED)[:, 0]
    summary.put("score", surface.score(table.sum(axis=0)), drawn)
    return summary


_SUMMARIES: Mapping[str, Callable[[Labels, Sequence[Value]], Summary]] = {
    MWE: _summarise_mwe,
    MWE_ALIGNED: _summarise_aligned_mwe,
    LITTER: _summarise_litter,
    APT: _summarise_apt,
    TESLA: _summarise_tesla,
    TESLA_COMPOUNDS: _summarise_tesla_compounds,
}
_OPTIONS: Mapping[str, Mapping[str, object]] = {
    MWE: {"case": "lower", "punctuation": "spaces"},
    MWE_ALIGNED: {"case": "lower", "punctuation": "spaces", "words": "aligned"},
    APT: {"case": "mixed", "chrf": "chrF2"},
    LITTER: {"tokens": "moses", "case": "lower", "accents": "stripped"},
}
