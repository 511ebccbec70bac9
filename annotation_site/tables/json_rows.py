"""Objects of JSON files: one a line, or an array of them, read one after another."""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from typing import IO, Any

from annotation_site.tables.workbooks import write_number
from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.json_lines import DECODER
from annotation_site.texts.lines import BYTE_ORDER_MARK, is_too_long, open_text

JsonRow = tuple[int, Mapping[str, Any]] | Rejected
_ARRAY, _OBJECT = re.compile(r"\s*\[\s*(\{|\]|$)"), re.compile(r"\s*\{\s*(\"|\}|$)")
_BETWEEN = re.compile(r"[\s,]*")
LONGEST_OBJECT = 8_000_000
NO_TABLE = (
    "The file is one JSON object; a table is an array of objects, or one object a line. "
    'pandas writes it with to_json(orient="records").'
)
_PIECE = 1 << 16


def is_json_array(first_line: str) -> bool:
    return _ARRAY.match(first_line) is not None


def is_json_object(first_line: str) -> bool:
    return _OBJECT.match(first_line) is not None


def read_objects(file: IO[bytes], name: str, encoding: str, *, is_array: bool) -> Generator[JsonRow]:
    """Yield the line and the object of every row of an open file, or the reason why a row is none; NaN is null."""
    file.seek(0)
    if is_array:
        yield from _read_array(_decode(file, encoding), name)
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


def _read_array(pieces: Iterable[str], name: str) -> Generator[JsonRow]:
    """Yield the objects of an array, holding no more of the file than one of them and a piece."""
    text, line, is_open = "", 1, False
    for piece in pieces:
        text += piece
        if not is_open:
            start = text.find("[")
            line += text[: start + 1].count("\n")
            text, is_open = text[start + 1 :], True
        while True:
            skipped = _BETWEEN.match(text)
            assert skipped is not None
            line += skipped[0].count("\n")
            text = text[skipped.end() :]
            if not text or text[0] == "]":
                break
            try:
                value, end = DECODER.raw_decode(text)
            except (ValueError, RecursionError) as error:
                if len(text) > LONGEST_OBJECT or isinstance(error, RecursionError):
                    raise FormatError(name, line, "An object of the JSON array is too long or not valid.") from None
                break  # the rest of the object comes with the next piece
            if end == len(text):
                break  # a number at the end of a piece may go on
            yield _row(line, value)
            line += text[:end].count("\n")
            text = text[end:]
    if not text.lstrip().startswith("]"):
        raise FormatError(name, line, "The JSON array is not valid here, or is cut off.")


def _decode(file: IO[bytes], encoding: str) -> Generator[str]:
    """Yield the text in pieces: programs write an array as one line of any length."""
    decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
    while data := file.read(_PIECE):
        yield decoder.decode(data).replace(BYTE_ORDER_MARK, "")
    yield decoder.decode(b"", final=True)


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
