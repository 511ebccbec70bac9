"""Our own lossless format of links: one JSON object for every reading of a sentence pair."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from alignment.formats.detection import is_too_long
from alignment.formats.links.aligned import (
    MAX_SENTENCE_NUMBER,
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    reject_past_end,
)
from alignment.formats.parallel.pairs import find_fault_in_tokens, replace_controls
from alignment.readings.links import Cell, Reading
from annotation_site.texts.faults import reject
from annotation_site.texts.format_characters import clean
from annotation_site.texts.in_step import drop_blank_end
from annotation_site.texts.json_lines import read_json, split_array

# Everything else in an object is kept as details and written again.
_KEYS = {
    "id", "sure", "possible", "unaligned_source", "unaligned_target", "number", "annotator", "source_tokens",
    "target_tokens", "confidence",
}  # fmt: skip
_LINKS = frozenset({"sure", "possible", "unaligned_source", "unaligned_target"})
_OF_PAIR = frozenset({"id", "number", "source_tokens", "target_tokens"})
# Kept, because json.dumps would make an encoder for each line.
_encode_object = json.JSONEncoder(ensure_ascii=False).encode


def _read_rows(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
    for number, line in enumerate(drop_blank_end(split_array(lines)), start=1):
        try:
            yield from _parse_object(number, line, base)
        except (ValueError, RecursionError) as error:
            parser = isinstance(error, json.JSONDecodeError | RecursionError)
            yield reject(number, "The line is not a JSON object." if parser else str(error), line)


def _parse_object(line: int, text: str, base: Base) -> Iterator[AlignedRow]:
    """Yield the reading of an object, or those of all annotators, as a release has them in `readings`."""
    if is_too_long(text):
        raise ValueError("The line is longer than 1 MB.")
    data = read_json(text)
    if not isinstance(data, dict):
        raise ValueError("The line is not a JSON object.")
    readings = data.get("readings")
    if not isinstance(readings, dict):
        yield _parse_reading(line, data, base)
        return
    of_pair = {key: value for key, value in data.items() if key in _OF_PAIR}
    for annotator, reading in readings.items():
        if not isinstance(reading, dict):
            raise ValueError("The readings must be an object for each annotator.")
        yield _parse_reading(line, {**of_pair, **reading, "annotator": annotator}, base)


def _parse_reading(line: int, data: Mapping[str, Any], base: Base) -> AlignedRow:
    source, target = _read_tokens(data, "source"), _read_tokens(data, "target")
    sentence = AlignedSentence(
        _read_number(data, line),
        _shift(Reading.from_json(data), -base),
        line,
        _read_name(data, "id"),
        source,
        target,
        _read_confidences(data, base),
        _read_name(data, "annotator"),
        {key: value for key, value in data.items() if key not in _KEYS} or None,
    )
    # What holds other things would otherwise come in as readings in which nobody linked anything.
    if _LINKS.isdisjoint(data):
        raise ValueError("The object has no links. They are written as “sure” and “possible”, such as “0-0 1-2”.")
    if source is None or target is None:
        return sentence
    return reject_past_end(sentence, len(source), len(target))


def _read_number(data: Mapping[str, Any], line: int) -> int:
    number = data.get("number", line)
    if type(number) is not int or not 1 <= number <= MAX_SENTENCE_NUMBER:
        raise ValueError(f"Sentence numbers go from 1 to {MAX_SENTENCE_NUMBER}.")
    return number


def _read_name(data: Mapping[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise ValueError(f"The {key} must be text or a number.")
    return clean(str(value))


def _read_tokens(data: Mapping[str, Any], side: str) -> tuple[str, ...] | None:
    tokens = data.get(f"{side}_tokens")
    if tokens is None:
        return None
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise ValueError(f"The {side} tokens must be a list of strings.")
    tokens = [replace_controls(token) for token in tokens]
    if fault := find_fault_in_tokens(tokens, side):
        raise ValueError(fault)
    return tuple(tokens)


def _read_confidences(data: Mapping[str, Any], base: Base) -> dict[Cell, float] | None:
    given = data.get("confidence")
    if given is None:
        return None
    if not isinstance(given, dict) or not all(_is_finite(value) for value in given.values()):
        raise ValueError("Confidences must be an object such as {“3-0”: 0.97}.")
    cells = Reading.from_json({"sure": " ".join(given)})
    return dict(zip(_shift(cells, -base).links, map(float, given.values()), strict=True)) or None


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _write_rows(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
    """Yield one JSON object per reading. Links and marks are always written, so that two files of the same links are
    equal bytes; other keys only if they have a value. `line` is the line of the sentence: a number that differs is
    written out.
    """
    for sentence in sentences:
        row: dict[str, Any] = {"id": sentence.identifier, **_shift(sentence.reading, base).to_json()}
        if sentence.number != sentence.line:
            row["number"] = sentence.number
        if sentence.annotator is not None:
            row["annotator"] = sentence.annotator
        for side, tokens in (("source", sentence.source_tokens), ("target", sentence.target_tokens)):
            if tokens is not None:
                row[f"{side}_tokens"] = list(tokens)
        if sentence.confidences:
            row["confidence"] = {
                f"{i + base}-{j + base}": value for (i, j), value in sorted(sentence.confidences.items())
            }
        for key, value in sorted((sentence.details or {}).items()):
            row.setdefault(key, value)
        yield _encode_object(row) + "\n"


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
        raise ValueError("An index is 0, but counting starts at 1.")
    return shifted


JSONL = AlignmentFormat(
    "jsonl",
    0,
    _read_rows,
    _write_rows,
    keeps=frozenset({"marks", "identifiers", "tokens", "confidences", "annotators", "details"}),
    example='{"id": "113", "sure": "3-0"}',
)
