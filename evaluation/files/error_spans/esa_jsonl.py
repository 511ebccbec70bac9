"""ESA ratings as the Workshop on Machine Translation publishes them, in JSON Lines.

2024   a rating a line: langs, line_id (from 0), doc_id, src, tgt, system, annotator, esa_score, esa_spans
2025   a segment a line: doc_id, src_text, tgt_text (system → text), scores (system → human, errors), no annotators

https://github.com/wmt-conference/wmt24-news-systems, https://github.com/wmt-conference/wmt25-general-mt
"""

from __future__ import annotations

from collections.abc import Iterator

from alignment.formats import FormatError
from evaluation.files.error_spans.objects import (
    Object,
    read_objects,
    read_score,
    read_spans,
    read_text,
    require_one_pair,
)
from evaluation.files.error_spans.records import RatedTranslation, RatingFile

RATING = frozenset({"system", "src", "tgt", "esa_score", "esa_spans"})
SEGMENT = frozenset({"scores", "src_text", "tgt_text"})
# Between the parts of a document's name in 2025, of which the first is the language pair.
_PARTS = "_#_"


def read_esa_jsonl(file: RatingFile) -> Iterator[RatedTranslation]:
    """Yield each annotator's marks and score of each translation, in the order of the file."""
    path, pair = file.path, ""
    for line, data in read_objects(path, file.encoding):
        if data.keys() >= RATING:
            pair = require_one_pair(path, line, pair, str(data.get("langs", "")))
        elif data.keys() >= SEGMENT:
            pair = require_one_pair(path, line, pair, str(data.get("doc_id", "")).partition(_PARTS)[0])
        rated: list[RatedTranslation] = []
        with file.rejecting():
            rated += _parse_line(path, line, data)
        yield from rated


def _parse_line(path: str, line: int, data: Object) -> Iterator[RatedTranslation]:
    if data.keys() >= RATING:
        yield _parse_rating(path, line, data)
    elif data.keys() >= SEGMENT:
        yield from _parse_segment(path, line, data)
    else:
        raise FormatError(path, line, f"The line has no ESA ratings. Keys: {', '.join(data)}.")


def _parse_rating(path: str, line: int, data: Object) -> RatedTranslation:
    system, source, target, rater = (read_text(path, line, data, key) for key in ("system", "src", "tgt", "annotator"))
    number = data.get("line_id")
    return RatedTranslation(
        system,
        str(data.get("doc_id", "")),
        "",
        str(number + 1) if type(number) is int else "",
        rater,
        source,
        target,
        read_spans(path, line, data["esa_spans"], source, target),
        read_score(path, line, data["esa_score"]),
    )


def _parse_segment(path: str, line: int, data: Object) -> Iterator[RatedTranslation]:
    source, document, targets = read_text(path, line, data, "src_text"), str(data.get("doc_id", "")), data["tgt_text"]
    if not isinstance(data["scores"], dict) or not isinstance(targets, dict):
        raise FormatError(path, line, "“scores” and “tgt_text” must be objects with the systems as keys.")
    for system, given in data["scores"].items():
        for rating in given if isinstance(given, list) else [given]:
            if not isinstance(rating, dict) or "human" not in rating:
                raise FormatError(path, line, f"The rating of “{system}” has no score “human”.")
            target = str(targets.get(system, ""))
            spans = read_spans(path, line, rating.get("errors", []), source, target)
            score = read_score(path, line, rating["human"])
            rater = str(rating.get("annotator", ""))
            yield RatedTranslation(system, document, "", f"line {line}", rater, source, target, spans, score)
