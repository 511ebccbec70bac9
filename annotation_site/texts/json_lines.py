"""JSON as other programs write it: NaN for a missing value, and an array of any length instead of an object a line."""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import chain
from typing import IO, Any

from annotation_site.texts.faults import FormatError
from annotation_site.texts.lines import BYTE_ORDER_MARK, MAX_LINE, open_text

LONGEST_OBJECT = 8_000_000
UNREADABLE_OBJECT = "An object of the JSON array is too long or not valid."
_ARRAY = re.compile(r"\s*\[\s*(?:\{|\Z)")
_BETWEEN = re.compile(r"[\s,]*")
_PIECE = 1 << 16
_encode = json.JSONEncoder(ensure_ascii=False).encode


def _read_constant(name: str) -> None:
    """Return None for NaN, the missing value of pandas; an infinite number is none in any of our formats."""
    if name != "NaN":
        raise ValueError(f"“{name}” is not a number.")


def _read_float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"“{text[:40]}” is too large a number.")
    return value


# Kept, because json.loads would make a decoder for each line.
DECODER = json.JSONDecoder(parse_constant=_read_constant, parse_float=_read_float)


def read_json(text: str) -> Any:
    """Return the value, with None for NaN. Raise ValueError or RecursionError if the text is not JSON."""
    return DECODER.decode(text)


def begins_array(line: str) -> bool:
    """Return whether a text whose first line this is may be a JSON array of objects."""
    return _ARRAY.match(line) is not None


def read_array(pieces: Iterable[str], name: str = "") -> Generator[tuple[int, Any]]:
    """Yield the line and the value of each element of a JSON array, holding no more of it than one of them and a piece.
    Raise FormatError where the array cannot be read on.
    """
    text, at, line, is_open = "", 0, 1, False
    for piece in pieces:
        text, at = text[at:] + piece, 0
        if not is_open:
            at = text.find("[") + 1
            line += text.count("\n", 0, at)
            is_open = at > 0
        while is_open:
            start = _skip_between(text, at)
            line += text.count("\n", at, start)
            at = start
            if at == len(text) or text[at] == "]":
                break
            element = _read_element(text, at, name, line)
            # The rest of an object comes with the next piece, and a number at the end of one may go on.
            if element is None or element[1] == len(text):
                break
            value, end = element
            yield line, value
            line += text.count("\n", at, end)
            at = end
    if not text.startswith("]", at):
        raise FormatError(name, line, "The JSON array is not valid here, or is cut off.")


def _skip_between(text: str, at: int) -> int:
    skipped = _BETWEEN.match(text, at)
    assert skipped is not None
    return skipped.end()


def _read_element(text: str, at: int, name: str, line: int) -> tuple[Any, int] | None:
    """Return the element that begins here and its end; None if it is not whole yet."""
    try:
        return DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        if len(text) - at <= LONGEST_OBJECT:
            return None
        raise FormatError(name, line, UNREADABLE_OBJECT) from error
    except ValueError as error:
        raise FormatError(name, line, str(error)) from None
    except RecursionError as error:
        raise FormatError(name, line, UNREADABLE_OBJECT) from error


def open_json_lines(file: IO[bytes], encoding: str, name: str = "", *, is_json: bool = True) -> Generator[str]:
    """Yield lines as open_text does; of a file that is one JSON array, however long its lines, its elements as a line
    each. Raise FormatError for an array that cannot be read; unless the file must be JSON (`is_json`), one whose first
    element is no object is text.
    """
    start = file.tell()
    with closing(open_text(file, encoding, name)) as lines:
        first = next((line for line in lines if line.strip()), "")
    file.seek(start)
    if not begins_array(first):
        yield from open_text(file, encoding, name)
        return
    is_text = True
    for line, value in _read_while_objects(read_array(decode_pieces(file, encoding), name), name, is_json=is_json):
        is_text = False
        yield _write_element(value, name, line)
    if is_text and not is_json:
        file.seek(start)
        yield from open_text(file, encoding, name)


def decode_pieces(file: IO[bytes], encoding: str) -> Generator[str]:
    """Yield the text of a file in pieces: programs write an array as one line of any length."""
    decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
    while data := file.read(_PIECE):
        yield decoder.decode(data).replace(BYTE_ORDER_MARK, "")
    yield decoder.decode(b"", final=True)


def split_array(lines: Iterable[str], name: str = "") -> Iterator[str]:
    """Yield the lines; if they are one JSON array, its elements as a line each. Raise FormatError for an array that
    cannot be read on; lines of text, of which the first may begin with a bracket, stay as they are.
    """
    rest = iter(lines)
    before: list[str] = []
    for line in rest:
        before.append(line)
        if line.strip():
            break
    if not before or not begins_array(before[-1]) or len(before[-1]) > MAX_LINE:
        yield from chain(before, rest)
        return
    taken: list[str] = []
    is_text = True
    pieces = _keep_until(chain(before, rest), taken, lambda: not is_text)
    for number, value in _read_while_objects(read_array(pieces, name), name, is_json=False):
        is_text = False
        yield _write_element(value, name, number)
    if is_text:
        yield from chain(taken, rest)


def _keep_until(lines: Iterable[str], taken: list[str], is_over: Callable[[], bool]) -> Iterator[str]:
    """Yield lines with their ends, and keep in `taken` those that may be text after all."""
    for line in lines:
        if is_over():
            taken.clear()
        else:
            taken.append(line)
        yield f"{line}\n"


def _read_while_objects(
    elements: Iterable[tuple[int, Any]], name: str, *, is_json: bool
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the elements; nothing if the first is no object, and the text need not be JSON."""
    rest = iter(elements)
    try:
        first = next(rest, None)
    except FormatError:
        if is_json:
            raise
        return
    if first is None or (not is_json and not isinstance(first[1], dict)):
        return
    yield from chain([first], rest)


def _write_element(value: object, name: str, line: int) -> str:
    if not isinstance(value, dict):
        raise FormatError(name, line, "This element of the JSON array is not an object.")
    return _encode(value)


# One encoder for all lines: json.dumps makes a new one at each call with these options.
to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_json_line(data: Mapping[str, Any]) -> str:
    """Return one line of JSON, the same bytes for the same data."""
    return to_json(data) + "\n"
