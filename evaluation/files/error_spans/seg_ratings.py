"""Ratings of mt-metrics-eval: a line for each system and segment, with the errors of a rater as JSON, or None.

    SYSTEM  {"errors": [{"start", "end", "category", "severity", "score", "is_source_error"}]}  RATER

A system's lines are its segments in their order; the rater may be missing. Files end in `.seg.rating`. See
https://github.com/google-research/mt-metrics-eval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from alignment.formats import FormatError
from annotation_site.texts.json_lines import read_json
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.lines import read_texts
from evaluation.metrics.error_spans.schemes import NO_ERROR, SOURCE, TARGET, ErrorSpan

ENDING = ".seg.rating"
_NONE = "None"


def is_row(text: str) -> bool:
    """Return whether a line holds a system and its errors."""
    return text.partition("\t")[2].lstrip().startswith('{"errors"')


def read_seg_ratings(file: RatingFile) -> Iterator[RatedTranslation]:
    """Yield the rating of each segment that has one; a line that cannot be read still counts as a segment."""
    numbers: Counter[str] = Counter()
    for line, text in enumerate(read_texts(file.path, file.encoding), 1):
        system, *cells = text.rstrip("\r\n").split("\t")
        numbers[system] += 1
        rated = None
        with file.rejecting():
            if not system.strip() or not 1 <= len(cells) <= 2:
                raise FormatError(
                    file.path, line, "A line has a system, its errors and perhaps the rater, with tabs between."
                )
            if cells[0].strip() != _NONE:
                number, rater = str(numbers[system]), cells[1] if len(cells) > 1 else ""
                spans = _parse_errors(file.path, line, cells[0])
                rated = RatedTranslation(system, "", number, number, rater, "", "", spans)
        if rated is not None:
            yield rated


def _parse_errors(path: str, line: int, text: str) -> tuple[ErrorSpan, ...]:
    try:
        data = read_json(text)
    except (ValueError, RecursionError):
        raise FormatError(path, line, "The errors are not JSON.") from None
    errors = data.get("errors") if isinstance(data, dict) else None
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise FormatError(path, line, "“errors” is not a list of objects.")
    spans = (_parse_error(path, line, error) for error in errors)
    return tuple(span for span in spans if span.category.lower() != NO_ERROR.lower())


def _parse_error(path: str, line: int, error: dict[str, Any]) -> ErrorSpan:
    start, end, severity = error.get("start"), error.get("end"), error.get("severity")
    if not (type(start) is int and type(end) is int and 0 <= start <= end):
        raise FormatError(path, line, f"“{start}” to “{end}” is not a place in a text.")
    category = str(error.get("category") or "Error")
    if not isinstance(severity, str):
        raise FormatError(path, line, "An error span has no severity.")
    return ErrorSpan(SOURCE if error.get("is_source_error") else TARGET, start, end, category, severity.lower())
