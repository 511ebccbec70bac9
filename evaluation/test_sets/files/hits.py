"""Hits as `find-expressions` prints them: a row for each, with the line of its sentence, its phrase and its spans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import IO, Any

from alignment.formats import FormatError
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.tables.separators import TAB
from annotation_site.texts.faults import Rejected
from annotation_site.texts.files import open_file
from evaluation.test_sets.files.rows import refuse_unstorable

ENDINGS = (".jsonl", ".ndjson")
COLUMNS = ("line", "phrase", "spans")
# In a file of spans, the second cell has them.
_NUMBER, _SPANS = re.compile(r"[1-9][0-9]{0,8}"), re.compile(r"\[.*\]", re.DOTALL)


def is_hits(path: str) -> bool:
    """Return whether the file has hits, by its name or its first row."""
    if path.lower().endswith(ENDINGS):
        return True
    with open_file(path) as file:
        try:
            table = _open(file, path)
            first = table.read_sample(1)
        except FormatError:
            return False  # whatever else it is, its own reader says so
        return bool(first) and _take_hit(first[0].cells, _find_columns(table)) is not None


def read_hits(path: str) -> dict[int, tuple[int, str]]:
    """Return, by the line of the text, where the first hit of a sentence is in the file, and all of them as
    `read_span_line` reads expressions.
    """
    hits: dict[int, tuple[int, str]] = {}
    for line, number, written in _iterate_hits(path):
        first, before = hits.get(number, (line, ""))
        hits[number] = first, f"{before}\t{written}" if before else written
    return hits


def _iterate_hits(path: str) -> Iterator[tuple[int, int, str]]:
    with open_file(path) as file:
        table = _open(file, path)
        indexes = _find_columns(table)
        for row in table.rows():
            if isinstance(row, Rejected):
                raise FormatError(path, row.line, row.reason)
            hit = _take_hit(row.cells, indexes)
            if hit is None:
                raise FormatError(path, row.line, _explain(table))
            number, phrase, spans = hit
            refuse_unstorable(path, row.line, [phrase])
            yield row.line, number, f"{' '.join(phrase.split())}\t{spans}"


def _open(file: IO[bytes], path: str) -> Table:
    """Return the table; only the names of its columns are a header, however its first row looks."""
    table = open_table(file, path, expects_header=False)
    if table.kind == "json" or set(COLUMNS) <= {name.lower() for name in table.columns}:
        return table
    if table.kind == "text" and table.separator != TAB:
        # Spans have commas, by which a short file may be taken for one of these.
        tabbed = open_table(file, path, TableOptions(separator=TAB, header="no"))
        first = tabbed.read_sample(1)
        if first and _take_hit(first[0].cells, range(len(COLUMNS))):
            return tabbed
    return open_table(file, path, TableOptions(header="no"))


def _find_columns(table: Table) -> Sequence[int]:
    """Return the places of line, phrase and spans: those of these names, else the first three."""
    names = [name.lower() for name in table.columns]
    return [names.index(name) for name in COLUMNS] if set(COLUMNS) <= set(names) else range(len(COLUMNS))


def _take_hit(cells: Sequence[Any], indexes: Sequence[int]) -> tuple[int, str, str] | None:
    """Return the line, the phrase and the spans as text, or None for a row that is no hit."""
    if max(indexes) >= len(cells):
        return None
    number, phrase, spans = (cells[index] for index in indexes)
    if isinstance(number, str) and _NUMBER.fullmatch(number):
        number = int(number)
    if type(number) is not int or number < 1 or not isinstance(phrase, str) or not phrase.strip():
        return None
    if isinstance(spans, str):
        return (number, phrase, spans) if _SPANS.fullmatch(spans) else None
    return (number, phrase, str([tuple(span) for span in spans])) if _are_spans(spans) else None


def _explain(table: Table) -> str:
    if table.kind == "json":
        return 'This is not a hit such as {"line": 3, "phrase": "…", "spans": [[3, 16]]}.'
    return "This is not a hit such as 3, a tab, the phrase, a tab and [(3, 16)]."


def _are_spans(spans: object) -> bool:
    return isinstance(spans, list) and bool(spans) and all(map(_is_span, spans))


def _is_span(span: object) -> bool:
    if not isinstance(span, list) or len(span) != 2:
        return False
    return all(type(offset) is int and offset >= 0 for offset in span)  # True is no offset, though an int to isinstance
