"""LitTER: whether a word of an expression was translated literally.

A value is [error, triggering words, their positions in the translation, blocklists] for each expression. An entry is
null if no span has a word. An empty translation is an error without triggering words. A blocklist is [token, words,
those of them in the reference].
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.texts.segmentation import segment_words
from annotation_site.texts.token_places import Span, find_places
from evaluation.files.dictionaries import read_dictionaries, read_stop_words
from evaluation.measures.base import Figure, Measure, Side, Value
from evaluation.measures.options import Choice, FileInput, FormPart, Options
from evaluation.measures.reasons import Looked
from evaluation.measures.reports import Report
from evaluation.measures.segments import Given, Measured, MeasureRequest
from evaluation.metrics.dictionaries import BilingualDictionary
from evaluation.metrics.highlights import LITERAL
from evaluation.metrics.litter import KnownLemmas, LitterOptions, find_literal_words, list_lemmas
from evaluation.metrics.words import name_lemmatiser, name_splitter

WORDS_SHOWN = 12  # of a blocklist
_UNREAD = "The dictionary is only for LitTER. Choose LitTER, or leave out the dictionary."


@dataclass(frozen=True, slots=True)
class Prepared:
    """Dictionary and options, and a sentence for each dictionary line that could not be used."""

    source_language: str
    target_language: str
    dictionary: BilingualDictionary
    options: LitterOptions
    skipped: Sequence[str]


@dataclass(frozen=True, slots=True)
class Blocklist:
    """Translations of a source word by the dictionary. If the reference holds one of them, none counts as an error."""

    token: str
    words: list[str]
    in_reference: list[str]


@dataclass(frozen=True, slots=True)
class Literal:
    """Literal words found for one expression, with the blocklists that were searched for."""

    label: str
    is_error: bool
    triggered: list[str]
    blocklists: list[Blocklist]


@dataclass(frozen=True, slots=True)
class LiteralWords:
    """The triggering words of every expression of a segment."""

    rows: Sequence[Literal]
    spans_by_kind: Mapping[str, Sequence[Span]]
    template: str = "evaluation/measures/literal_words.html"

    def to_json(self) -> dict[str, list[dict[str, Any]]]:
        rows = []
        for row in self.rows:
            blocklists = [
                {"token": blocklist.token, "words": blocklist.words, "in_reference": blocklist.in_reference}
                for blocklist in row.blocklists
            ]
            rows.append({"label": row.label, "words": row.triggered, "blocklists": blocklists})
        return {"literal": rows}


class LitterReport(Report["Litter"]):
    """`measure litter`: the triggering words, sentence by sentence."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._triggered: list[dict[str, Any]] = []
        self._empty = 0

    def note(self, line: int, parts: Sequence[Measured], labels: Sequence[str], value: Value) -> None:
        for label, entry in zip(labels, value, strict=True):
            if entry is None or not entry[0]:
                continue
            if entry[1]:
                self._triggered.append({"segment": line, "label": label, "words": entry[1]})
            else:
                self._empty += 1

    def tell(self) -> dict[str, Any]:
        result = super().tell()
        if not self.sums.n:
            result["reasons"] = dict.fromkeys(result["reasons"], "No sentence has an expression with a word.")
        result["not_counted"] = result.pop("left_out")
        result["empty_hypotheses"] = self._empty
        return result | {"triggered": self._triggered, "skipped_dictionary_lines": self.prepared.skipped}

    def sign(self) -> dict[str, object]:
        given = self.given
        return {
            "languages": f"{given.source_language}-{given.target_language}",
            **self.measure.signed,
            "tokens": name_splitter(given.source_language, given.target_language),
            "lemmas": given.options["lemmas"],
            "stop_words": "yes" if given.files.get("stop_words") else "no",
        }


def _error_of_entry(entry: Sequence[Any]) -> float:
    return float(entry[0])


class Litter(Measure[Prepared]):
    """LitTER against all references of a segment together."""

    name = "litter"
    title = "LitTER"
    help = "LitTER: whether a word of the expression was translated literally (needs a dictionary)"
    figures = (
        Figure("macro", "LitTER", _error_of_entry, over="labels"),
        Figure("micro", "LitTER, micro", _error_of_entry),
    )
    by_expression = True
    lower_is_better = True
    looks_up = ("source",)
    options = (
        Choice(
            "lemmas",
            "Lemmas",
            (
                ("none", "none, as in the paper"),
                ("source", "of source words, to look them up"),
                ("target", "of target words, to compare them"),
                ("both", "of both"),
            ),
            "none",
            help="Words that are also looked up, or compared, by their lemmas.",
        ),
    )
    files = (
        FileInput(
            part="dictionaries",
            field="dictionary",
            argument="--dictionary",
            help="A source word and a target word on each line.",
            refusal=_UNREAD,
            is_required=True,
        ),
        FileInput(
            part="reverse_dictionaries",
            field="reverse_dictionary",
            argument="--reverse-dictionary",
            help="A target word and a source word.",
            refusal=_UNREAD,
        ),
        FileInput(
            part="stop_words",
            field="stop_words",
            argument="--stop-words",
            help="Source words that count for nothing, such as articles.",
            refusal="Stop words are only for LitTER. Choose LitTER, or leave them out.",
        ),
    )
    form_part = FormPart(
        "litter-options",
        "LitTER: dictionary, stop words, lemmas",
        ("dictionary", "reverse_dictionary", "stop_words", "lemmas"),
    )
    signed = {"tokens": "moses", "case": "lower", "accents": "stripped", "empty": "error"}
    reason = "No expression has a word marked in the source."
    left_out_reason = "have no word marked in the source"
    reason_keys = ("literal",)
    command = "litter"
    reader = "spans"
    report = LitterReport

    def check(self, request: MeasureRequest) -> None:
        if not {"dictionaries", "reverse_dictionaries"}.intersection(request.parts):
            raise ValueError("LitTER needs a dictionary.")

    def word_sides(self, options: Options) -> frozenset[Side]:
        chosen: Mapping[str, Collection[Side]] = {"both": ("source", "target"), "none": ()}
        return frozenset(chosen.get(options["lemmas"], (options["lemmas"],)))

    def name_tools(self, options: Options, language: str) -> list[str]:
        return [] if options["lemmas"] == "none" else [name_lemmatiser()]

    def prepare(self, given: Given) -> Prepared:
        forward, reverse = (given.files.get(part, ()) for part in ("dictionaries", "reverse_dictionaries"))
        dictionary, skipped = read_dictionaries(forward, reverse, given.encoding)
        sides = self.word_sides(given.options)
        options = LitterOptions(
            read_stop_words(given.files.get("stop_words", ()), given.encoding),
            given.find_lemmatiser("source") if "source" in sides else None,
            given.find_lemmatiser("target") if "target" in sides else None,
        )
        return Prepared(given.source_language, given.target_language, dictionary, options, skipped)

    def list_skipped(self, prepared: Prepared) -> Sequence[str]:
        return prepared.skipped

    def count(self, segments: Sequence[Measured], prepared: Prepared) -> list[Value]:
        return [self._count(segment, prepared) if segment.expressions else [] for segment in segments]

    def _count(self, segment: Measured, prepared: Prepared) -> list[list[Any] | None]:
        language = prepared.target_language
        reference = [token for text in segment.references for token in segment_words(text, language)]
        hypothesis = segment_words(segment.hypothesis, language)
        words = segment.words
        known = KnownLemmas(
            list_lemmas(words.source or ()),
            list_lemmas(word for reference_words in words.references.values() for word in reference_words),
            list_lemmas(words.hypothesis or ()),
        )
        counted: list[list[Any] | None] = []
        for expression in segment.expressions:
            texts = [segment.source[start:end] for start, end in expression.source_spans]
            span = [token for text in texts for token in segment_words(text, prepared.source_language)]
            literal = find_literal_words(span, reference, hypothesis, prepared.dictionary, prepared.options, known)
            if literal is None:
                counted.append(None)
                continue
            blocklists = [
                [blocklist.token, blocklist.words[:WORDS_SHOWN], blocklist.in_reference]
                for blocklist in literal.blocklists
            ]
            spans = find_places(hypothesis, segment.hypothesis, literal.positions)
            counted.append([int(literal.is_error), list(literal.triggered), spans, blocklists])
        return counted

    def sign(self, given: Given, prepared: Prepared) -> dict[str, object]:
        reverse = [f"-{sha256[:12]}" for sha256 in given.hashes.get("reverse_dictionaries", ())]
        lemmas = given.options["lemmas"]
        return {
            "tokens": name_splitter(given.source_language, given.target_language),
            "languages": f"{given.source_language}-{given.target_language}",
            "lemmas": lemmas,
            **({} if lemmas == "none" else {"lemmatiser": name_lemmatiser()}),
            "stop_words": given.name_files("stop_words") or "no",
            "dictionaries": "+".join([sha256[:12] for sha256 in given.hashes.get("dictionaries", ())] + reverse),
        }

    def explain(self, looked: Looked) -> LiteralWords | None:
        rows: list[Literal] = []
        spans: list[Span] = []
        for expression, entry in zip(looked.expressions, looked.value or (), strict=False):
            if entry:
                is_error, triggered, triggered_spans, listed = entry
                blocklists = [Blocklist(*blocklist) for blocklist in listed]
                rows.append(Literal(expression["label"], bool(is_error), triggered, blocklists))
                spans += triggered_spans
        return LiteralWords(rows, {LITERAL: spans}) if rows or spans else None
