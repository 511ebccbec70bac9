"""Files named on the command line: opened, decoded, and their sentences matched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from alignment.formats import (
    ALIGNMENT_FORMATS,
    AlignedSentence,
    Base,
    FormatError,
    Rejected,
    detect_file_encoding,
    open_text,
)
from alignment.links import Reading


def read_lines(path: str, encoding: str | None = None) -> Iterator[str]:
    """Lines in the encoding given or detected; FormatError where the file cannot be opened."""
    try:
        file = Path(path).open("rb")  # noqa: SIM115  (closed below, after the last line)
    except OSError as error:
        raise FormatError(path, None, f"The file cannot be read: {error.strerror}.") from error
    with closing(file):
        yield from open_text(file, encoding or detect_file_encoding(file), path)


@dataclass(frozen=True, slots=True)
class AlignmentFile:
    """A file of links as the command line describes it; base None is the format's own."""

    path: str
    format: str
    base: Base | None = None
    reverse: bool = False
    encoding: str | None = None

    def sentences(self) -> Iterator[AlignedSentence]:
        """In rising order of their numbers; FormatError at the first row that cannot be read or comes twice."""
        previous = 0
        lines = read_lines(self.path, self.encoding)
        for row in ALIGNMENT_FORMATS[self.format].read(lines, self.base, reverse=self.reverse):
            if isinstance(row, Rejected):
                raise FormatError(self.path, row.line, row.reason)
            if row.number <= previous:
                sentence = f"Sentence {row.number} comes after sentence {previous}."
                raise FormatError(self.path, row.line, sentence)
            previous = row.number
            yield row


def match_sentences(files: Sequence[AlignmentFile]) -> Iterator[tuple[AlignedSentence, ...]]:
    """The same sentence pair from every file, streaming. A pair missing from a sparse format has no links there; from
    any other format it is a FormatError."""
    streams = [file.sentences() for file in files]
    heads = [next(stream, None) for stream in streams]
    while numbers := [head.number for head in heads if head is not None]:
        number = min(numbers)
        holder = next(index for index, head in enumerate(heads) if head is not None and head.number == number)
        row = []
        for index, file in enumerate(files):
            head = heads[index]
            if head is not None and head.number == number:
                row.append(head)
                heads[index] = next(streams[index], None)
            elif ALIGNMENT_FORMATS[file.format].sparse:
                row.append(AlignedSentence(number, Reading(), 0))
            else:
                sentence = f"Sentence {number} is missing, but {files[holder].path} has it."
                raise FormatError(file.path, None, sentence)
        yield tuple(row)
