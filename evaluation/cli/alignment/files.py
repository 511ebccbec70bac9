"""Alignment files named on the command line: opening, decoding and matching of sentences."""

from __future__ import annotations

import argparse
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alignment.formats import (
    ALIGNMENT_FORMATS,
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    FormatError,
    Rejected,
)
from alignment.formats.files import read_folder
from alignment.formats.link_rows import read_link_rows
from alignment.formats.recognition import choose_format, detect_links
from alignment.readings.links import Reading
from annotation_site.texts.files import open_file


@dataclass(frozen=True, slots=True)
class AlignmentFile:
    """A file of links as described on the command line. A base of None stands for the format's own."""

    path: str
    format: str
    base: Base | None = None
    reverse: bool = False
    encoding: str | None = None

    def sentences(self) -> Iterator[AlignedSentence]:
        """Yield sentences by rising number; raise FormatError at the first row that is invalid or out of order."""
        previous = 0
        for row in self._rows():
            if isinstance(row, Rejected):
                raise FormatError(self.path, row.line, f"{row.reason}{self._name_other_format()}")
            if row.number <= previous:
                sentence = f"Sentence {row.number} comes after sentence {previous}."
                raise FormatError(self.path, row.line, sentence)
            previous = row.number
            yield row

    def _rows(self) -> Iterator[AlignedRow]:
        alignment_format = ALIGNMENT_FORMATS[self.format]
        if alignment_format.is_folder and (Path(self.path).is_dir() or zipfile.is_zipfile(self.path)):
            base = alignment_format.default_base if self.base is None else self.base
            return read_folder(self.path, base, reverse=self.reverse, encoding=self.encoding)
        return self._open_rows(alignment_format)

    def _name_other_format(self) -> str:
        """Return a sentence on the format that the file looks like, or nothing if it is the one that was named."""
        if Path(self.path).is_dir() or zipfile.is_zipfile(self.path):
            return ""
        with open_file(self.path) as file, suppress(FormatError):
            if other := choose_format(file, self.path, "links", self.format, encoding=self.encoding or "").looks_like:
                return f" It looks like {other.name}; without a named format, the format is detected."
        return ""

    def _open_rows(self, layout: AlignmentFormat) -> Iterator[AlignedRow]:
        with open_file(self.path) as file:
            yield from read_link_rows(layout, file, self.path, self.base, reverse=self.reverse, encoding=self.encoding)


def add_format_argument(parser: argparse.ArgumentParser, prefix: str = "") -> None:
    """Add `--format` and `--base` or, with the prefix gold, `--gold-format` and `--gold-base`."""
    stem = f"--{prefix}-" if prefix else "--"
    parser.add_argument(f"{stem}format", choices=sorted(ALIGNMENT_FORMATS), help="of the links (default: detected)")
    parser.add_argument(
        f"{stem}base", type=int, choices=(0, 1), help="first index (default: that of the format, or detected with it)"
    )


def describe_links(
    path: str, options: Mapping[str, Any], prefix: str = "", *, encoding: str | None = None, reverse: bool = False
) -> AlignmentFile:
    """Return the file in the format that was named, else in the detected one, which standard error says. Raise
    FormatError if none fits, or if it is unclear where its indices begin.
    """
    stem = f"{prefix}_" if prefix else ""
    name, base = options[f"{stem}format"], options[f"{stem}base"]
    if name:
        return AlignmentFile(path, name, base, reverse, encoding)
    name, detected = ("blinker", None) if Path(path).is_dir() else detect_links(path, encoding)
    base = detected if base is None else base
    layout = ALIGNMENT_FORMATS[name]
    if base is None and layout.is_base_unsure:
        argument = f"--{prefix}-base" if prefix else "--base"
        problem = f"The file looks like {name}, but not whether words are counted from 0 or from 1. Give {argument}."
        raise FormatError(path, None, problem)
    counted = f", words counted from {base}" if layout.is_base_unsure else ""
    sys.stderr.write(f"{path}: Read as {name}{counted}.\n")
    return AlignmentFile(path, name, base, reverse, encoding)


def match_sentences(files: Sequence[AlignmentFile]) -> Iterator[tuple[AlignedSentence, ...]]:
    """Yield the same sentence pair from every file, streaming.

    A pair missing from a sparse format has no links there. Raise FormatError if it is missing from any other format,
    unless it is a blank line at the end of the others.
    """
    end: FormatError | None = None
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
            elif end is None:
                sentence = f"Sentence {number} is missing, but {files[holder].path} has it."
                end = FormatError(file.path, None, sentence)
        if end is None:
            _require_same_words(files, row)
            yield tuple(row)
        elif not all(sentence.is_blank for sentence in row):
            raise end


def _require_same_words(files: Sequence[AlignmentFile], row: Sequence[AlignedSentence]) -> None:
    """Raise FormatError if words are in another order in a file whose format does not keep that of the text."""
    known: tuple[AlignmentFile, AlignedSentence] | None = None
    for file, sentence in zip(files, row, strict=True):
        if sentence.source_tokens is None or sentence.target_tokens is None:
            continue
        first, other = known or (file, sentence)
        known = first, other
        is_partial = any(ALIGNMENT_FORMATS[link_file.format].caveat for link_file in (first, file))
        if is_partial and (sentence.source_tokens, sentence.target_tokens) != (
            other.source_tokens,
            other.target_tokens,
        ):
            problem = (
                f"Sentence {sentence.number} has other words, or another order, than in {first.path}, so that links "
                "cannot be compared. Put the original text into the ZIP of each file."
            )
            raise FormatError(file.path, sentence.line, problem)
