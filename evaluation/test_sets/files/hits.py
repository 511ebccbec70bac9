"""Hits as `find-expressions` prints them: an object or a line of cells for each, with the line of its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

from alignment.formats import FormatError
from alignment.formats.files import read_lines
from evaluation.files.lines import read_texts
from evaluation.files.tables import read_json_lines
from evaluation.test_sets.files.rows import refuse_unstorable

ENDINGS = (".jsonl", ".ndjson")
# In a file of spans, the second cell has them.
_CELLS = re.compile(r"([1-9][0-9]{0,8})\t([^\t]*[^\t\s][^\t]*)\t(\[[^\t]*\])(\t|$)")


def is_hits(path: str) -> bool:
    """Return whether the file has hits, by its name or its first line that is not empty."""
    if path.lower().endswith(ENDINGS):
        return True
    with closing(read_lines(path)) as lines:
        return bool(_CELLS.match(next((line for line in lines if line.strip()), "")))


def read_hits(path: str) -> dict[int, tuple[int, str]]:
    """Return, by the line of the text, where the first hit of a sentence is in the file, and all of them as
    `read_span_line` reads expressions.
    """
    found: dict[int, tuple[int, str]] = {}
    for line, number, written in _read_objects(path) if path.lower().endswith(ENDINGS) else _read_cells(path):
        first, before = found.get(number, (line, ""))
        found[number] = first, f"{before}\t{written}" if before else written
    return found


def _read_cells(path: str) -> Iterator[tuple[int, int, str]]:
    for line, text in enumerate(read_texts(path), 1):
        if hit := _CELLS.match(text):
            yield line, int(hit[1]), f"{' '.join(hit[2].split())}\t{hit[3]}"
        elif text.strip():
            raise FormatError(path, line, "This is not a hit such as 3, a tab, the phrase, a tab and [(3, 16)].")


def _read_objects(path: str) -> Iterator[tuple[int, int, str]]:
    for line, row in read_json_lines(path):
        number, phrase, spans = row.get("line"), row.get("phrase"), row.get("spans")
        if type(number) is not int or number < 1 or not isinstance(phrase, str) or not _are_spans(spans):
            raise FormatError(path, line, 'This is not a hit such as {"line": 3, "phrase": "…", "spans": [[3, 16]]}.')
        refuse_unstorable(path, line, [phrase])
        yield line, number, f"{' '.join(phrase.split())}\t{[tuple(span) for span in spans]}"  # type: ignore[attr-defined]


def _are_spans(spans: object) -> bool:
    return (
        isinstance(spans, list)
        and bool(spans)
        and all(
            isinstance(span, list) and len(span) == 2 and all(type(place) is int and place >= 0 for place in span)
            for span in spans
        )
    )
