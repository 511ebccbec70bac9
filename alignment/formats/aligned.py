"""What every alignment reader yields, and what an alignment format is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from alignment.formats.errors import Rejected, reject
from alignment.links import Reading

Base = Literal[0, 1]
# More than any corpus we know; a number beyond it would make a writer fill a disk with empty lines.
MAX_SENTENCE_NUMBER = 10_000_000


@dataclass(frozen=True, slots=True)
class AlignedSentence:
    """The links of one sentence pair in a file: `number` is its 1-based place in the corpus, which equals the
    line in line-based formats and is written out in the others."""

    number: int
    reading: Reading
    line: int
    identifier: str | None = None
    source_tokens: tuple[str, ...] | None = None
    target_tokens: tuple[str, ...] | None = None

    def reversed(self) -> AlignedSentence:
        """Swap source and target."""
        return replace(
            self,
            reading=self.reading.reversed(),
            source_tokens=self.target_tokens,
            target_tokens=self.source_tokens,
        )


AlignedRow = AlignedSentence | Rejected
Reader = Callable[[Iterable[str], Base], Iterator[AlignedRow]]
Writer = Callable[[Iterable[AlignedSentence], Base], Iterator[str]]


@dataclass(frozen=True, slots=True)
class AlignmentFormat:
    """One way to write links down.

    `labelled`: Sure and Possible are told apart; where not, all is Sure. `sparse`: a sentence without links is not in
    the file. `null_token`: every sentence has an artificial NULL token, an item of its own for kappa.
    """

    name: str
    default_base: Base
    reader: Reader
    writer: Writer | None = None
    labelled: bool = True
    sparse: bool = False
    null_token: bool = False

    def read(self, lines: Iterable[str], base: Base | None = None, *, reverse: bool = False) -> Iterator[AlignedRow]:
        """Yield sentences in order of the file, rejected rows among them; `reverse` for a target-source file."""
        for row in self.reader(lines, self.default_base if base is None else base):
            yield row.reversed() if reverse and isinstance(row, AlignedSentence) else row

    def write(self, sentences: Iterable[AlignedSentence], base: Base | None = None) -> Iterator[str]:
        """Yield lines with their ends, streaming; ValueError where the platform only reads this format."""
        if self.writer is None:
            raise ValueError(f"The format {self.name} can be read but not written.")
        return self.writer(sentences, self.default_base if base is None else base)


def find_index_past_end(sentence: AlignedSentence, source_length: int, target_length: int) -> str | None:
    """A sentence for a person if a link or mark points past the last token, else None."""
    reading = sentence.reading
    source = max([cell[0] for cell in reading.links] + list(reading.unaligned_source), default=-1)
    target = max([cell[1] for cell in reading.links] + list(reading.unaligned_target), default=-1)
    for side, index, length in (("source", source, source_length), ("target", target, target_length)):
        if index >= length:
            return f"A link points to {side} token {index + 1}, but there are only {length}."
    return None


def reject_past_end(sentence: AlignedSentence, source_length: int, target_length: int) -> AlignedRow:
    """The sentence itself, or the rejected row if it points past the last token."""
    fault = find_index_past_end(sentence, source_length, target_length)
    return reject(sentence.line, fault) if fault else sentence
