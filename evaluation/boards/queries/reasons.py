"""Why a segment scored as it did: every system's translation with its scores and what they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluation.boards.queries.boards import newest_scores
from evaluation.marks.measured import MeasuredMarks
from evaluation.marks.text_marks import LITERAL, NEAR, Pieces, find_words, mark_spans, mark_text
from evaluation.measures.counting import score_segments
from evaluation.measures.names import (
    APT,
    LITTER,
    MWE,
    MWE_ALIGNED,
    TESLA,
    TESLA_COMPOUNDS,
    find_columns,
    find_decimals,
    name_measure,
)
from evaluation.metrics.mwe_score import ExpressionMatch, match_expression, split_words
from evaluation.metrics.words import split_sentence
from evaluation.test_sets.models import Segment
from evaluation.translations.models import Hypothesis, SegmentValues


@dataclass(frozen=True, slots=True)
class Blocklist:
    """A source word's translations by the dictionary; where the reference holds one, none of them counts."""

    token: str
    words: list[str]
    in_reference: list[str]


@dataclass(frozen=True, slots=True)
class Literal:
    """What LitTER found of one expression: the words that triggered, and what was looked for."""

    label: str
    triggered: list[str]
    blocklists: list[Blocklist]


@dataclass(frozen=True, slots=True)
class MatchedWord:
    """A word of the reference with the word of the translation that TESLA matched it with, if any."""

    reference: str
    hypothesis: str
    similarity: float | None
    in_compound: bool


@dataclass(frozen=True, slots=True)
class FoundCompound:
    """A compound that TESLA found in the reference, as it stands there, and its compositionality from 0 to 1."""

    words: str
    compositionality: float


@dataclass(frozen=True, slots=True)
class AlignedWords:
    """The words of the translation that are aligned with an expression, with the sentence in which they are marked, and
    those of the reference where APT-Eval compared them."""

    label: str
    pieces: Pieces
    words: str
    reference: str


@dataclass(slots=True)
class SystemReading:
    """One system's translation of a segment, its scores, and the reasons."""

    name: str
    text: str
    pieces: Pieces
    scores: dict[str, float | None]
    matches: list[tuple[str, ExpressionMatch]]
    literal: list[Literal] = field(default_factory=list)
    matched_words: list[MatchedWord] = field(default_factory=list)
    compounds: list[FoundCompound] = field(default_factory=list)
    aligned: list[AlignedWords] = field(default_factory=list)
    older_marks: list[dict[str, Any]] | None = None  # that a score rests on, where they were changed since

    @property
    def written_scores(self) -> list[tuple[str, str]]:
        """As the page writes them."""
        return [
            (name_measure(measure), "–" if score is None else f"{score:.{find_decimals(measure) - 1}f}")
            for measure, score in self.scores.items()
        ]


def read_segment(segment: Segment) -> list[SystemReading]:
    """Every system's translation, in the order they were taken in, and why it scored so, by the expressions that each
    measure saw."""
    scores = newest_scores(segment.test_set)
    keys = {(score.translation_id, score.measure): score.key for score in scores}
    counted = _read_values(segment, keys)
    marks = MeasuredMarks(segment, scores)
    hypotheses = Hypothesis.objects.filter(translation__test_set=segment.test_set, number=segment.number)
    return [
        _read_system(segment, marks, hypothesis, counted.get(hypothesis.translation_id, {}))
        for hypothesis in hypotheses.select_related("translation__system").order_by("translation_id")
    ]


def _read_system(
    segment: Segment, marks: MeasuredMarks, hypothesis: Hypothesis, values: Mapping[str, Any]
) -> SystemReading:
    words = split_words(hypothesis.text)
    looked_for = marks.seen_by(hypothesis.translation_id, MWE)
    matches = [(each["label"], match_expression(each["reference_text"], words)) for each in looked_for]
    found = [(label, match) for label, match in matches if match]
    nearest = {word.nearest for _, match in found for word in match.words if word.score > 0}
    literal = values.get(LITTER) or []
    places = [place for entry in literal if entry for place in entry[2]]
    tesla = values.get(TESLA_COMPOUNDS) or values.get(TESLA)
    return SystemReading(
        hypothesis.translation.system.name,
        hypothesis.text,
        mark_text(hypothesis.text, {NEAR: find_words(hypothesis.text, nearest), LITERAL: places}),
        {column[0]: score_segments(column[0], [values[column[0]]])[0] for column in find_columns(values)},
        found,
        [
            _describe_literal(each["label"], entry)
            for each, entry in zip(marks.seen_by(hypothesis.translation_id, LITTER), literal, strict=False)
            if entry
        ],
        *(_describe_matching(segment, hypothesis.text, tesla) if tesla else ([], [])),
        _describe_aligned(marks, hypothesis, values),
        marks.older_of(hypothesis.translation_id),
    )


def _describe_aligned(marks: MeasuredMarks, hypothesis: Hypothesis, values: Mapping[str, Any]) -> list[AlignedWords]:
    measure = APT if values.get(APT) else MWE_ALIGNED
    rows, text = [], hypothesis.text
    for each, entry in zip(marks.seen_by(hypothesis.translation_id, measure), values.get(measure) or [], strict=False):
        if entry:
            places = entry[-1]
            words = " ".join(text[start:end] for start, end in places)
            reference = " ".join(entry[2]) if measure == APT else each["reference_text"]
            rows.append(AlignedWords(each["label"], mark_spans(text, places), words, reference))
    return rows


def _describe_literal(label: str, entry: Sequence[Any]) -> Literal:
    _, triggered, _, blocklists = entry
    return Literal(label, triggered, [Blocklist(*each) for each in blocklists])


def _describe_matching(
    segment: Segment, hypothesis: str, counted: Sequence[Any]
) -> tuple[list[MatchedWord], list[FoundCompound]]:
    _, matches, compounds, *words = counted
    theirs, first = words[0] if words else _split_again(segment, hypothesis)
    partners = {reference: (theirs[place], similarity) for place, reference, similarity in matches}
    inside = {start + offset for start, length, _ in compounds for offset in range(length)}
    matched = [
        MatchedWord(word, *partners.get(place, ("", None)), in_compound=place in inside)
        for place, word in enumerate(first)
    ]
    found = [FoundCompound(" ".join(first[start : start + length]), score) for start, length, score in compounds]
    return matched, found


def _split_again(segment: Segment, hypothesis: str) -> tuple[list[str], list[str]]:
    """The words of bare texts, which are not kept: those of the translation and of the first reference with any."""
    language = segment.test_set.target_language
    first = next(tokens for text in segment.references if (tokens := split_sentence(text, language)))
    return split_sentence(hypothesis, language), first


def _read_values(segment: Segment, keys: Mapping[tuple[int, str], str]) -> dict[int, dict[str, Any]]:
    """What each measure counted in this segment, by translation, from the chunk that holds it."""
    chunks = SegmentValues.objects.filter(translation__test_set=segment.test_set, first__lte=segment.number)
    # The last chunk that begins at or before the segment; earlier ones do not reach it.
    chunks = chunks.order_by("translation_id", "measure", "key", "-first").distinct("translation_id", "measure", "key")
    found: dict[int, dict[str, Any]] = {}
    for chunk in chunks.filter(key__in=set(keys.values())):
        place = segment.number - chunk.first
        if keys.get((chunk.translation_id, chunk.measure)) == chunk.key and place < len(chunk.values):
            found.setdefault(chunk.translation_id, {})[chunk.measure] = chunk.values[place]
    return {
        translation: {measure: value for measure, value in values.items() if value is not None}
        for translation, values in found.items()
    }
