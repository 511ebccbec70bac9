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
from expressions.agreement.spans import KINDS, PairAgreement, count_items
from expressions.agreement.tokens import WordSums, WordTable, find_values
from expressions.formats.sentences import Expression, MarkedSentence
from expressions.marks.marking import Mark, part_marks

# What is compared is marks alone: the words of a sentence are counted apart.
_NO_LINES = ConlluSentence(0, (), ())


class ReadPassage(NamedTuple):
    """The numbers of words of a passage's sentences, and the marks of each annotator by pseudonym."""

    sentences: Sequence[int]
    readings: Mapping[str, Sequence[Mark]]


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
    """Counts over all passages with two readings or more."""

    couples: dict[tuple[str, str], CoupleAgreement] = field(default_factory=dict)
    words: WordSums = field(default_factory=WordSums)
    pooled: CoupleAgreement = field(default_factory=CoupleAgreement)
    passages: int = 0
    sentences: int = 0
    across: int = 0

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
        for place, words in enumerate(passage.sentences):
            marked = {reader: _mark(of_reader[place]) for reader, of_reader in parted.items()}
            values = {reader: find_values(sentence) for reader, sentence in marked.items()}
            self.words += WordSums.of(words, list(values.values()))
            for one, other in combinations(sorted(marked), 2):
                for couple in (self.couples.setdefault((one, other), CoupleAgreement()), self.pooled):
                    couple.spans.add(marked[one], marked[other])
                    couple.words.add(words, values[one], values[other])
        for one, other in combinations(sorted(parted), 2):
            self.couples[one, other].passages += 1
            self.pooled.passages += 1


def _mark(expressions: Sequence[Expression]) -> MarkedSentence:
    return MarkedSentence(_NO_LINES, tuple(expressions))


def measure_agreement(passages: Iterable[ReadPassage]) -> Agreement:
    """Return the agreement over these passages."""
    found = Agreement()
    for passage in passages:
        found.add(passage)
    return found


def write_agreement(found: Agreement) -> dict[str, Any]:
    """Return the figures as JSON, for files and programs; a figure without a value is null, with its reason."""
    reasons: dict[str, str] = {}
    return {
        "passages": found.passages,
        "sentences": found.sentences,
        "across_sentences": found.across,
        "pooled": _write_couple(found.pooled, "pooled", reasons),
        "pairs": [
            {"annotators": list(names), **_write_couple(couple, " ".join(names), reasons)}
            for names, couple in sorted(found.couples.items())
        ],
        **_write_figures(found.words.figures, "words", reasons),
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
