"""What each measure counts of a segment: one JSON value, so that chunks can be stored, shared and put together.

mwe-score   a score for each expression (null: it has no word in the reference)
litter      [error, words that triggered, where they stand in the translation, blocklists] for each expression
            (null: no span with a word); a blocklist is [token, words, words of it in the reference]
mwe-aligned, apt    [score, …, where the aligned words stand in the translation] for each expression (null: it is not
            marked in the source, or has no word in the reference); of apt both scores and the reference's words
bleu, chrf, ter    sacrebleu's statistics (null: no reference)
tesla, tesla-compounds    [mean over the references, matched words, compounds] (null: no word in any reference);
            matched words are [of the translation, of the reference, similarity], compounds [first word, words,
            compositionality], both of the first reference; where the translation or a reference came with lemmas, then
            [words of the translation, words of that reference], as they were compared
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from evaluation.measures.names import APT, LITTER, MWE, MWE_ALIGNED, TESLA, TESLA_COMPOUNDS, is_outside
from evaluation.measures.segments import Marked, Measured, Resources
from evaluation.metrics.apt import score_apt
from evaluation.metrics.conllu import ConlluWord
from evaluation.metrics.litter import KnownLemmas, find_literal_words, list_lemmas
from evaluation.metrics.mwe_score import match_expression, split_words
from evaluation.metrics.spans import Span, locate_tokens
from evaluation.metrics.surface import SURFACE_NAMES, SurfaceMeasure
from evaluation.metrics.tesla.score import TeslaScore, score_tesla
from evaluation.metrics.words import split_sentence

Value = Any
WORDS_SHOWN = 12  # of a blocklist


def count_segments(measure: str, segments: Sequence[Measured], resources: Resources) -> list[Value]:
    """One value per segment; ValueError for an unknown measure, and where what it needs is missing."""
    if measure in SURFACE_NAMES:
        surface = SurfaceMeasure(measure)
        return [
            surface.count([segment.hypothesis], [segment.references])[0].tolist() if segment.references else None
            for segment in segments
        ]
    if measure not in _COUNTERS:
        raise ValueError(f"There is no measure “{measure}”.")
    count = _COUNTERS[measure]
    return [count(segment, resources) for segment in segments]


def _count_mwe(segment: Measured, resources: Resources) -> list[float | None]:
    words = split_words(segment.hypothesis)
    matches = [match_expression(expression.reference_text, words) for expression in segment.expressions]
    return [match.score if match else None for match in matches]


def _count_aligned_mwe(segment: Measured, resources: Resources) -> list[list[Any] | None]:
    """Null too where the expression is not marked in the source: nothing could be aligned with it."""
    counted: list[list[Any] | None] = []
    for expression in segment.expressions:
        places = segment.find_aligned(expression)
        words = split_words(_cut(segment.hypothesis, places))
        match = match_expression(expression.reference_text, words) if expression.source_spans else None
        counted.append([match.score, places] if match else None)
    return counted


def _count_apt(segment: Measured, resources: Resources) -> list[list[Any] | None]:
    """The reference's words are those aligned with the expression; without an alignment those marked in it."""
    counted: list[list[Any] | None] = []
    for expression in segment.expressions:
        reference = _find_reference_words(segment, expression, resources)
        places = segment.find_aligned(expression)
        words = [segment.hypothesis[start:end] for start, end in places]
        score = score_apt(reference, words) if expression.source_spans else None
        counted.append([score.unigram, score.chrf, reference, places] if score else None)
    return counted


def _find_reference_words(segment: Measured, expression: Marked, resources: Resources) -> list[str]:
    if not segment.references:
        return []
    text = segment.references[0]
    if segment.reference_aligned is not None:
        return [text[start:end] for start, end in segment.reference_aligned.follow(expression.source_spans)]
    return split_sentence(_cut(text, expression.reference_spans), resources.target_language)


def _cut(text: str, places: Sequence[Span]) -> str:
    return " ".join(text[start:end] for start, end in places)


def _count_litter(segment: Measured, resources: Resources) -> list[list[Any] | None]:
    if resources.dictionary is None:
        raise ValueError("LitTER needs a dictionary.")
    if not segment.expressions:
        return []
    reference = [token for text in segment.references for token in split_sentence(text, resources.target_language)]
    hypothesis = split_sentence(segment.hypothesis, resources.target_language)
    words = segment.words
    known = KnownLemmas(
        list_lemmas(words.source or ()),
        list_lemmas(word for each in words.references.values() for word in each),
        list_lemmas(words.hypothesis or ()),
    )
    counted: list[list[Any] | None] = []
    for expression in segment.expressions:
        texts = [segment.source[start:end] for start, end in expression.source_spans]
        span = [token for text in texts for token in split_sentence(text, resources.source_language)]
        found = find_literal_words(span, reference, hypothesis, resources.dictionary, resources.litter, known)
        if found is None:
            counted.append(None)
            continue
        blocklists = [[each.token, each.words[:WORDS_SHOWN], each.in_reference] for each in found.blocklists]
        places = _locate(hypothesis, segment.hypothesis, found.places)
        counted.append([int(found.is_error), found.triggered, places, blocklists])
    return counted


def _locate(tokens: Sequence[str], text: str, wanted: Sequence[int]) -> list[Span]:
    """Where the wanted tokens stand; nothing where the tokeniser wrote another character than the text has."""
    if not wanted:
        return []
    try:
        places = locate_tokens(tokens, text.replace("’", "'"))
    except ValueError:
        return []
    return [places[index] for index in wanted]


def _count_tesla(segment: Measured, resources: Resources, *, with_compounds: bool = False) -> list[Any] | None:
    if resources.tesla is None:
        raise ValueError("TESLA needs to know how to make its tokens.")
    tesla, language = resources.tesla, resources.target_language
    hypothesis = tesla.make_tokens(segment.hypothesis, segment.words.hypothesis, language)
    scores: list[TeslaScore] = []
    shown: list[Any] = []
    for place, text in enumerate(segment.references):
        reference = tesla.make_tokens(text, segment.words.references.get(place), language)
        if not reference:
            continue
        compounds = tesla.find_compounds(reference) if with_compounds else []
        score = score_tesla(hypothesis, reference, compounds, tesla.options, with_word_matches=not scores)
        if score is None:  # only where both are empty
            continue
        if not scores:
            words = [[match.hypothesis, match.reference, round(match.similarity, 4)] for match in score.matches]
            shown = [words, [[each.start, each.length, each.compositionality] for each in compounds]]
            if segment.words.hypothesis is not None or segment.words.references:
                sides = (segment.hypothesis, segment.words.hypothesis), (text, segment.words.references.get(place))
                shown.append([_list_forms(*side, language) for side in sides])
        scores.append(score)
    if not scores:
        return None
    mean = sum(score.score for score in scores) / len(scores)
    return [mean, *shown]


def _list_forms(text: str, words: Sequence[ConlluWord] | None, language: str) -> list[str]:
    """The words as they are written; tokens of bare ones have no capital at the start of a sentence."""
    return split_sentence(text, language) if words is None else [word.form for word in words]


def _count_tesla_compounds(segment: Measured, resources: Resources) -> list[Any] | None:
    return _count_tesla(segment, resources, with_compounds=True)


_COUNTERS: Mapping[str, Callable[[Measured, Resources], Value]] = {
    MWE: _count_mwe,
    MWE_ALIGNED: _count_aligned_mwe,
    LITTER: _count_litter,
    APT: _count_apt,
    TESLA: _count_tesla,
    TESLA_COMPOUNDS: _count_tesla_compounds,
}


def score_segments(measure: str, values: Sequence[Value]) -> list[float | None]:
    """Each segment's score, from 0 to 1 (BLEU, chrF and TER to 100): the mean over its expressions where those are
    counted; None where nothing is."""
    if measure not in SURFACE_NAMES:
        return [_score(measure, value) for value in values]
    rows = [value for value in values if value is not None]
    scores = iter(SurfaceMeasure(measure).score_segments(np.array(rows)).tolist() if rows else [])
    return [None if value is None else next(scores) for value in values]


def _score(measure: str, value: Value) -> float | None:
    if is_outside(measure):
        return None if value is None else float(value)
    if not value:
        return None
    if measure in (TESLA, TESLA_COMPOUNDS):
        return float(value[0])
    scores = [score_expression(measure, entry) for entry in value if entry is not None]
    return sum(scores) / len(scores) if scores else None


def score_expression(measure: str, entry: Any) -> float:
    """Of one expression, from what was counted of it."""
    return float(entry if measure == MWE else entry[0])
