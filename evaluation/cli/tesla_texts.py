"""The two sides of `measure tesla`: lines of text or CoNLL-U, each by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Self

from alignment.formats import FormatError, Rejected
from alignment.formats.files import read_lines
from evaluation.files.lines import read_texts
from evaluation.metrics.conllu import ConlluSentence, read_conllu
from evaluation.metrics.tesla.tokens import TeslaToken, TokenMaker
from evaluation.metrics.words import split_sentence

FORMATS = ("text", "conllu")


@dataclass(frozen=True, slots=True)
class Side:
    """A file of one side."""

    path: str
    is_conllu: bool
    encoding: str | None

    @classmethod
    def from_options(cls, options: dict[str, Any], name: str) -> Self:
        """The hypothesis or the reference; its own format, or that of both."""
        chosen = options[f"{name}_format"] or options["format"]
        return cls(options[name], chosen == "conllu", options["encoding"])

    def has_pos(self) -> bool:
        """Whether the file says any part of speech."""
        if not self.is_conllu:
            return False
        with closing(read_lines(self.path, self.encoding)) as lines:
            sentences = (each for each in read_conllu(lines) if not isinstance(each, Rejected))
            return any(word.upos for sentence in sentences for word in sentence.words)

    def read(self, maker: TokenMaker, language: str) -> Iterator[list[TeslaToken]]:
        """Tokens of each sentence; FormatError for one that is not of the format."""
        if not self.is_conllu:
            for line in read_texts(self.path, self.encoding):
                yield maker.make_from_words(split_sentence(line, language))
            return
        for sentence in read_conllu(read_lines(self.path, self.encoding)):
            yield maker.make_from_conllu(self._require(sentence).words)

    def _require(self, sentence: ConlluSentence | Rejected) -> ConlluSentence:
        if isinstance(sentence, Rejected):
            raise FormatError(self.path, sentence.line, sentence.reason)
        return sentence


def read_pairs(
    hypothesis: Side, reference: Side, maker: TokenMaker, language: str
) -> Iterator[tuple[int, list[TeslaToken], list[TeslaToken]]]:
    """Number, hypothesis, reference; FormatError, at the end, where one has fewer sentences than the other."""
    sides = hypothesis, reference
    number = 0
    for number, pair in enumerate(zip_longest(*(side.read(maker, language) for side in sides)), 1):
        for side, other, tokens in zip(sides, sides[::-1], pair, strict=True):
            if tokens is None and side.is_conllu:
                raise FormatError(side.path, None, f"Sentence {number} is missing; the other file has it.")
            if tokens is None:
                raise FormatError(side.path, number, f"The file ends before this line, but {other.path} goes on.")
        yield number, pair[0], pair[1]
    if not number:
        raise FormatError(hypothesis.path, None, "The file is empty.")
