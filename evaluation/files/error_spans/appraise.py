"""Exports of Appraise: `ExportSystemScoresToCSV`, which has no header and no texts, and `ExportSystemScoresToJSONL`.

    annotator, system, item, type, source language, target language, score, document, complete, spans, start, end

See https://github.com/AppraiseDev/Appraise. Only translations as systems made them (type TGT) are read: BAD ones were
made worse, CHK ones are shown again; scores of complete documents are of no segment.

Items may be numbered anew in each batch. The texts are in the campaign's batches, JSON files of `StartNewCampaign`; a
ZIP archive holds the CSV with them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import StringIO
from typing import IO, Any

from alignment.formats import FormatError
from annotation_site.texts.files import open_file
from annotation_site.texts.json_lines import read_json
from annotation_site.texts.unpacking import ZIP_SIGN, Documents, open_documents
from evaluation.files.error_spans.objects import (
    Object,
    read_objects,
    read_score,
    read_spans,
    read_text,
    require_one_pair,
)
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.lines import read_texts
from evaluation.files.tables import read_number

KEYS = frozenset({"annotator", "item_type", "document_id", "task_type"})
TYPES = ("TGT", "BAD", "CHK", "REF")
CELLS = 12
_GENUINE = "TGT"
_Item = tuple[str, str, str]  # document, item, system
_Items = dict[_Item, dict[tuple[str, str], None]]  # sources with translations


def is_row(text: str) -> bool:
    """Return whether a line is one of the CSV, which has no header."""
    try:
        cells = next(csv.reader([text]), [])
    except csv.Error:
        return False
    return len(cells) >= CELLS and cells[3] in TYPES


def is_packed(file: IO[bytes], path: str) -> bool:
    """Return whether a file is a ZIP archive with a CSV file and batches; leaves it at its start."""
    is_archive = file.read(len(ZIP_SIGN)) == ZIP_SIGN
    file.seek(0)
    if not is_archive:
        return False
    names = list(open_documents(file, path))
    file.seek(0)
    return any(_is_csv(name) for name in names) and any(_is_json(name) for name in names)


def read_appraise_csv(file: RatingFile) -> Iterator[RatedTranslation]:
    """Yield each annotator's marks on each translation; raise FormatError if items are numbered by batch."""
    return _without_empty_scores(_parse_rows(file, read_texts(file.path, file.encoding)))


def read_appraise_zip(file: RatingFile) -> Iterator[RatedTranslation]:
    """Yield each annotator's marks on each translation, with the texts of the batches."""
    with open_file(file.path) as packed:
        documents = open_documents(packed, file.path)
    [table, *others] = [name for name in documents if _is_csv(name)]
    if others:
        raise FormatError(file.path, None, f"The archive has several CSV files: {table}, {others[0]}. Keep one.")
    items = _parse_batches(file.path, {name: data for name, data in documents.items() if _is_json(name)})
    encoding = file.encoding or "utf-8-sig"
    try:
        text = documents[table].decode(encoding)
    except UnicodeDecodeError:
        raise FormatError(file.path, None, f"{table} is not text in {encoding}.") from None
    return _without_empty_scores(_parse_rows(file, StringIO(text), items))


def read_appraise_jsonl(file: RatingFile) -> Iterator[RatedTranslation]:
    """Yield each annotator's marks on each translation, of one or of several systems a line."""
    return _without_empty_scores(_parse_lines(file))


def _is_csv(name: str) -> bool:
    return name.lower().endswith(".csv")


def _is_json(name: str) -> bool:
    return name.lower().endswith(".json")


def _parse_batches(path: str, documents: Documents) -> _Items:
    """Return the texts of each item, which may be several: batches number their items alike."""
    items: _Items = {}
    for name, data in documents.items():
        try:
            batches = read_json(data.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise FormatError(path, None, f"{name} is not JSON.") from None
        for item in _list_items(batches):
            key = str(item.get("documentID", "")), str(item["itemID"]), str(item.get("targetID", ""))
            texts = str(item.get("sourceText", "")), str(item.get("targetText", ""))
            items.setdefault(key, {})[texts] = None
    if not items:
        raise FormatError(path, None, "The JSON files of the archive have no items of batches.")
    return items


def _list_items(value: Any) -> Iterator[Object]:
    """Yield the items of batches, also where those of a document stand in a list of their own."""
    if isinstance(value, list):
        for part in value:
            yield from _list_items(part)
    elif isinstance(value, dict) and "itemID" in value and value.get("itemType", _GENUINE) == _GENUINE:
        yield value
    elif isinstance(value, dict):
        yield from _list_items(value.get("items"))


def _without_empty_scores(rated: Iterable[RatedTranslation]) -> Iterator[RatedTranslation]:
    """Yield ratings without scores if all are 0, as Appraise stores them where it asks for none (MQM)."""
    ratings = list(rated)
    has_scores = any(rating.score for rating in ratings)
    yield from ratings if has_scores else (replace(rating, score=None) for rating in ratings)


def _parse_rows(file: RatingFile, lines: Iterable[str], items: _Items | None = None) -> Iterator[RatedTranslation]:
    path, pair = file.path, ""
    documents: dict[str, str] = {}
    rows = csv.reader(lines, strict=True)
    try:
        for cells in filter(None, rows):
            line = rows.line_num
            if len(cells) < CELLS:
                file.reject(FormatError(path, line, f"The row has {len(cells)} cells; {CELLS} are expected."))
                continue
            rater, system, item, kind, source, target, score, document, is_whole, spans = cells[:10]
            pair = require_one_pair(path, line, pair, f"{source}–{target}")
            name, _, marks = document.partition("#")
            if kind != _GENUINE or "#" in marks or marks in ("bad", "dup") or is_whole == "True":
                continue
            if items is None and documents.setdefault(item, name) != name:
                fault = f"Item {item} belongs to {documents[item]} and to {name}: items are numbered by batch"
                ways = "Put the CSV with the batches (JSON) into one ZIP archive, or export JSON Lines"
                raise FormatError(
                    path, None, f"{fault}, and the file has no texts. {ways} (ExportSystemScoresToJSONL)."
                )
            rated = None
            with file.rejecting():
                texts = ("", "") if items is None else _find_texts(path, line, items, (document, item, system))
                marked = read_spans(path, line, spans, *texts)
                rated = RatedTranslation(
                    system, name, item, item, rater, *texts, marked, read_number(path, line, score)
                )
            if rated is not None:
                yield rated
    except csv.Error as error:
        raise FormatError(path, rows.line_num, f"The row is not valid CSV: {error}.") from error


def _find_texts(path: str, line: int, items: _Items, key: _Item) -> tuple[str, str]:
    """Return the source and the translation of an item; raise FormatError if batches have none, or several."""
    document, item, system = key
    texts = list(items.get(key, ()))
    if len(texts) == 1:
        return texts[0]
    fault = f"several texts as item {item}" if texts else f"no item {item}"
    raise FormatError(path, line, f"The batches have {fault} of {system} in {document}.")


def _parse_lines(file: RatingFile) -> Iterator[RatedTranslation]:
    path, pair = file.path, ""
    for line, data in read_objects(path, file.encoding):
        pair = require_one_pair(path, line, pair, f"{data.get('source_language')}–{data.get('target_language')}")
        rated: list[RatedTranslation] = []
        if data.get("item_type") == _GENUINE:
            with file.rejecting():
                rated += _parse_object(path, line, data)
        yield from rated


def _parse_object(path: str, line: int, data: Object) -> Iterator[RatedTranslation]:
    source, rater = read_text(path, line, data, "source_text"), read_text(path, line, data, "annotator")
    document = str(data.get("document_id", ""))
    targets = data.get("targets", [data])
    if not isinstance(targets, list) or not all(isinstance(target, dict) for target in targets):
        raise FormatError(path, line, "“targets” is not a list of objects.")
    systems = [read_text(path, line, target, "target_id") for target in targets]
    if len(set(systems)) < len(systems):
        raise FormatError(path, line, "The line has several segments of a system but only one source text.")
    for system, target in zip(systems, targets, strict=True):
        yield _parse_target(path, line, target, RatedTranslation(system, document, "", "", rater, source, "", ()))


def _parse_target(path: str, line: int, data: Object, rated: RatedTranslation) -> RatedTranslation:
    target, item = read_text(path, line, data, "target_text"), str(data.get("item_id", data.get("segment_id", "")))
    spans = read_spans(path, line, data.get("mqm_annotations") or [], rated.source, target)
    score = read_score(path, line, data.get("score"))
    return replace(rated, doc_id=item, seg_id=item, target=target, spans=spans, score=score)
