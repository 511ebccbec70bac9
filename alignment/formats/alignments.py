"""The registry of alignment formats, and our own lossless one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from alignment.formats.aligned import AlignedRow, AlignedSentence, AlignmentFormat, Base
from alignment.formats.detection import is_too_long
from alignment.formats.errors import reject
from alignment.formats.giza import GIZA, GIZA_SP
from alignment.formats.link_lines import PHARAOH, QUESTION, SUFFIX, TALP, XL_WA
from alignment.formats.naacl import NAACL
from alignment.links import Cell, Reading


def _read_jsonl(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
    for number, line in enumerate(lines, start=1):
        try:
            yield _parse_object(number, line, base)
        except (ValueError, RecursionError) as error:
            parser = isinstance(error, json.JSONDecodeError | RecursionError)
            yield reject(number, "The line is not a JSON object." if parser else str(error), line)


def _parse_object(number: int, line: str, base: Base) -> AlignedSentence:
    if is_too_long(line):
        raise ValueError("The line is longer than 1 MB.")
    data = json.loads(line)
    if not isinstance(data, dict):
        raise ValueError("The line is not a JSON object.")
    identifier = data.get("id")
    if identifier is not None and (not isinstance(identifier, str | int) or isinstance(identifier, bool)):
        raise ValueError("The id must be text or a number.")
    reading = _shift(Reading.from_json(data), -base)
    return AlignedSentence(number, reading, number, None if identifier is None else str(identifier))


def _write_jsonl(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
    """Every key on every line, so that two files of the same links are equal bytes."""
    for sentence in sentences:
        row = {"id": sentence.identifier, **_shift(sentence.reading, base).to_json()}
        yield json.dumps(row, ensure_ascii=False) + "\n"


def _shift(reading: Reading, by: int) -> Reading:
    if by == 0:
        return reading

    def shift(cell: Cell) -> Cell:
        return cell[0] + by, cell[1] + by

    shifted = Reading(
        {shift(cell): label for cell, label in reading.links.items()},
        frozenset(mark + by for mark in reading.unaligned_source),
        frozenset(mark + by for mark in reading.unaligned_target),
    )
    indices = [index for cell in shifted.links for index in cell]
    if min([*indices, *shifted.unaligned_source, *shifted.unaligned_target], default=0) < 0:
        raise ValueError("An index counts from 0, but the file was said to count from 1.")
    return shifted


JSONL = AlignmentFormat("jsonl", 0, _read_jsonl, _write_jsonl)

ALIGNMENT_FORMATS = {each.name: each for each in (PHARAOH, TALP, QUESTION, SUFFIX, XL_WA, NAACL, GIZA, GIZA_SP, JSONL)}
