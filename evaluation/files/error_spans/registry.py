"""Formats of error spans by name, and their detection."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from alignment.formats import FormatError
from annotation_site.tables.workbooks import is_workbook
from annotation_site.texts.files import open_file
from evaluation.files.error_spans import appraise, esa_jsonl, mqm_tsv, pearmut, seg_ratings
from evaluation.files.error_spans.objects import Object, read_objects
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.lines import read_texts

Reader = Callable[[RatingFile], Iterator[RatedTranslation]]


@dataclass(frozen=True, slots=True)
class SpanFormat:
    """A format with its title and its reader, which raises FormatError for a file that is another.

    A file of JSON has it if its first object has all of one set of `keys`.
    """

    title: str
    read: Reader
    keys: Collection[frozenset[str]] = ()


FORMATS: Mapping[str, SpanFormat] = {
    "mqm-tsv": SpanFormat("MQM TSV (Google)", mqm_tsv.read_mqm_tsv),
    "esa-jsonl": SpanFormat("ESA ratings (WMT)", esa_jsonl.read_esa_jsonl, (esa_jsonl.RATING, esa_jsonl.SEGMENT)),
    "appraise-csv": SpanFormat("Appraise (CSV)", appraise.read_appraise_csv),
    "appraise-zip": SpanFormat("Appraise (CSV with its batches)", appraise.read_appraise_zip),
    "appraise-jsonl": SpanFormat("Appraise (JSON Lines)", appraise.read_appraise_jsonl, (appraise.KEYS,)),
    "pearmut": SpanFormat("Pearmut", pearmut.read_pearmut, (pearmut.KEYS,)),
    "seg-rating": SpanFormat("mt-metrics-eval (.seg.rating)", seg_ratings.read_seg_ratings),
}


def read_ratings(span_format: SpanFormat, file: RatingFile) -> list[RatedTranslation]:
    """Return the ratings of a file, except those with a fault; raise FormatError if none is left."""
    rated = list(span_format.read(file))
    if not rated and file.rejected:
        first = file.rejected[0]
        raise FormatError(file.path, first.line, first.reason)
    return rated


def detect_format(path: str) -> SpanFormat | None:
    """Return the format of a file, None if it holds no error spans."""
    name = path.lower()
    with open_file(path) as file:
        if is_workbook(file, path):
            return None
        if appraise.is_packed(file, path):
            return FORMATS["appraise-zip"]
    if name.endswith((".json", ".jsonl", ".ndjson")):
        return _find_by_keys(next((entry for _, entry in read_objects(path)), {}))
    first = next(read_texts(path), "").rstrip("\r\n")
    header = {mqm_tsv.rename_column(cell) for cell in first.split("\t")}
    if header >= set(mqm_tsv.COLUMNS):
        return FORMATS["mqm-tsv"]
    if seg_ratings.is_row(first):
        return FORMATS["seg-rating"]
    return FORMATS["appraise-csv"] if appraise.is_row(first) else None


def _find_by_keys(data: Object) -> SpanFormat | None:
    for span_format in FORMATS.values():
        if any(data.keys() >= keys for keys in span_format.keys):
            return span_format
    return None
