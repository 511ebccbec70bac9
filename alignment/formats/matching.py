"""Links of a file matched with the pairs of a text, refused with file and line if they do not fit."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from typing import NoReturn, TypeVar

from alignment.formats import AlignedSentence, Base, FormatError, find_index_past_end
from alignment.formats.link_files import LinkFile, NumberedPair
from alignment.readings.links import Cell, Label, Reading

SomePair = TypeVar("SomePair", bound=NumberedPair)


def match_links(
    file: LinkFile, pairs: Iterable[SomePair], base: Base
) -> Iterator[tuple[SomePair, Mapping[Cell, Label]]]:
    """Yield every pair of the text with its links, otherwise as `match_sentences`."""
    with closing(match_sentences(file, pairs, base)) as matched:
        for pair, sentence in matched:
            yield pair, sentence.reading.links


def match_sentences(
    file: LinkFile, pairs: Iterable[SomePair], base: Base
) -> Generator[tuple[SomePair, AlignedSentence], None, None]:
    """Yield every pair of the text with its sentence of the file. Raise FormatError if line counts, words or indices do
    not fit. A pair that a sparse format leaves out has a sentence without links.
    """
    with closing(file.sentences(base)) as sentences:
        yield from _match(file, pairs, sentences, base)


def _match(
    file: LinkFile, pairs: Iterable[SomePair], sentences: Iterator[AlignedSentence], base: Base
) -> Iterator[tuple[SomePair, AlignedSentence]]:
    head = next(sentences, None)
    last = 0
    for pair in pairs:
        last = pair.position
        if head is not None and head.number == pair.position:
            try:
                _require_fit(file, pair, head, base)
            except FormatError as misfit:
                _refuse_other_text(file, pair, head, sentences, pairs)
                raise misfit
            yield pair, head
            head = next(sentences, None)
        elif file.layout.sparse:
            yield pair, AlignedSentence(pair.position, Reading(), 0)
        else:
            _refuse_gap(file, pair, head, pairs)
    while head is not None and head.is_blank:
        head = next(sentences, None)
    if head is not None:
        number = head.number + sum(1 for _ in sentences)
        raise FormatError(file.name, head.line, file.lengths_error(number, last).sentence)


def _refuse_other_text(
    file: LinkFile,
    pair: NumberedPair,
    head: AlignedSentence,
    sentences: Iterator[AlignedSentence],
    pairs: Iterable[NumberedPair],
) -> None:
    """Raise FormatError if the numbers of lines differ. A file about other sentences would fail at some index
    first, but its length is the clearer explanation.
    """
    if file.layout.sparse or head.identifier or head.source_tokens is not None:
        return
    given, expected = head.number + sum(1 for _ in sentences), pair.position + sum(1 for _ in pairs)
    if given != expected:
        raise file.lengths_error(given, expected) from None


def _refuse_gap(
    file: LinkFile, pair: NumberedPair, head: AlignedSentence | None, pairs: Iterable[NumberedPair]
) -> NoReturn:
    if head is not None:
        raise FormatError(file.name, head.line, f"Sentence {pair.position} is missing before this one.")
    raise file.lengths_error(pair.position - 1, pair.position + sum(1 for _ in pairs))


def _require_fit(file: LinkFile, pair: NumberedPair, sentence: AlignedSentence, base: Base) -> None:
    sides = (
        ("source", sentence.source_tokens, pair.source_tokens),
        ("target", sentence.target_tokens, pair.target_tokens),
    )
    for side, given, expected in sides:
        if given is not None and len(given) != len(expected):
            problem = f"The {side} sentence has {len(given)} words here but {len(expected)} in {file.text}."
            raise FormatError(file.name, sentence.line, problem)
        if file.layout.caveat and given is not None and tuple(given) != tuple(expected):
            problem = f"The {side} words are not those of {file.text}, or in another order. {file.layout.caveat}"
            raise FormatError(file.name, sentence.line, problem)
    problem = find_index_past_end(sentence, len(pair.source_tokens), len(pair.target_tokens)) or ""
    if problem:
        hint = " Check whether it counts from 1 or its direction is target–source." if base == 0 else ""
        raise FormatError(file.name, sentence.line, problem + hint)
    if file.format == "jsonl" and sentence.identifier not in (None, "", pair.identifier):
        problem = f"The line is about “{sentence.identifier}”, but {file.text} has “{pair.identifier}” here."
        raise FormatError(file.name, sentence.line, problem)
