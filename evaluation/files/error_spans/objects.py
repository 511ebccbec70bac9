"""JSON that tools of error spans write: objects, their texts and numbers, and spans as in Appraise."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from alignment.formats import FormatError
from annotation_site.texts.files import read_lines
from annotation_site.texts.json_lines import read_json
from evaluation.files.tables import read_json_lines
from evaluation.metrics.error_spans.schemes import SOURCE, TARGET, ErrorSpan

MISSING = "missing"
Object = Mapping[str, Any]


def read_objects(path: str, encoding: str | None = None) -> Iterator[tuple[int, Object]]:
    """Yield the number and object of each line of JSON Lines; of a whole `.json`, the objects of its lists."""
    document = _load_document(path, encoding) if path.lower().endswith(".json") else None
    if document is None:
        yield from read_json_lines(path, encoding)
        return
    lists = list(document.values()) if isinstance(document, dict) else [document]
    objects = [entry for part in lists if isinstance(part, list) for entry in part]
    for number, entry in enumerate(objects, 1):
        if not isinstance(entry, dict):
            raise FormatError(path, None, f"Entry {number} is not a JSON object.")
        yield number, entry


def read_text(path: str, line: int, data: Object, key: str) -> str:
    """Return a text, or a number as a text; raise FormatError if there is neither."""
    value = data.get(key)
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise FormatError(path, line, f"“{key}” must be a text.")
    return str(value).replace("\0", "\ufffd").encode("utf-8", "replace").decode()


def read_score(path: str, line: int, value: object) -> float | None:
    """Return a finite number, None for null; raise FormatError for anything else."""
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise FormatError(path, line, f"“{str(value)[:40]}” is not a score.")


def read_spans(path: str, line: int, value: object, source: str, target: str) -> tuple[ErrorSpan, ...]:
    """Return spans from Appraise's list, or its JSON; both ends are included there.

    What is missing from the translation covers the source. Places beyond the end of the text, where Appraise shows
    its mark for what is missing, are moved to its end.
    """
    if isinstance(value, str):
        try:
            value = read_json(value)
        except (ValueError, RecursionError):
            raise FormatError(path, line, "The error spans are not JSON.") from None
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise FormatError(path, line, "The error spans are not a list of objects.")
    return tuple(_parse_span(path, line, entry, source, target) for entry in value)


def require_one_pair(path: str, line: int, before: str, pair: str) -> str:
    """Return the language pair; raise FormatError if it is not that of the lines before."""
    if before not in ("", pair):
        raise FormatError(path, line, f"The file has two language pairs, {before} and {pair}. Keep one.")
    return pair


def _parse_span(path: str, line: int, data: Object, source: str, target: str) -> ErrorSpan:
    kind, severity = data.get("error_type", data.get("category")), data.get("severity")
    kinds = kind if isinstance(kind, list) else [kind]
    parts = [str(part) for part in kinds if part]
    if not isinstance(severity, str):
        raise FormatError(path, line, "An error span has no severity.")
    start, end = data.get("start_i"), data.get("end_i")
    if MISSING in (start, end):
        return ErrorSpan(SOURCE, 0, len(source), "/".join(parts) or "Omission", severity.lower())
    if not (type(start) is int and type(end) is int and 0 <= start <= end):
        raise FormatError(path, line, f"“{start}” to “{end}” is not a place in a text.")
    limit = len(target) or end + 1
    return ErrorSpan(TARGET, min(start, limit), min(end + 1, limit), "/".join(parts) or "Error", severity.lower())


def _load_document(path: str, encoding: str | None) -> Any:
    """Return the document, None if it is JSON Lines in spite of its name."""
    try:
        # Not line by line with its limit: Pearmut writes everything on one line.
        document = read_json("".join(read_lines(path, encoding)))
    except (ValueError, RecursionError):
        return None
    parts = document.values() if isinstance(document, dict) else [document]
    return document if all(isinstance(part, list) for part in parts) else None
