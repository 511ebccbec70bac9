"""doccano: JSON Lines with a text and its marks, `{"text": "…", "label": [[2, 10, "NC"]]}`, or with `entities` where
relations are marked, too. In an export by annotator, a ZIP archive has a file for each, called after them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.json_lines import read_json, split_array
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument, fit_mark
from annotation_site.texts.unpacking import Documents, read_text

_KEYS = ("label", "labels", "entities", "annotations")
_TRIPLE = re.compile(r'"(?:label|labels|entities)"\s*:\s*\[\s*\[\s*[0-9]+\s*,\s*[0-9]+\s*,\s*"')
_TEXT = re.compile(r'"(?:text|data)"\s*:\s*"')
# Files of everybody's work, whose names are nobody's.
_EVERYBODY = {"all", "admin_all", "unknown", "export", "data"}


def is_doccano(_name: str, head: str) -> bool:
    """Return whether a document that begins so is an export of marked spans."""
    if not head.lstrip().startswith(("{", "[")) or not _TEXT.search(head):
        return False
    return _TRIPLE.search(head) is not None or '"start_offset"' in head


def read_doccano(documents: Documents) -> Iterator[MarkedDocument | Rejected]:
    """Yield a document for each line."""
    for name, data in documents.items():
        stem = PurePosixPath(name).stem
        annotator = stem if len(documents) > 1 and stem.casefold() not in _EVERYBODY else ""
        for number, line in enumerate(split_array(read_text(data).splitlines()), start=1):
            if line.strip():
                yield from _read_line(number, line, annotator)


def _read_line(place: int, line: str, annotator: str) -> Iterator[MarkedDocument | Rejected]:
    try:
        row = read_json(line)
    except (ValueError, RecursionError):
        row = None
    text = (row.get("text") or row.get("data")) if isinstance(row, dict) else None
    if not isinstance(row, dict) or not isinstance(text, str):
        yield reject(place, "The line is not a JSON object with a text.", line)
        return
    marks: dict[str, list[Mark]] = {}
    for entry in next((row[key] for key in _KEYS if isinstance(row.get(key), list)), []):
        mark, person = _read_mark(text, entry), annotator
        if isinstance(entry, dict) and entry.get("user") is not None:
            person = str(entry["user"])
        if mark is None:
            yield reject(place, f"The mark {str(entry)[:40]} does not fit the text.", text)
        else:
            marks.setdefault(person, []).append(mark)
    name = str(row.get("id", place))
    for person, own in (marks or {annotator: []}).items():
        yield MarkedDocument(name, place, text, person, tuple(own))


def _read_mark(text: str, entry: Any) -> Mark | None:
    try:
        if isinstance(entry, Mapping):
            start, end, label = entry["start_offset"], entry["end_offset"], entry["label"]
        else:
            start, end, label = entry
        spans = fit_mark(text, [(int(start), int(end))], [])
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return Mark(str(label), spans) if spans else None
