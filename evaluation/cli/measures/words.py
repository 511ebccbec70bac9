"""Translations and references as lines of text or as CoNLL-U, with a format for each side."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from alignment.formats import FormatError, Rejected
from annotation_site.texts.conllu import UPOS, ConlluWord, make_word, read_conllu
from annotation_site.texts.files import read_lines
from annotation_site.texts.in_step import is_blank_line, read_in_step
from evaluation.files.lines import read_texts
from evaluation.measures.segments import Measured, SegmentWords

LANGUAGES: Mapping[str, str] = {"target": "--language"}
FORMATS = ("text", "conllu")
SIDES = ("hypothesis", "reference")
# A line of text, or the words of a sentence.
Sentence = tuple[str, Sequence[ConlluWord] | None]


@dataclass(frozen=True, slots=True)
class Side:
    """The file of the translations or of the references."""

    path: str
    is_conllu: bool
    encoding: str | None

    @classmethod
    def from_options(cls, options: dict[str, Any], name: str) -> Self:
        """Return the side of this name, in its own format if one is given, else in the common one."""
        chosen = options[f"{name}_format"] or options["format"]
        return cls(options[name], chosen == "conllu", options["encoding"])

    def has_pos(self) -> bool:
        """Return whether any word of the file has a part of speech."""
        if not self.is_conllu:
            return False
        with closing(read_lines(self.path, self.encoding)) as lines:
            sentences = (sentence for sentence in read_conllu(lines) if not isinstance(sentence, Rejected))
            return any(word.cells[UPOS] != "_" for sentence in sentences for word in sentence.words)

    def read(self) -> Iterator[Sentence]:
        """Yield sentences; raise FormatError for one that is malformed."""
        if not self.is_conllu:
            yield from ((line, None) for line in read_texts(self.path, self.encoding))
            return
        for sentence in read_conllu(read_lines(self.path, self.encoding)):
            if isinstance(sentence, Rejected):
                raise FormatError(self.path, sentence.line, sentence.reason)
            yield "", [make_word(row) for row in sentence.words]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reference", metavar="FILE", required=True)
    parser.add_argument("--hypothesis", metavar="FILE", required=True)
    parser.add_argument("--format", choices=FORMATS, default="text", help="of both (default: text)")
    for side in ("reference", "hypothesis"):
        parser.add_argument(f"--{side}-format", choices=FORMATS, help="where it is another")
    parser.add_argument("--language", metavar="CODE", required=True, help="of both")


def describe(options: dict[str, Any]) -> dict[str, Any]:
    """Return the facts that measures need about the texts.

    `has_pos` requires both sides: parts of speech of one side alone cannot be compared.
    """
    sides = [Side.from_options(options, name) for name in SIDES]
    return {
        "source_language": "",
        "target_language": options["language"],
        "is_whole": all(side.is_conllu for side in sides),
        "has_pos": all(side.has_pos() for side in sides),
    }


def read(options: dict[str, Any]) -> Iterator[tuple[int, Sequence[Measured]]]:
    """Yield sentences; raise FormatError, at the end, if one side has fewer sentences than the other."""
    sides = [Side.from_options(options, name) for name in SIDES]
    number = 0
    pairs = read_in_step(
        [side.read() for side in sides],
        partial(_end_error, sides),
        is_blank=lambda sentence: sentence[1] is None and is_blank_line(sentence[0]),
        make_blank=lambda _: ("", None),
    )
    for number, pair in enumerate(pairs, 1):
        (hypothesis, words), (reference, reference_words) = pair
        known = {} if reference_words is None else {0: reference_words}
        yield number, [Measured("", (reference,), (), hypothesis, words=SegmentWords(None, words, known))]
    if not number:
        raise FormatError(sides[0].path, None, "The file is empty.")


def _end_error(sides: Sequence[Side], shorter: int, longer: int, number: int) -> FormatError:
    side = sides[shorter]
    if side.is_conllu:
        return FormatError(side.path, None, f"Sentence {number} is missing; the other file has it.")
    return FormatError(side.path, number, f"The file ends before this line, but {sides[longer].path} goes on.")
