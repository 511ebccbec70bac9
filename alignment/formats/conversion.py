"""Conversion from one format to another, streaming, with a count of details that the second cannot express."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from alignment.formats.links.aligned import (
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    reject_past_end,
    require_tokens,
)
from alignment.formats.parallel.line_ids import do_ids_differ
from alignment.formats.parallel.lines import BLANK, is_number
from alignment.formats.parallel.pairs import Pair, Row, tokenise_pair
from alignment.formats.parallel.registry import ParallelFormat
from alignment.readings.links import Reading
from annotation_site.texts.faults import FormatError, Rejected, Untranslated

# What a person is told about each kind of loss.
LOSSES: Mapping[str, str] = {
    "labels": "{format} has no labels: {count:,} Possible links were written as plain links.",
    "marks": "{format} cannot mark words without counterpart: {count:,} marks were left out.",
    "identifiers": "{format} does not support these IDs: {count:,} IDs were left out.",
    "target_words": "{format} cannot mark target words: {count:,} pairs lost theirs.",
    "tokens": "{format} has no word boundaries: {count:,} pairs lost their tokenisation.",
    "characters": "{count:,} pairs had control characters, which were replaced.",
    "invisible": "{count:,} pairs had invisible characters, which were removed.",
    "texts": "{format} has no text: the words of {count:,} pairs were left out.",
    "confidences": "{format} has no confidences: {count:,} were left out.",
    "annotators": "{format} does not name annotators: the name was left out of {count:,} readings.",
    "details": "{format} does not support details: those of {count:,} readings were left out.",
}

LACKS_WORDS = (
    "A word consists of invisible characters only, so links after it may point to the wrong words. Remove it from the "
    "text, and align the text again."
)


BlankLines = Literal["refuse", "skip", "keep"]
SHOWN_LINES = 20


def count_untranslated(count: int) -> str:
    """Return a sentence on segments that were left out because nobody has translated them."""
    return "1 segment has no translation yet." if count == 1 else f"{count:,} segments have no translation yet."


@dataclass(slots=True)
class Report:
    """The counts of a conversion so far, and what there is to know about every file of the source's format."""

    read: int = 0
    written: int = 0
    rejected: int = 0
    untranslated: int = 0
    blank: int = 0
    # The first of them, by which people find them.
    blank_lines: list[int] = field(default_factory=list)
    notes: dict[str, None] = field(default_factory=dict)
    lost: Counter[str] = field(default_factory=Counter)
    caveat: str = ""

    def add_losses(self, losses: Mapping[str, int]) -> None:
        """Add counts of lost details; kinds with a count of 0 do not appear."""
        self.lost.update({kind: count for kind, count in losses.items() if count})

    def add_blank(self, line: int) -> None:
        """Count a blank line inside a text."""
        self.blank += 1
        if len(self.blank_lines) < SHOWN_LINES:
            self.blank_lines.append(line)

    def describe_blank(self, treatment: str) -> list[str]:
        """Return a sentence on the blank lines, if there are any."""
        if not self.blank:
            return []
        lines = ", ".join(map(str, self.blank_lines)) + (", …" if self.blank > len(self.blank_lines) else "")
        named = f"The blank line {lines} was" if self.blank == 1 else f"{self.blank:,} blank lines ({lines}) were"
        return [f"{named} {treatment}."]

    def sentences(self, format_name: str) -> list[str]:
        """Return one sentence for each kind of loss, after the caveat and notes on how the files were read."""
        losses = [LOSSES[kind].format(format=format_name, count=count) for kind, count in sorted(self.lost.items())]
        untranslated = [count_untranslated(self.untranslated)] if self.untranslated else []
        return [*([self.caveat] if self.caveat else []), *self.notes, *untranslated, *losses]


@dataclass(frozen=True, slots=True)
class LinkConversion:
    """A conversion of links from one format to another. `name` is used for the file in errors; `open_texts` gives the
    pairs of the links, from the first; with `skip_rejected`, unreadable rows are counted instead of refused.
    """

    name: str
    source: AlignmentFormat
    target: AlignmentFormat
    target_base: Base
    open_texts: Callable[[], Iterator[Row]] | None = None
    annotator: str | None = None
    skip_rejected: bool = False
    texts_name: str = "texts"

    def sentences(self, rows: Iterable[AlignedRow], report: Report) -> Iterator[AlignedSentence]:
        """Yield the sentences to write, in order. Raise FormatError at the first one that cannot be written."""
        for number, sentence in enumerate(self._with_texts(self._chosen(rows, report), report), start=1):
            if self.target.needs_tokens:
                self._require_tokens(sentence)
            report.add_losses(self._losses(sentence))
            report.caveat = self.source.caveat
            report.written += 1
            yield replace(sentence, line=number)
        if not report.read:
            raise FormatError(self.name, None, "The file has no sentences.")

    def _chosen(self, rows: Iterable[AlignedRow], report: Report) -> Iterator[AlignedSentence]:
        """Yield readings of the named annotator, in ascending order; without a name there may be only one annotator."""
        previous = 0
        known: str | None = None
        for row in rows:
            report.read += 1
            if isinstance(row, Rejected):
                self._refuse_or_count(row, report)
                continue
            if self.annotator is not None and row.annotator != self.annotator:
                report.read -= 1
                continue
            if "annotators" not in self.target.keeps:
                if previous and row.annotator != known:
                    problem = f"The file has readings by {known} and {row.annotator}. Choose one with --annotator."
                    raise FormatError(self.name, row.line, problem)
                if row.number <= previous:
                    raise FormatError(self.name, row.line, f"Sentence {row.number} comes after sentence {previous}.")
            previous, known = row.number, row.annotator
            yield row

    def _refuse_or_count(self, row: Rejected, report: Report) -> None:
        if not self.skip_rejected:
            raise FormatError(self.name, row.line, row.reason)
        report.rejected += 1

    def _with_texts(self, sentences: Iterator[AlignedSentence], report: Report) -> Iterator[AlignedSentence]:
        """Yield sentences with their tokens; a pair that a sparse format leaves out has no links."""
        if self.open_texts is None:
            yield from sentences
            return
        texts, position = self.open_texts(), 0
        for sentence in sentences:
            if sentence.number <= position:  # the next annotator's readings begin
                texts, position = self.open_texts(), 0
            for pair in texts:
                position += 1
                if position == sentence.number:
                    row = self._join(sentence, pair)
                    if isinstance(row, Rejected):
                        self._refuse_or_count(row, report)
                    else:
                        yield row
                    break
                if self.source.sparse:
                    yield self._join_nothing(position, pair)
            else:
                problem = f"Sentence {sentence.number} is not in the texts, which have {position:,} pairs."
                raise FormatError(self.name, sentence.line, problem)
        for pair in texts if self.source.sparse else ():
            position += 1
            yield self._join_nothing(position, pair)

    def _join(self, sentence: AlignedSentence, pair: Row) -> AlignedRow:
        source, target = self._tokens(pair)
        is_by_line = self.source.is_base_unsure and not self.source.needs_tokens
        if is_by_line and isinstance(pair, Pair) and do_ids_differ(sentence.identifier, pair.identifier):
            problem = f"The links are those of “{sentence.identifier}”, but the texts have “{pair.identifier}” here."
            raise FormatError(self.name, sentence.line, problem)
        return reject_past_end(replace(sentence, source_tokens=source, target_tokens=target), len(source), len(target))

    def _join_nothing(self, number: int, pair: Row) -> AlignedSentence:
        return AlignedSentence(number, Reading(), number, None, *self._tokens(pair))

    def _tokens(self, pair: Row) -> tuple[tuple[str, ...], tuple[str, ...]]:
        row = pair if isinstance(pair, Rejected) else tokenise_pair(pair, "", "", "spaces")
        if isinstance(row, Rejected):
            raise FormatError(self.texts_name, row.line, row.reason)
        if row.lacks_words:
            raise FormatError(self.texts_name, row.line, LACKS_WORDS)
        return row.source_tokens or (), row.target_tokens or ()

    def _require_tokens(self, sentence: AlignedSentence) -> None:
        try:
            require_tokens(sentence, self.target.name)
        except ValueError as error:
            hint = " Give the texts with --texts." if sentence.source_tokens is None else ""
            raise FormatError(self.name, sentence.line, f"{error}{hint}") from None

    def _losses(self, sentence: AlignedSentence) -> dict[str, int]:
        target, reading = self.target, sentence.reading
        losses: dict[str, int] = {}
        if not target.labelled:
            losses["labels"] = len(reading.cells("P"))
        if not target.keeps_marks(self.target_base):
            losses["marks"] = len(reading.unaligned_source) + len(reading.unaligned_target)
        if "identifiers" not in target.keeps:
            losses["identifiers"] = sentence.identifier not in (None, str(sentence.number))
        if "tokens" not in target.keeps:
            losses["texts"] = sentence.source_tokens is not None and self.open_texts is None
        if "confidences" not in target.keeps:
            losses["confidences"] = len(sentence.confidences or ())
        if "annotators" not in target.keeps:
            losses["annotators"] = sentence.annotator is not None
        if "details" not in target.keeps:
            losses["details"] = bool(set(sentence.details or ()) - target.detail_keys)
        return losses


def convert_texts(
    rows: Iterable[Row],
    target: ParallelFormat,
    names: tuple[str, ...],
    report: Report,
    *,
    skip_rejected: bool = False,
    blank_lines: BlankLines = "refuse",
) -> Iterator[Pair]:
    """Yield pairs that the format can hold. Raise FormatError at the first other one, unless those are to be skipped.
    Blank lines inside are counted where they are skipped, or kept as empty pairs.
    """
    for row in rows:
        report.read += 1
        if isinstance(row, Untranslated):
            report.untranslated += 1
            continue
        if isinstance(row, Rejected) and row.reason == BLANK and blank_lines != "refuse":
            report.add_blank(row.line)
            if blank_lines == "keep":
                report.written += 1
                yield Pair(None, "", "", None, None, row.line)
            continue
        reason = row.reason if isinstance(row, Rejected) else target.find_fault(row)
        if isinstance(row, Rejected) or reason:
            if not skip_rejected:
                raise FormatError(" and ".join(names), row.line, reason or "")
            report.rejected += 1
            continue
        report.written += 1
        report.add_losses(_text_losses(row, target, report.written))
        yield row


def _text_losses(pair: Pair, target: ParallelFormat, position: int) -> dict[str, int]:
    losses: dict[str, int] = {"characters": bool(pair.replaced), "invisible": bool(pair.removed)}
    is_kept = target.keeps_identifiers and (target.name != "naacl" or is_number(pair.identifier))
    if not is_kept:
        losses["identifiers"] = pair.identifier not in (None, str(position))
    if not target.keeps_tokens:
        sides = ((pair.source, pair.source_tokens), (pair.target, pair.target_tokens))
        losses["tokens"] = any(tokens is not None and " ".join(tokens) != text for text, tokens in sides)
        losses["target_words"] = (pair.source_target_words, pair.target_target_words) != (None, None)
    return losses
