"""Files of imported annotation: the readings and their annotators, row by row."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from typing import IO

from alignment.formats import (
    ALIGNMENT_FORMATS,
    AlignedRow,
    AlignedSentence,
    FormatError,
    Rejected,
    detect_file_encoding,
    find_fault_in_tokens,
    open_text,
)
from alignment.formats.files import read_archive
from alignment.formats.parallel.pairs import MAX_IDENTIFIER
from alignment.pairs.tokens import MAX_TOKENS

# Formats in which people kept what annotators did; the others are written by aligners.
CAMPAIGN_FORMATS = ("giza-sp", "mt-equal", "blinker", "jsonl")
_ZIP = b"PK"


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """One uploaded file: the work of one annotator, or of several whom it names."""

    name: str
    format: str
    is_reversed: bool
    open: Callable[[], AbstractContextManager[IO[bytes]]]

    def rows(self) -> Generator[AlignedRow, None, None]:
        """Yield valid readings, and rejected rows with the reason. Raise FormatError if the whole file is unusable."""
        with self.open() as file, closing(self._read(file)) as rows:
            for row in rows:
                fault = find_fault(row) if isinstance(row, AlignedSentence) else None
                yield Rejected(row.line, fault) if fault else row

    def _read(self, file: IO[bytes]) -> Generator[AlignedRow, None, None]:
        layout = ALIGNMENT_FORMATS[self.format]
        is_zip = file.read(len(_ZIP)) == _ZIP
        file.seek(0)
        if is_zip and layout.is_folder and zipfile.is_zipfile(file):
            yield from read_archive(file, self.name, layout.default_base, reverse=self.is_reversed)
            return
        if is_zip:
            raise FormatError(self.name, None, f"The file is a ZIP archive; {self.format} requires plain files.")
        with closing(open_text(file, detect_file_encoding(file), self.name)) as lines:
            yield from layout.read(lines, reverse=self.is_reversed)


def find_fault(sentence: AlignedSentence) -> str | None:
    """Return the reason why a reading is unusable for any pair, or None."""
    for what, name in (("id", sentence.identifier or ""), ("annotator’s name", sentence.annotator or "")):
        if len(name) > MAX_IDENTIFIER or not name.isprintable():
            return f"The {what} must have at most {MAX_IDENTIFIER} characters, and no control characters."
    if max(ends_of(sentence)) > MAX_TOKENS:
        return f"A link points past word {MAX_TOKENS}, the longest sentence allowed."
    for side, tokens in (("source", sentence.source_tokens), ("target", sentence.target_tokens)):
        if tokens is not None and (fault := find_fault_in_tokens(tokens, side)):
            return fault
    reading = sentence.reading
    marked_source = reading.unaligned_source.intersection(source for source, _ in reading.links)
    marked_target = reading.unaligned_target.intersection(target for _, target in reading.links)
    if marked_source or marked_target:
        return "A word has a link and is marked as no counterpart."
    return None


def ends_of(sentence: AlignedSentence) -> tuple[int, int]:
    """Return the minimum numbers of source and target words of a pair that the reading fits."""
    reading = sentence.reading
    source = max([cell[0] for cell in reading.links] + list(reading.unaligned_source), default=-1)
    target = max([cell[1] for cell in reading.links] + list(reading.unaligned_target), default=-1)
    return source + 1, target + 1


def printable(text: str) -> str:
    """Return the text with characters that can be neither shown nor stored replaced."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
