"""A file of links checked against its pairs: read line by line, refused with file and line if it does not fit."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from typing import IO, Protocol, TypeVar

from alignment.formats import (
    ALIGNMENT_FORMATS,
    AlignedSentence,
    Base,
    FormatError,
    Rejected,
    base_that_fits,
    detect_file_encoding,
    find_index_past_end,
    guess_base,
    open_text,
)
from alignment.readings.links import Cell, Label, Reading

DETECT = "detect"
FORMAT_NAMES = sorted(ALIGNMENT_FORMATS)
BASES = (DETECT, "0", "1")


class NumberedPair(Protocol):
    """A sentence pair to match with a file of links; `position` is its line, from 1."""

    @property
    def position(self) -> int: ...
    @property
    def identifier(self) -> str: ...
    @property
    def source_tokens(self) -> Sequence[str]: ...
    @property
    def target_tokens(self) -> Sequence[str]: ...


SomePair = TypeVar("SomePair", bound=NumberedPair)


@dataclass(frozen=True, slots=True)
class LinkFile:
    """A file of links as its uploader described it; `name` is used in errors, `text` names the text it must fit."""

    name: str
    format: str
    is_reversed: bool
    open: Callable[[], AbstractContextManager[IO[bytes]]]
    text: str = "the release"

    def sentences(self, base: Base) -> Generator[AlignedSentence, None, None]:
        """Yield sentences in ascending order. Raise FormatError at the first row that is unreadable or repeated."""
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

    def find_base(self, wanted: str, pairs: Iterable[NumberedPair]) -> Base:
        """Return the first index: as given, as the format defines it, or as the file shows. Raise FormatError if it
        could be either.
        """
        if wanted in ("0", "1"):
            return 1 if wanted == "1" else 0
        if not ALIGNMENT_FORMATS[self.format].is_base_unsure:
            return ALIGNMENT_FORMATS[self.format].default_base
        if ALIGNMENT_FORMATS[self.format].needs_tokens:
            # Its own words refuse an index past the end, so that a file counted from 1 is not read from 0 at all.
            guess = base_that_fits(self._reads)
        else:
            guess = guess_base(
                (reading, len(pair.source_tokens), len(pair.target_tokens)) for pair, reading in self._roughly(pairs)
            )
        if guess is None:
            sentence = "It is unclear whether words are counted from 0 or from 1. Choose one and upload the file again."
            raise FormatError(self.name, None, sentence)
        return guess

    def _reads(self, base: Base) -> bool:
        try:
            with closing(self.sentences(base)) as sentences:
                return all(True for _ in sentences)
        except FormatError:
            return False

    def _roughly(self, pairs: Iterable[SomePair]) -> Iterator[tuple[SomePair, Reading]]:
        with closing(self.sentences(0)) as sentences:
            for pair, sentence in zip(pairs, sentences, strict=False):
                yield pair, sentence.reading

    def match(self, pairs: Iterable[SomePair], base: Base) -> Iterator[tuple[SomePair, Mapping[Cell, Label]]]:
        """Yield every pair of the text with its links. Raise FormatError if line counts, words or indices do not fit. A
        pair that a sparse format leaves out has no links.
        """
        with closing(self.sentences(base)) as sentences:
            yield from self._match(pairs, sentences, base)

    def _match(
        self, pairs: Iterable[SomePair], sentences: Iterator[AlignedSentence], base: Base
    ) -> Iterator[tuple[SomePair, Mapping[Cell, Label]]]:
        is_sparse = ALIGNMENT_FORMATS[self.format].sparse
        head = next(sentences, None)
        last = 0
        for pair in pairs:
            last = pair.position
            if head is not None and head.number == pair.position:
                try:
                    self._require_fit(pair, head, base)
                except FormatError as misfit:
                    self._refuse_other_text(pair, head, sentences, pairs)
                    raise misfit
                yield pair, head.reading.links
                head = next(sentences, None)
            elif is_sparse:
                yield pair, {}
            else:
                self._refuse_gap(pair, head, pairs)
        if head is not None:
            number = head.number + sum(1 for _ in sentences)
            raise FormatError(self.name, head.line, self._lengths(number, last))

    def _refuse_other_text(
        self, pair: SomePair, head: AlignedSentence, sentences: Iterator[AlignedSentence], pairs: Iterable[SomePair]
    ) -> None:
        """Raise FormatError if the numbers of lines differ. A file about other sentences would fail at some index
        first, but its length is the clearer explanation.
        """
        if ALIGNMENT_FORMATS[self.format].sparse or head.identifier or head.source_tokens is not None:
            return
        given, expected = head.number + sum(1 for _ in sentences), pair.position + sum(1 for _ in pairs)
        if given != expected:
            raise FormatError(self.name, None, self._lengths(given, expected)) from None

    def _refuse_gap(self, pair: SomePair, head: AlignedSentence | None, pairs: Iterable[SomePair]) -> None:
        if head is not None:
            raise FormatError(self.name, head.line, f"Sentence {pair.position} is missing before this one.")
        total = pair.position + sum(1 for _ in pairs)
        raise FormatError(self.name, None, self._lengths(pair.position - 1, total))

    def _require_fit(self, pair: NumberedPair, sentence: AlignedSentence, base: Base) -> None:
        sides = (
            ("source", sentence.source_tokens, pair.source_tokens),
            ("target", sentence.target_tokens, pair.target_tokens),
        )
        for side, given, expected in sides:
            if given is not None and len(given) != len(expected):
                problem = f"The {side} sentence has {len(given)} words here but {len(expected)} in {self.text}."
                raise FormatError(self.name, sentence.line, problem)
        problem = find_index_past_end(sentence, len(pair.source_tokens), len(pair.target_tokens)) or ""
        if problem:
            hint = " Check whether it counts from 1 or its direction is target–source." if base == 0 else ""
            raise FormatError(self.name, sentence.line, problem + hint)
        if self.format == "jsonl" and sentence.identifier not in (None, "", pair.identifier):
            problem = f"The line is about “{sentence.identifier}”, but {self.text} has “{pair.identifier}” here."
            raise FormatError(self.name, sentence.line, problem)

    def _lengths(self, given: int, expected: int) -> str:
        advice = "The file must have exactly these pairs, one per line, in the same order."
        return f"The file has {given:,} sentences, but {self.text} has {expected:,}. {advice}"


def find_fault_in_options(alignment_format: str, base: str) -> str | None:
    """Return a sentence that says why an upload with these options cannot be read, or None."""
    if alignment_format not in ALIGNMENT_FORMATS:
        known = ", ".join(FORMAT_NAMES)
        return f"There is no format called {alignment_format}; choose one of {known}."
    if base not in BASES:
        return "Words are counted from 0, from 1, or “detect”."
    return None
