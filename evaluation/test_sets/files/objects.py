"""Segments as JSON objects, one a line: several references, discontinuous spans, and systems' translations by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

from alignment.formats import FormatError
from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits
from annotation_site.tables.json_rows import is_json_array, is_json_object
from annotation_site.tables.workbooks import is_workbook
from annotation_site.texts.files import open_file, read_lines
from annotation_site.texts.token_places import Span
from evaluation.files.tables import read_json_lines
from evaluation.test_sets.files.rows import (
    MOST_REFERENCES,
    MarkedText,
    SegmentRow,
    read_class_of,
    read_document,
    refuse_unstorable,
    require_label,
    require_spans,
    text_of,
)

LONGEST_CATEGORY = 40
LONGEST_NAME = 120  # of a system
# Keys that, in the first object, rule out a table.
_KEYS = ("references", "expressions", "translations")


def holds_segments(path: str) -> bool:
    """Return whether the first line is an object as `read_objects` reads it; in tables, every key holds a text."""
    with open_file(path) as file:
        if is_workbook(file, path):
            return False
    with closing(read_lines(path)) as lines:
        line = next((line for line in lines if line.strip()), "")
    if not is_json_object(line) and not is_json_array(line):
        return False
    with closing(read_json_lines(path)) as objects:
        _, first = next(objects, (1, {}))
    return any(isinstance(first.get(key), (list, dict)) for key in _KEYS)


def find_systems(path: str, most: int) -> list[str]:
    """Return the names of the systems with translations in the file, in order of appearance."""
    names: dict[str, None] = {}
    with closing(read_json_lines(path)) as objects:
        for line, row in objects:
            for name in _parse_translations(path, line, row):
                names.setdefault(name)
                if len(names) > most:
                    raise FormatError(path, line, f"There are more than {most} systems.")
    return list(names)


def find_runs(path: str) -> dict[str, str]:
    """Return the systems of which others are runs, which the first object says for the whole file."""
    with closing(read_json_lines(path)) as objects:
        line, first = next(objects, (1, {}))
    runs: Any = first.get("runs") or {}
    is_mapping = isinstance(runs, dict) and all(isinstance(system, str) for system in runs.values())
    if not is_mapping or any(len(system) > LONGEST_NAME for system in runs.values()):
        raise FormatError(
            path, line, f"“runs” is not an object with a name of up to {LONGEST_NAME} characters per run."
        )
    refuse_unstorable(path, line, list(runs.values()))
    return {" ".join(name.split()): " ".join(system.split()) for name, system in runs.items()}


def read_objects(path: str, systems: Sequence[str] = (), units: SpanUnits = CODE_POINTS) -> Iterator[SegmentRow]:
    """Yield segments from lines of JSON, of which only `source` is required.

    `{"source": …, "references": […], "expressions": [{"label": …, "source_spans": [[3, 16]], "reference_spans": […],
    "reference_text": …, "class": …, "category": …}], "translations": {"system": …}, "line": 12, "document": …}`
    The first may have `"runs": {"system-1": "system"}`, too.
    """
    line = 0
    with closing(read_json_lines(path)) as objects:
        for line, row in objects:
            source = _parse_text(path, line, row, "source")  # unstripped: spans count its characters
            if not source.strip():
                raise FormatError(path, line, "There is no text under “source”.")
            references = _parse_references(path, line, row)
            expressions = read_expression_objects(path, line, row, source, references, units)
            texts = _parse_translations(path, line, row)
            hypotheses = tuple(texts.get(name, "") for name in systems)
            text_line = _parse_text_line(path, line, row)
            document = _parse_document(path, line, row)
            yield SegmentRow(line, source, references, expressions, hypotheses, text_line, document=document)
    if not line:
        raise FormatError(path, None, "The file is empty.")


def _parse_text_line(path: str, line: int, row: Mapping[str, Any]) -> int | None:
    number = row.get("line")
    if number is None or (type(number) is int and 0 < number < 2**31):
        return number
    raise FormatError(path, line, "“line” is not the number of a line.")


def _parse_document(path: str, line: int, row: Mapping[str, Any]) -> str:
    """Return the name of the document, which may be a number."""
    name = row.get("document")
    name = str(name) if type(name) is int else name or ""
    if not isinstance(name, str):
        raise FormatError(path, line, "“document” is not a string.")
    refuse_unstorable(path, line, [name])
    return read_document(path, line, name)


def _parse_references(path: str, line: int, row: Mapping[str, Any]) -> tuple[str, ...]:
    texts = row.get("references") or []
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise FormatError(path, line, "“references” is not a list of strings.")
    if len(texts) > MOST_REFERENCES:
        raise FormatError(path, line, f"There are more than {MOST_REFERENCES} references.")
    refuse_unstorable(path, line, texts)
    return tuple(texts)


def read_expression_objects(
    path: str,
    line: int,
    row: Mapping[str, Any],
    source: str,
    references: Sequence[str] = (),
    units: SpanUnits = CODE_POINTS,
) -> tuple[MarkedText, ...]:
    """Return the `expressions` of an object; raise FormatError for one that does not fit source and reference."""
    entries = row.get("expressions") or []
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise FormatError(path, line, "“expressions” is not a list of objects.")
    return tuple(_parse_expression(path, line, entry, (source, references), units) for entry in entries)


def _parse_expression(
    path: str, line: int, entry: Mapping[str, Any], texts: tuple[str, Sequence[str]], units: SpanUnits
) -> MarkedText:
    source, references = texts
    spans = _parse_spans(path, line, entry, "source_spans", source, units)
    if entry.get("reference_spans") and not references:
        raise FormatError(path, line, "Spans in the reference need a reference.")
    reference = references[0] if references else ""
    reference_spans = _parse_spans(path, line, entry, "reference_spans", reference, units)
    text = _parse_text(path, line, entry, "reference_text").strip() or text_of(reference, reference_spans)
    label = " ".join(_parse_text(path, line, entry, "label").split())
    label = label or " … ".join(source[start:end] for start, end in spans) or text
    if not label:
        raise FormatError(path, line, "An expression needs a label or spans.")
    category = _parse_text(path, line, entry, "category").strip()
    if len(category) > LONGEST_CATEGORY:
        raise FormatError(path, line, f"An expression’s category is longer than {LONGEST_CATEGORY} characters.")
    expression_class = read_class_of(path, line, _parse_text(path, line, entry, "class"))
    return MarkedText(require_label(path, line, label), spans, reference_spans, text, expression_class, category)


def _parse_spans(
    path: str, line: int, entry: Mapping[str, Any], key: str, sentence: str, units: SpanUnits
) -> tuple[Span, ...]:
    written = entry.get(key) or []
    if not isinstance(written, list) or not all(_is_span(span) for span in written):
        raise FormatError(path, line, f"“{key}” is not a list such as [[35, 48]].")
    return require_spans(path, line, [(start, end) for start, end in written], sentence, units)


def _is_span(span: object) -> bool:
    return isinstance(span, list) and len(span) == 2 and all(type(offset) is int for offset in span)


def _parse_translations(path: str, line: int, row: Mapping[str, Any]) -> dict[str, str]:
    texts = row.get("translations") or {}
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise FormatError(path, line, "“translations” is not an object with one string per system.")
    refuse_unstorable(path, line, [*texts, *texts.values()])
    return {" ".join(name.split()): text.strip() for name, text in texts.items()}


def _parse_text(path: str, line: int, row: Mapping[str, Any], key: str) -> str:
    text = row.get(key) or ""
    if not isinstance(text, str):
        raise FormatError(path, line, f"“{key}” is not a string.")
    refuse_unstorable(path, line, [text])
    return text
