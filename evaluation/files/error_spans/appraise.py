"""Exports of Appraise: `ExportSystemScoresToCSV`, which has no header and no texts, and `ExportSystemScoresToJSONL`.

    annotator, system, item, type, source language, target language, score, document, complete, spans, start, end

See https://github.com/AppraiseDev/Appraise. Only translations as systems made them (type TGT) are read: BAD ones were
made worse, CHK ones are shown again.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace

from alignment.formats import FormatError
from evaluation.files.error_spans.objects import (
    Object,
    read_objects,
    read_score,
    read_spans,
    read_text,
    require_one_pair,
)
from evaluation.files.error_spans.records import RatedTranslation
from evaluation.files.lines import read_texts
from evaluation.files.tables import read_number

KEYS = frozenset({"annotator", "item_type", "document_id", "task_type"})
TYPES = ("TGT", "BAD", "CHK", "REF")
CELLS = 12
_GENUINE = "TGT"


def is_row(text: str) -> bool:
    """Return whether a line is one of the CSV, which has no header."""
    try:
        cells = next(csv.reader([text]), [])
    except csv.Error:
        return False
    return len(cells) >= CELLS and cells[3] in TYPES


def read_appraise_csv(path: str, encoding: str | None = None) -> Iterator[RatedTranslation]:
    """Yield each annotator's marks on each translation; raise FormatError if items are numbered by batch."""
    return _without_empty_scores(_read_rows(path, encoding))


def read_appraise_jsonl(path: str, encoding: str | None = None) -> Iterator[RatedTranslation]:
    """Yield each annotator's marks on each translation, of one or of several systems a line."""
    return _without_empty_scores(_read_lines(path, encoding))


def _without_empty_scores(rated: Iterable[RatedTranslation]) -> Iterator[RatedTranslation]:
    """Yield ratings without scores if all are 0, as Appraise stores them where it asks for none (MQM)."""
    found = list(rated)
    has_scores = any(each.score for each in found)
    yield from found if has_scores else (replace(each, score=None) for each in found)


def _read_rows(path: str, encoding: str | None) -> Iterator[RatedTranslation]:
    documents: dict[str, str] = {}
    pair = ""
    rows = csv.reader(read_texts(path, encoding), strict=True)
    try:
        for cells in filter(None, rows):
            line = rows.line_num
            if len(cells) < CELLS:
                raise FormatError(path, line, f"The row has {len(cells)} cells; {CELLS} are expected.")
            rater, system, item, kind, source, target, score, document, _, spans = cells[:10]
            pair = require_one_pair(path, line, pair, f"{source}–{target}")
            name, _, marks = document.partition("#")
            if kind != _GENUINE or "#" in marks or marks in ("bad", "dup"):
                continue
            if documents.setdefault(item, name) != name:
                raise FormatError(
                    path,
                    line,
                    f"Item {item} belongs to {documents[item]} and to {name}: items are numbered by batch, and "
                    "the file has no texts. Export JSON Lines instead (ExportSystemScoresToJSONL).",
                )
            marked = read_spans(path, line, spans, "", "")
            given = read_number(path, line, score)
            yield RatedTranslation(system, name, item, item, rater, "", "", marked, given)
    except csv.Error as error:
        raise FormatError(path, rows.line_num, f"The row is not valid CSV: {error}.") from error


def _read_lines(path: str, encoding: str | None) -> Iterator[RatedTranslation]:
    pair = ""
    for line, data in read_objects(path, encoding):
        pair = require_one_pair(path, line, pair, f"{data.get('source_language')}–{data.get('target_language')}")
        if data.get("item_type") != _GENUINE:
            continue
        source, rater = read_text(path, line, data, "source_text"), read_text(path, line, data, "annotator")
        document = str(data.get("document_id", ""))
        targets = data.get("targets", [data])
        if not isinstance(targets, list) or not all(isinstance(each, dict) for each in targets):
            raise FormatError(path, line, "“targets” is not a list of objects.")
        systems = [read_text(path, line, each, "target_id") for each in targets]
        if len(set(systems)) < len(systems):
            raise FormatError(path, line, "The line has several segments of a system but only one source text.")
        for system, each in zip(systems, targets, strict=True):
            yield _read_target(path, line, each, RatedTranslation(system, document, "", "", rater, source, "", ()))


def _read_target(path: str, line: int, data: Object, rated: RatedTranslation) -> RatedTranslation:
    target, item = read_text(path, line, data, "target_text"), str(data.get("item_id", data.get("segment_id", "")))
    spans = read_spans(path, line, data.get("mqm_annotations") or [], rated.source, target)
    score = read_score(path, line, data.get("score"))
    return replace(rated, doc_id=item, seg_id=item, target=target, spans=spans, score=score)
