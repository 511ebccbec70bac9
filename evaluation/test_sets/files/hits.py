"""Hits as `find-expressions` prints them: an object for each, with the line of its sentence in the text."""

from __future__ import annotations

from alignment.formats import FormatError
from evaluation.files.tables import read_json_lines
from evaluation.test_sets.files.rows import refuse_unstorable

ENDINGS = (".jsonl", ".ndjson")


def is_hits(name: str) -> bool:
    return name.lower().endswith(ENDINGS)


def read_hits(path: str) -> dict[int, tuple[int, str]]:
    """Return, by the line of the text, where the first hit of a sentence is in the file, and all of them as
    `read_span_line` reads expressions.
    """
    found: dict[int, tuple[int, str]] = {}
    for line, row in read_json_lines(path):
        number, phrase, spans = row.get("line"), row.get("phrase"), row.get("spans")
        if type(number) is not int or number < 1 or not isinstance(phrase, str) or not _are_spans(spans):
            raise FormatError(path, line, 'This is not a hit such as {"line": 3, "phrase": "…", "spans": [[3, 16]]}.')
        refuse_unstorable(path, line, [phrase])
        written = f"{' '.join(phrase.split())}\t{[tuple(span) for span in spans]}"  # type: ignore[attr-defined]
        first, before = found.get(number, (line, ""))
        found[number] = first, f"{before}\t{written}" if before else written
    return found


def _are_spans(spans: object) -> bool:
    return (
        isinstance(spans, list)
        and bool(spans)
        and all(
            isinstance(span, list) and len(span) == 2 and all(type(place) is int and place >= 0 for place in span)
            for span in spans
        )
    )
