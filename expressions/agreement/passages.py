"""Agreement over passages: every pair of annotators who read the same ones, and the words of all.

Sentences are the units, as in the published figures; expressions with words of several sentences count in none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from annotation_site.coefficients.figure import Figure, plain
from annotation_site.texts.conllu import ConlluSentence
from expressions.agreement.comparisons import CategoryPairs, Comparison, SpanCounts
from expressions.agreement.spans import KINDS, PairAgreement, count_items
from expressions.agreement.tokens import WordSums, WordTable, find_values
from expressions.formats.sentences import Expression, MarkedSentence
from expressions.marks.marking import Mark, part_marks

# What is compared is marks alone: the words of a sentence are counted apart.
_NO_LINES = ConlluSentence(0, (), ())


class Submitted(NamedTuple):
    """The day of a submission, as an ordinal number, and the version of the guidelines, 0 for none."""

    day: int
    guideline: int


class ReadPassage(NamedTuple):
    """The numbers of words of a passage's sentences, the marks of each annotator by pseudonym, and when they were
    submitted, where that is known.
    """

    sentences: Sequence[int]
    readings: Mapping[str, Sequence[Mark]]
    submitted: Mapping[str, Submitted] = {}


@dataclass(slots=True)
class CoupleAgreement:
    """The counts of two annotators over the passages that both have read."""

    passages: int = 0
    spans: PairAgreement = field(default_factory=PairAgreement)
    words: WordTable = field(default_factory=WordTable)

    @property
    def figures(self) -> dict[str, Figure]:
        """Return F_span, κ_span, κ_cat, token F and κ of words in and out."""
        return {**self.spans.figures, "kappa_token": self.words.kappa}


@dataclass(slots=True)
class Agreement:
    """Counts over all passages with two readings or more; `comparisons` and `word_sums` are those of each passage."""

    couples: dict[tuple[str, str], CoupleAgreement] = field(default_factory=dict)
    words: WordSums = field(default_factory=WordSums)
    pooled: CoupleAgreement = field(default_factory=CoupleAgreement)
    passages: int = 0
    sentences: int = 0
    across: int = 0
    comparisons: list[Comparison] = field(default_factory=list)
    word_sums: list[WordSums] = field(default_factory=list)

    def add(self, passage: ReadPassage) -> None:
        """Add a passage; one that a single annotator has read says nothing."""
        if len(passage.readings) < 2:
            return
        self.passages += 1
        self.sentences += len(passage.sentences)
        parted: dict[str, list[list[Expression]]] = {}
        for reader, marks in passage.readings.items():
            parted[reader], across = part_marks(marks, passage.sentences)
            self.across += len(across)
        here = WordSums()
        words_before = {names: self._find_couple(names).words.counts for names in combinations(sorted(parted), 2)}
        for number, words in enumerate(passage.sentences):
            marked = {reader: _mark(by_sentence[number]) for reader, by_sentence in parted.items()}
            values = {reader: find_values(sentence) for reader, sentence in marked.items()}
            here += WordSums.of(words, list(values.values()))
            for one, other in combinations(sorted(marked), 2):
                for couple in (self._find_couple((one, other)), self.pooled):
                    couple.spans.add(marked[one], marked[other])
                    couple.words.add(words, values[one], values[other])
        self.words += here
        self.word_sums.append(here)
        self.pooled.passages += len(words_before)
        for names, before in words_before.items():
            self._find_couple(names).passages += 1
            self.comparisons.append(self._compare(passage, names, before))

    def _find_couple(self, names: tuple[str, str]) -> CoupleAgreement:
        return self.couples.setdefault(names, CoupleAgreement())

    def _compare(self, passage: ReadPassage, names: tuple[str, str], words_before: Sequence[int]) -> Comparison:
        """Return what the passage, the last that was added, added to the counts of two annotators."""
        couple, sentences = self.couples[names], len(passage.sentences)
        categories = CategoryPairs()
        start = couple.spans.sentences - sentences
        for of_sentence in couple.spans.by_sentence[start:]:
            categories.update(of_sentence)
        columns = zip(*couple.spans.evaluation.rows[start:], strict=True)
        expressions = list(map(sum, columns)) or [0] * 6
        words = [now - before for now, before in zip(couple.words.counts, words_before, strict=True)]
        submitted = [passage.submitted[name] for name in names if name in passage.submitted]
        versions = {submission.guideline for submission in submitted} or {0}
        return Comparison(
            self.passages,
            names,
            SpanCounts(sentences, *expressions, *words),
            categories,
            day=max((submission.day for submission in submitted), default=None),
            guideline=versions.pop() if len(versions) == 1 else None,
        )


def _mark(expressions: Sequence[Expression]) -> MarkedSentence:
    return MarkedSentence(_NO_LINES, tuple(expressions))


def measure_agreement(passages: Iterable[ReadPassage]) -> Agreement:
    """Return the agreement over these passages."""
    agreement = Agreement()
    for passage in passages:
        agreement.add(passage)
    return agreement


def write_agreement(agreement: Agreement) -> dict[str, Any]:
    """Return the figures as JSON, for files and programs; a figure without a value is null, with its reason."""
    reasons: dict[str, str] = {}
    return {
        "passages": agreement.passages,
        "sentences": agreement.sentences,
        "across_sentences": agreement.across,
        "pooled": _write_couple(agreement.pooled, "pooled", reasons),
        "pairs": [
            {"annotators": list(names), **_write_couple(couple, " ".join(names), reasons)}
            for names, couple in sorted(agreement.couples.items())
        ],
        **_write_figures(agreement.words.figures, "words", reasons),
        "reasons": reasons,
    }


def _write_couple(couple: CoupleAgreement, name: str, reasons: dict[str, str]) -> dict[str, Any]:
    first, second, common = couple.spans.counts
    return {
        "passages": couple.passages,
        "first": first,
        "second": second,
        "common": common,
        "items": count_items(first, second, common, couple.spans.sentences),
        **_write_figures(couple.figures, name, reasons),
        "disagreements": {kind: couple.spans.disagreements[kind] for kind in KINDS},
        "rows": [_write_part(*part, name, reasons) for part in couple.spans.evaluation.list_parts()],
        "confusion": [
            {"first": one, "second": other, "count": count}
            for (one, other), count in sorted(couple.spans.categories.items())
        ],
    }


def _write_part(by: str, value: str, score: Any, name: str, reasons: dict[str, str]) -> dict[str, Any]:
    common, first, second = score.expressions
    figures = {"f_span": score.expressions.f, "token_f": score.words.f}
    counts = {"by": by, "value": value, "first": first, "second": second, "common": common}
    return {**counts, **_write_figures(figures, f"{name} {by} {value}", reasons)}


def _write_figures(figures: Mapping[str, Figure], name: str, reasons: dict[str, str]) -> dict[str, float | None]:
    reasons.update({f"{name} {key}": figure.reason for key, figure in figures.items() if figure.value is None})
    return {key: plain(figure) for key, figure in figures.items()}
