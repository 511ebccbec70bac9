"""Label Studio: JSON with tasks and their annotations, and the short JSON_MIN and CSV, a row for each annotation.

Skipped annotations and predictions of models are left out; tasks that nobody annotated are, too.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.json_lines import read_json
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument, fit_mark
from annotation_site.texts.unpacking import Documents, read_text

_TASKS = re.compile(r'"(?:annotations|completions)"\s*:\s*\[')
_DATA = re.compile(r'"data"\s*:\s*\{|"result"\s*:\s*\[')
_SHORT = re.compile(r'"annotation_id"|"(?:hypertext|paragraph)?labels"\s*:\s*\[\s*"')
_CSV_HEADER = re.compile(r"[^\n]*\bannotation_id\b[^\n]*")
_LABELS = ("labels", "hypertextlabels", "paragraphlabels")
# Beside what was annotated, an annotation in the short forms has these of its own.
_OWN = {"id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time"}


def is_label_studio(name: str, head: str) -> bool:
    """Return whether a document that begins so is an export."""
    text = head.lstrip()
    if text.startswith(("[", "{")):
        is_full = _TASKS.search(text) is not None and _DATA.search(text) is not None
        return is_full or (_SHORT.search(text) is not None and '"start"' in text and '"end"' in text)
    return _CSV_HEADER.match(text) is not None and '""start""' in text


def read_label_studio(documents: Documents) -> Iterator[MarkedDocument | Rejected]:
    """Yield a document for each annotation that was not skipped. Raise FormatError."""
    for name, data in documents.items():
        text = read_text(data)
        rows = _read_objects(name, text) if text.lstrip().startswith(("[", "{")) else _read_csv(text)
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, dict):
                yield reject(number, "The task is not a JSON object.", str(row))
            elif "annotations" in row or "completions" in row:
                yield from _read_task(number, row)
            else:
                yield from _read_short(number, row)


def _read_objects(name: str, text: str) -> Sequence[Any]:
    try:
        value = read_json(text)
    except RecursionError:
        raise FormatError(name, None, "The file is not well-formed JSON.") from None
    except ValueError as error:
        try:
            return [read_json(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            line = getattr(error, "lineno", None)
            raise FormatError(name, line, "The JSON is not well-formed here.") from None
    return value if isinstance(value, list) else [value]


def _read_csv(text: str) -> list[dict[str, Any]]:
    """Return the rows, whose cells of marks hold JSON."""
    csv.field_size_limit(1 << 24)
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter="\t" if first.count("\t") > first.count(",") else ",")
    return [{key: _parse_cell(cell) for key, cell in row.items() if key} for row in rows]


def _parse_cell(cell: str | None) -> Any:
    if cell and cell.startswith("[{"):
        try:
            return read_json(cell)
        except (ValueError, RecursionError):
            return cell
    return cell or ""


def _read_task(place: int, task: Mapping[str, Any]) -> Iterator[MarkedDocument | Rejected]:
    data = task.get("data")
    if not isinstance(data, dict):
        yield reject(place, "The task has no data.", str(task))
        return
    name = str(task.get("id", place))
    for annotation in _list_objects(task.get("annotations") or task.get("completions")):
        if annotation.get("was_cancelled") or annotation.get("skipped"):
            continue
        regions = _list_objects(annotation.get("result"))
        values = [region["value"] for region in regions if isinstance(region.get("value"), dict)]
        yield from _make_document(place, name, data, _name_person(annotation.get("completed_by")), values)


def _list_objects(value: object) -> list[Mapping[str, Any]]:
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []


def _read_short(place: int, row: Mapping[str, Any]) -> Iterator[MarkedDocument | Rejected]:
    values = [value for cell in row.values() if isinstance(cell, list) for value in cell if isinstance(value, dict)]
    data = {key: cell for key, cell in row.items() if key not in _OWN}
    name = str(row.get("id") or place)
    yield from _make_document(place, name, data, _name_person(row.get("annotator")), values)


def _name_person(person: object) -> str:
    if isinstance(person, dict):
        person = person.get("email") or person.get("username") or person.get("id")
    return "" if person is None else str(person)


def _make_document(
    place: int, name: str, data: Mapping[str, Any], annotator: str, values: Sequence[Mapping[str, Any]]
) -> Iterator[MarkedDocument | Rejected]:
    marked = [
        value for value in values if any(isinstance(value.get(key), list) for key in _LABELS) and "start" in value
    ]
    text, marks = "", list[Mark | None]()
    for text in _list_texts(data):
        marks = [_read_mark(text, value) for value in marked]
        if None not in marks:
            break
    if not text:
        yield reject(place, "The task has no text.", str(dict(data)))
        return
    for value, mark in zip(marked, marks, strict=True):
        if mark is None:
            written = str(value.get("text") or value["start"])[:40]
            yield reject(
                place, f"Task {name}: the mark “{written}” is not at the place that the file gives for it.", text
            )
    yield MarkedDocument(name, place, text, annotator, tuple(mark for mark in marks if mark is not None))


def _list_texts(data: Mapping[str, Any]) -> list[str]:
    """Return the texts of a task, that called text first, then the longest: an export does not say which was marked."""
    texts = [cell for key, cell in data.items() if key != "text" and isinstance(cell, str) and cell]
    first = data.get("text")
    return [*([first] if isinstance(first, str) and first else []), *sorted(texts, key=len, reverse=True)]


def _find_labels(value: Mapping[str, Any]) -> list[Any] | None:
    return next((value[key] for key in _LABELS if isinstance(value.get(key), list)), None)


def _read_mark(text: str, value: Mapping[str, Any]) -> Mark | None:
    labels = _find_labels(value) or []
    try:
        span = int(value["start"]), int(value["end"])
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    covered = value.get("text")
    spans = fit_mark(text, [span], [covered] if isinstance(covered, str) else [])
    return Mark(", ".join(map(str, labels)), spans) if spans else None
