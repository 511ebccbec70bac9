"""Objects of JSON files: one a line, or an array of them, read one after another."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from typing import IO, Any

from annotation_site.tables.workbooks import write_number
from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.json_lines import DECODER, decode_pieces, read_array
from annotation_site.texts.lines import is_too_long, open_text

JsonRow = tuple[int, Mapping[str, Any]] | Rejected
_ARRAY, _OBJECT = re.compile(r"\s*\[\s*(\{|\]|$)"), re.compile(r"\s*\{\s*(\"|\}|$)")
NO_TABLE = (
    "The file is one JSON object; a table is an array of objects, or one object a line. "
    'pandas writes it with to_json(orient="records").'
)


def is_json_array(first_line: str) -> bool:
    return _ARRAY.match(first_line) is not None


def is_json_object(first_line: str) -> bool:
    return _OBJECT.match(first_line) is not None


def read_objects(file: IO[bytes], name: str, encoding: str, *, is_array: bool) -> Generator[JsonRow]:
    """Yield the line and the object of every row of an open file, or the reason why a row is none; NaN is null."""
    file.seek(0)
    if is_array:
        for line, value in read_array(decode_pieces(file, encoding), name):
            yield _row(line, value)
        return
    with closing(open_text(file, encoding, name)) as lines:
        yield from _read_lines(lines, name)


def _read_lines(lines: Iterable[str], name: str) -> Generator[JsonRow]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if is_too_long(line):
            yield reject(number, "The line is longer than 1 MB.", line[:200])
            continue
        try:
            value = DECODER.decode(line)
        except (ValueError, RecursionError):
            if number == 1 and line.strip() == "{":
                raise FormatError(name, 1, NO_TABLE) from None
            yield reject(number, _explain(line), line)
            continue
        yield _row(number, value)


def _explain(line: str) -> str:
    return "The file is not text." if "\0" in line else "The line is not a JSON object."


def _row(line: int, value: object) -> JsonRow:
    if not isinstance(value, dict):
        return reject(line, "The line is not a JSON object.", json.dumps(value, ensure_ascii=False)[:200])
    return line, value


def write_value(value: object) -> str:
    """Return a JSON value as the text of a cell: null and NaN as empty, 5.0 as 5, a list of one text as that text, any
    other list or object as JSON.
    """
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        value = value[0]
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return write_number(value) if math.isfinite(value) or math.isnan(value) else str(value)
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def find_fault_in_text(value: object) -> str:
    """Return why a JSON value is no text, or nothing if it is one."""
    if isinstance(value, list) and len(value) > 1:
        return f"holds a list of {len(value):,} values, not one text"
    return "holds an object, not a text" if isinstance(value, dict) else ""
