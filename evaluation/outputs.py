"""A system's file against a release's pairs: read line by line, refused with file and line where they do not fit."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from typing import IO

from alignment.formats import (
    ALIGNMENT_FORMATS,
    AlignedSentence,
    Base,
    FormatError,
    Rejected,
    detect_file_encoding,
    find_index_past_end,
    guess_base,
    open_text,
)
from alignment.links import Cell, Reading
from evaluation.gold import GoldPair

# In these the base differs from tool to tool; all others say in their definition where they count from.
FORMATS_WITH_UNSURE_BASE = frozenset({"pharaoh", "talp", "question", "suffix", "xl-wa"})
DETECT = "detect"
# What a job of scoring is called, and what its score measures.
SCORE_JOB = "score"
INTERVAL_JOB = "agreement_interval"
MEASURE = "word-alignment"


@dataclass(frozen=True, slots=True)
class SystemFile:
    """A file of links as its uploader described it; `name` is what errors call it."""

    name: str
    format: str
    is_reversed: bool
    open: Callable[[], AbstractContextManager[IO[bytes]]]

    def sentences(self, base: Base) -> Generator[AlignedSentence, None, None]:
        """In rising order; FormatError at the first row that cannot be read or comes twice."""
        # The lines are closed before the file they come from.
        with self.open() as file, closing(open_text(file, detect_file_encoding(file), self.name)) as lines:
            previous = 0
            for row in ALIGNMENT_FORMATS[self.format].read(lines, base, reverse=self.is_reversed):
                if isinstance(row, Rejected):
                    raise FormatError(self.name, row.line, row.reason)
                if row.number <= previous:
                    raise FormatError(self.name, row.line, f"Sentence {row.number} comes after sentence {previous}.")
                previous = row.number
                yield row

    def find_base(self, wanted: str, gold: Iterable[GoldPair]) -> Base:
        """Where indices count from: as said, as the format says, or as the file itself shows; FormatError where it
        could be either."""
        if wanted in ("0", "1"):
            return 1 if wanted == "1" else 0
        if self.format not in FORMATS_WITH_UNSURE_BASE:
            return ALIGNMENT_FORMATS[self.format].default_base
        guess = guess_base(
            (reading, len(pair.source_tokens), len(pair.target_tokens)) for pair, reading in self._roughly(gold)
        )
        if guess is None:
            sentence = "It does not show whether words are counted from 0 or from 1; upload it again and say which."
            raise FormatError(self.name, None, sentence)
        return guess

    def _roughly(self, gold: Iterable[GoldPair]) -> Iterator[tuple[GoldPair, Reading]]:
        with closing(self.sentences(0)) as sentences:
            for pair, sentence in zip(gold, sentences, strict=False):
                yield pair, sentence.reading

    def match(self, gold: Iterable[GoldPair], base: Base) -> Iterator[tuple[GoldPair, frozenset[Cell]]]:
        """Every pair of the release with the system's links on it; FormatError where line counts, words or indices
        do not fit. A pair that a sparse format leaves out has no links."""
        with closing(self.sentences(base)) as sentences:
            yield from self._match(gold, sentences, base)

    def _match(
        self, gold: Iterable[GoldPair], sentences: Iterator[AlignedSentence], base: Base
    ) -> Iterator[tuple[GoldPair, frozenset[Cell]]]:
        is_sparse = ALIGNMENT_FORMATS[self.format].sparse
        head = next(sentences, None)
        pairs = 0
        for pair in gold:
            pairs = pair.position
            if head is not None and head.number == pair.position:
                try:
                    self._require_fit(pair, head, base)
                except FormatError as error:
                    if is_sparse or head.identifier or head.source_tokens is not None:
                        raise
                    # A file about other sentences stumbles over an index first; its length says what is wrong with it.
                    given, expected = head.number + sum(1 for _ in sentences), pairs + sum(1 for _ in gold)
                    if given == expected:
                        raise
                    raise FormatError(self.name, None, _lengths(given, expected)) from error
                yield pair, frozenset(cell for cell in head.reading.links if pair.in_scope(cell))
                head = next(sentences, None)
            elif is_sparse:
                yield pair, frozenset()
            else:
                self._refuse_gap(pair, head, gold)
        if head is not None:
            number = head.number + sum(1 for _ in sentences)
            raise FormatError(self.name, head.line, _lengths(number, pairs))

    def _refuse_gap(self, pair: GoldPair, head: AlignedSentence | None, gold: Iterable[GoldPair]) -> None:
        if head is not None:
            raise FormatError(self.name, head.line, f"Sentence {pair.position} is missing before this one.")
        total = pair.position + sum(1 for _ in gold)
        raise FormatError(self.name, None, _lengths(pair.position - 1, total))

    def _require_fit(self, pair: GoldPair, sentence: AlignedSentence, base: Base) -> None:
        sides = (
            ("source", sentence.source_tokens, pair.source_tokens),
            ("target", sentence.target_tokens, pair.target_tokens),
        )
        for side, given, expected in sides:
            if given is not None and len(given) != len(expected):
                problem = f"The {side} sentence has {len(given)} words here, and {len(expected)} in the release."
                raise FormatError(self.name, sentence.line, problem)
        problem = find_index_past_end(sentence, len(pair.source_tokens), len(pair.target_tokens)) or ""
        if problem:
            hint = " Perhaps it counts from 1, or its direction is target–source." if base == 0 else ""
            raise FormatError(self.name, sentence.line, problem + hint)
        if self.format == "jsonl" and sentence.identifier not in (None, "", pair.identifier):
            problem = f"The line is about “{sentence.identifier}”, but the release has “{pair.identifier}” here."
            raise FormatError(self.name, sentence.line, problem)


def _lengths(given: int, expected: int) -> str:
    advice = "Only the pairs of the release belong in it, in the order of the release’s source.txt."
    return f"The file has {given:,} sentences, but the release has {expected:,}. {advice}"
