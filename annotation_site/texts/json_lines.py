"""JSON as other programs write it: NaN for a missing value, and an array where one object a line is expected."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain
from typing import IO, Any

from annotation_site.texts.faults import FormatError
from annotation_site.texts.lines import MAX_LINE, open_text

# Larger arrays are held in memory twice, as text and as objects.
LARGEST_ARRAY = 100 << 20
_ARRAY = re.compile(r"\s*\[\s*(?:\{|\Z)")
_ADVICE = "Write one object a line (JSON Lines; in pandas, lines=True)."
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


def open_json_lines(file: IO[bytes], encoding: str, name: str = "", *, is_json: bool = True) -> Generator[str]:
    """Yield lines as open_text does; of a file that is one JSON array, however long its lines, its elements as a line
    each. Raise FormatError for an array that cannot be read, unless the file need not be JSON (`is_json`).
    """
    start = file.tell()
    with closing(open_text(file, encoding, name)) as lines:
        first = next((line for line in lines if line.strip()), "")
    file.seek(start)
    data = file.read(LARGEST_ARRAY + 1) if begins_array(first) else b""
    file.seek(start)
    if is_json and len(data) > LARGEST_ARRAY:
        raise FormatError(name, None, f"This is a JSON array of more than {LARGEST_ARRAY >> 20} MB. {_ADVICE}")
    if data and len(data) <= LARGEST_ARRAY:
        elements = _parse_array(data.decode(encoding, "surrogateescape").removeprefix("\ufeff"))
        if elements is not None:
            yield from elements
            return
        if is_json:
            raise FormatError(name, None, f"This is a JSON array, but not a well-formed one of objects. {_ADVICE}")
    yield from open_text(file, encoding, name)


def split_array(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines; if they are one JSON array, its elements as a line each. Lines of text, of which the first may
    begin with a bracket, are not held in memory.
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
    everything = [*before, *rest]
    elements = _parse_array("\n".join(everything))
    yield from everything if elements is None else elements


def _parse_array(text: str) -> list[str] | None:
    try:
        value = read_json(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, list) or not all(isinstance(element, dict) for element in value):
        return None
    return [_encode(element) for element in value]
