"""Formats with one line of links per sentence pair: pharaoh, talp, question, suffix, xl-wa."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import Any

from alignment.formats.detection import is_too_long
from alignment.formats.links.aligned import (
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    Link,
    Reader,
    Writer,
    reject_past_end,
    require_tokens,
)
from alignment.readings.links import Cell, Label, Reading
from annotation_site.texts.faults import reject
from annotation_site.texts.in_step import drop_blank_end
from annotation_site.texts.tokens import tokenise

_INDEX = r"([0-9]{1,6})"


@dataclass(frozen=True, slots=True)
class LinkNotation:
    """The notation of one link: `pattern` has the groups source, mark, target or source, target, mark."""

    pattern: re.Pattern[str]
    mark_group: int
    sure: str
    possible: str
    example: str


PHARAOH_LINK = LinkNotation(re.compile(f"{_INDEX}-{_INDEX}()"), 3, "%d-%d", "%d-%d", "3-4")
_TALP = LinkNotation(re.compile(f"{_INDEX}([-p]){_INDEX}"), 2, "%d-%d", "%dp%d", "3-4 or 3p4")
_QUESTION = LinkNotation(re.compile(rf"{_INDEX}([-?]){_INDEX}"), 2, "%d-%d", "%d?%d", "3-4 or 3?4")
_SUFFIX = LinkNotation(re.compile(f"{_INDEX}-{_INDEX}:?([SP]?)"), 3, "%d-%dS", "%d-%dP", "3-4S or 3-4P")
_POSSIBLE_MARKS = frozenset("p?P")


def parse_links(text: str, base: Base, notation: LinkNotation) -> Reading:
    """Return the links of a line; one that is repeated counts once, Sure before Possible. Raise ValueError with a
    message for the user.
    """
    links: dict[Cell, Label] = {}
    target_group = 5 - notation.mark_group
    for part in text.split():
        match = notation.pattern.fullmatch(part)
        if match is None:
            raise ValueError(f"“{part[:40]}” is not a link; one looks like {notation.example}.")
        cell = int(match[1]) - base, int(match[target_group]) - base
        if min(cell) < 0:
            raise ValueError(f"“{part}” contains the index 0, but counting starts at 1.")
        if match[notation.mark_group] not in _POSSIBLE_MARKS:
            links[cell] = "S"
        else:
            links.setdefault(cell, "P")
    return Reading(links)


def _reader(notation: LinkNotation) -> Reader:
    def read(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
        for number, line in enumerate(lines, start=1):
            identifier, tab, text = line.partition("\t")
            if not tab or not identifier.strip() or notation.pattern.fullmatch(identifier.split()[0]):
                identifier, text = "", line
            if is_too_long(line):
                yield reject(number, "The line is longer than 1 MB.", line)
                continue
            try:
                reading = parse_links(text, base, notation)
            except ValueError as error:
                yield reject(number, str(error), line)
            else:
                yield AlignedSentence(number, reading, number, identifier.strip() or None)

    return read


def _writer(notation: LinkNotation) -> Writer:
    def write(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
        for reading in _fill_gaps(sentences):
            yield " ".join(write_links(reading, base, notation)) + "\n"

    return write


def write_links(reading: Reading, base: Base, notation: LinkNotation) -> list[str]:
    links = sorted(reading.links.items())
    return list(map(_write_link, links, repeat(base), repeat(notation.sure), repeat(notation.possible)))


# Most links lie near the diagonal of sentences of a few dozen words: few occur, many times each.
@lru_cache(maxsize=1 << 14)
def _write_link(link: Link, base: Base, sure: str, possible: str) -> str:
    (source, target), label = link
    return (sure if label == "S" else possible) % (source + base, target + base)


def _fill_gaps(sentences: Iterable[AlignedSentence]) -> Iterator[Reading]:
    """Yield an empty reading for every missing sentence, because the line number is the sentence number."""
    expected = 1
    for sentence in sentences:
        if sentence.number < expected:
            raise ValueError(f"Sentence {sentence.number} comes after sentence {expected - 1}.")
        for _ in range(expected, sentence.number):
            yield Reading()
        yield sentence.reading
        expected = sentence.number + 1


def _has_only_spaces(line: str) -> bool:
    """Return whether a row is blank: a no-break space can be a word, and tabs part columns."""
    return not line.strip(" ")


def _read_xl_wa(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
    for number, line in enumerate(drop_blank_end(lines, _has_only_spaces), start=1):
        cells = line.split("\t")
        if len(cells) != 3:
            yield reject(number, f"The row has {len(cells)} columns; source, target and links are required.", line)
            continue
        source, target = (tuple(tokenise(cell, "", "spaces")) for cell in cells[:2])
        try:
            reading = parse_links(cells[2], base, PHARAOH_LINK)
        except ValueError as error:
            yield reject(number, str(error), line)
        else:
            sentence = AlignedSentence(number, reading, number, None, source, target)
            yield reject_past_end(sentence, len(source), len(target))


def _write_xl_wa(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
    for expected, sentence in enumerate(sentences, start=1):
        if sentence.number != expected:
            raise ValueError(f"Sentence {expected} is missing, and xl-wa cannot leave one out.")
        source, target = require_tokens(sentence, "xl-wa")
        links = " ".join(write_links(sentence.reading, base, PHARAOH_LINK))
        yield f"{' '.join(source)}\t{' '.join(target)}\t{links}\n"


def _line_format(name: str, base: Base, notation: LinkNotation, example: str, **more: Any) -> AlignmentFormat:
    reader, writer, link = _reader(notation), _writer(notation), notation.pattern.pattern
    return AlignmentFormat(name, base, reader, writer, is_base_unsure=True, example=example, link=link, **more)


# pharaoh has no labels: every link is written, and read back as Sure.
PHARAOH = _line_format("pharaoh", 0, PHARAOH_LINK, "1-0 2-1", labelled=False)
TALP = _line_format("talp", 1, _TALP, "2-2 19p25", sign=(r"[0-9]p[0-9]", "Possible links are written 3p4."))
QUESTION = _line_format("question", 0, _QUESTION, "0-0 0?17", sign=(r"[0-9]\?[0-9]", "Possible links are written 3?4."))
SUFFIX = _line_format("suffix", 0, _SUFFIX, "0-0S 11-20P", sign=(r"[0-9]:?[SP](?:\s|$)", "Links such as 3-4S."))
XL_WA = AlignmentFormat(
    "xl-wa",
    0,
    _read_xl_wa,
    _write_xl_wa,
    labelled=False,
    keeps=frozenset({"tokens"}),
    needs_tokens=True,
    is_base_unsure=True,
    example="source, target and links in one row",
)
