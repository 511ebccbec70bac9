"""The sentence that every alignment reader yields, and the interface of alignment formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from alignment.formats.parallel.pairs import clean_token, find_fault_in_tokens
from alignment.readings.links import Cell, Label, Reading
from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.format_characters import is_shown_in_text
from annotation_site.texts.names import LONGEST_IDENTIFIER
from annotation_site.texts.tokens import MAX_TOKENS

Base = Literal[0, 1]
# More than any corpus we know; a number beyond it would make a writer fill a disk with empty lines.
MAX_SENTENCE_NUMBER = 10_000_000


@dataclass(frozen=True, slots=True)
class AlignedSentence:
    """The links of one sentence pair in a file: `number` is its 1-based place in the corpus, which equals the line in
    line-based formats and is written out in the others.

    `confidences` are an aligner's, `annotator` is the author of the reading if the file holds several, and `details`
    keeps other information about the pair unchanged.
    """

    number: int
    reading: Reading
    line: int
    identifier: str | None = None
    source_tokens: tuple[str, ...] | None = None
    target_tokens: tuple[str, ...] | None = None
    confidences: Mapping[Cell, float] | None = None
    annotator: str | None = None
    details: Mapping[str, Any] | None = None

    @property
    def is_blank(self) -> bool:
        """Return whether a blank line would read as this sentence: a pair without links, or the end of a file."""
        has_text = self.source_tokens is not None or self.target_tokens is not None
        return self.identifier is None and not has_text and self.reading == Reading() and not self.details

    def reversed(self) -> AlignedSentence:
        """Swap source and target."""
        return replace(
            self,
            reading=self.reading.reversed(),
            source_tokens=self.target_tokens,
            target_tokens=self.source_tokens,
            confidences=self.confidences and {(j, i): confidence for (i, j), confidence in self.confidences.items()},
        )

    def cleaned(self) -> AlignedSentence:
        """Replace control characters in the tokens, and remove those without a shape, as an import of the text does."""
        source, target = (
            tokens and tuple(map(clean_token, tokens)) for tokens in (self.source_tokens, self.target_tokens)
        )
        return replace(self, source_tokens=source, target_tokens=target)


AlignedRow = AlignedSentence | Rejected
Reader = Callable[[Iterable[str], Base], Iterator[AlignedRow]]
Writer = Callable[[Iterable[AlignedSentence], Base], Iterator[str]]
Link = tuple[Cell, Label]
Kept = Literal["marks", "identifiers", "tokens", "confidences", "annotators", "details"]


@dataclass(frozen=True, slots=True)
class AlignmentFormat:
    """A notation for links.

    `labelled`: Sure and Possible are distinguished; otherwise all links are Sure. `sparse`: a sentence without links is
    not in the file. `null_token`: every sentence has an artificial NULL token, an item of its own for kappa. `keeps`:
    what it carries beside links, `detail_keys` which details if not all. `needs_tokens`: it cannot be written without
    the texts. `is_folder`: a corpus is many files, one for each pair. `zero_is_null`: 0 means no counterpart.
    `is_base_unsure`: tools differ in where they count from. `example`: a literal piece, by which people recognise it.
    `link`: pattern of one link in formats of a line per pair; `sign`: what shows this one among them, and the reason.
    `document_reader`: the file is read whole, alone or as one of several in a ZIP archive; given them by name.
    `is_written`: not only read. `caveat`: what an importer has to know about every file of it.
    """

    name: str
    default_base: Base
    reader: Reader
    writer: Writer
    labelled: bool = True
    sparse: bool = False
    null_token: bool = False
    keeps: frozenset[Kept] = frozenset()
    detail_keys: frozenset[str] = frozenset()
    needs_tokens: bool = False
    is_folder: bool = False
    zero_is_null: bool = False
    is_base_unsure: bool = False
    example: str = ""
    link: str = ""
    sign: tuple[str, str] | None = None
    document_reader: Callable[[Mapping[str, bytes]], Iterator[AlignedRow]] | None = None
    is_written: bool = True
    caveat: str = ""

    def keeps_marks(self, base: Base) -> bool:
        """Return whether unaligned tokens can be marked; if 0 marks them, only if words are counted from 1."""
        return "marks" in self.keeps and (base == 1 or not self.zero_is_null)

    def read(self, lines: Iterable[str], base: Base | None = None, *, reverse: bool = False) -> Iterator[AlignedRow]:
        """Yield sentences in order of the file, rejected rows among them; `reverse` for a target-source file."""
        yield from _turn(self.reader(lines, self.default_base if base is None else base), reverse=reverse)

    def read_documents(self, documents: Mapping[str, bytes], *, reverse: bool = False) -> Iterator[AlignedRow]:
        """Yield the sentences of whole files, otherwise as `read`."""
        assert self.document_reader is not None
        yield from _turn(self.document_reader(documents), reverse=reverse)

    def write(self, sentences: Iterable[AlignedSentence], base: Base | None = None) -> Iterator[str]:
        """Yield lines with their ends, streaming. Raise ValueError with a message for the user if the format cannot
        express something.
        """
        return self.writer(sentences, self.default_base if base is None else base)


def _turn(rows: Iterable[AlignedRow], *, reverse: bool) -> Iterator[AlignedRow]:
    for row in rows:
        yield row.reversed() if reverse and isinstance(row, AlignedSentence) else row


def ends_of(reading: Reading) -> tuple[int, int]:
    """Return the minimum numbers of source and target words of a pair that the reading fits."""
    source = max([cell[0] for cell in reading.links] + list(reading.unaligned_source), default=-1)
    target = max([cell[1] for cell in reading.links] + list(reading.unaligned_target), default=-1)
    return source + 1, target + 1


def find_fault_in_sentence(sentence: AlignedSentence) -> str | None:
    """Return a message for the user if a reading is unusable for any pair, else None."""
    for what, name in (("id", sentence.identifier or ""), ("annotator’s name", sentence.annotator or "")):
        if len(name) > LONGEST_IDENTIFIER or not all(map(is_shown_in_text, name)):
            return f"The {what} must have at most {LONGEST_IDENTIFIER} characters, and no control characters."
    reading = sentence.reading
    if max(ends_of(reading)) > MAX_TOKENS:
        return f"A link points past word {MAX_TOKENS}, the longest sentence allowed."
    for side, tokens in (("source", sentence.source_tokens), ("target", sentence.target_tokens)):
        if tokens is not None and (fault := find_fault_in_tokens(tokens, side)):
            return fault
    marked_source = reading.unaligned_source.intersection(source for source, _ in reading.links)
    marked_target = reading.unaligned_target.intersection(target for _, target in reading.links)
    if marked_source or marked_target:
        return "A word has a link and is marked as no counterpart."
    return None


def find_index_past_end(sentence: AlignedSentence, source_length: int, target_length: int) -> str | None:
    """Return a message for the user if a link or mark points past the last token, else None."""
    source, target = ends_of(sentence.reading)
    for side, end, length in (("source", source, source_length), ("target", target, target_length)):
        if end > length:
            return f"A link points to {side} token {end}, but there are only {length}."
    return None


def reject_past_end(sentence: AlignedSentence, source_length: int, target_length: int) -> AlignedRow:
    """Return the sentence itself, or the rejected row if it points past the last token."""
    fault = find_index_past_end(sentence, source_length, target_length)
    return reject(sentence.line, fault) if fault else sentence


def require_tokens(sentence: AlignedSentence, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return source and target tokens. Raise ValueError if there are none, or if links point past them."""
    if sentence.source_tokens is None or sentence.target_tokens is None:
        raise ValueError(f"Sentence {sentence.number} has no tokens, and {name} holds text and links.")
    if fault := find_index_past_end(sentence, len(sentence.source_tokens), len(sentence.target_tokens)):
        raise ValueError(f"Sentence {sentence.number}: {fault}")
    return sentence.source_tokens, sentence.target_tokens
