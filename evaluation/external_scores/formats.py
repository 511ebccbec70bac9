"""Files of segment scores as measures write them, recognised by their content.

lines              a number a segment, of one system
table              a column a system, or a score a row with its system and segment: `columns` says which
rows               such a table of rows, by its header
comet              `comet-score --to_json`: {file: [{"mt", "COMET", "errors"}, …]}; xCOMET gives errors
metricx            a JSON object a line: "hypothesis", "prediction"; of several systems with "system_id", "segment_id"
mt-metrics-eval    `SYSTEM SCORE` a line; as many lines for each system as there are segments, or one
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Literal, get_args

from alignment.formats import FormatError
from annotation_site.tables.json_rows import is_json_array
from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import (
    AmbiguousNumber,
    NotANumber,
    decide_decimal_comma,
    read_number,
)
from annotation_site.tables.reading import Table
from annotation_site.texts.files import read_lines
from evaluation.files.by_system import Layout, TextsBySystem
from evaluation.files.judgement_roles import SCORE, SEGMENT, SYSTEM
from evaluation.files.lines import read_texts
from evaluation.files.score_files import read_scores
from evaluation.files.system_names import match_names
from evaluation.files.tables import have_columns, holds_table, read_header, read_json_lines
from evaluation.translations.files import read_hypotheses

ScoreFormat = Literal["lines", "table", "rows", "comet", "metricx", "mt-metrics-eval"]
FORMATS: tuple[ScoreFormat, ...] = get_args(ScoreFormat)
TITLES: Mapping[ScoreFormat, str] = {
    "lines": "One number per line",
    "table": "Table",
    "rows": "Table with one score per row",
    "comet": "COMET (JSON)",
    "metricx": "MetricX (JSON Lines)",
    "mt-metrics-eval": "mt-metrics-eval",
}
# MetricX predicts errors; all others are as their measure is.
LOWER_IS_BETTER: frozenset[ScoreFormat] = frozenset({"metricx"})
# Formats whose columns a person can assign.
TABLES: frozenset[ScoreFormat] = frozenset({"table", "rows"})
JSON_LINES = (".jsonl", ".ndjson")
MOST = 1e9
ROW_ROLES = (SYSTEM, SEGMENT, SCORE)
_LINES_LOOKED_AT = 20
_SCORED = re.compile(r"\S.*[ \t](None|NaN|nan|NA|[-+]?[\d.,][\d.,eE+-]*)")


@dataclass(frozen=True, slots=True)
class ErrorSpan:
    """An error that a model found: its place in the translation, and how serious it is."""

    start: int
    end: int
    severity: str
    confidence: float | None = None


@dataclass(slots=True)
class SystemScores:
    """Scores of a system's segments, or of the whole where there is but `figure`; the translations that were scored and
    the errors in them, if the file has them.
    """

    name: str
    scores: list[float | None] = field(default_factory=list)
    figure: float | None = None
    texts: list[str] | None = None
    errors: dict[int, list[ErrorSpan]] = field(default_factory=dict)


def detect_format(path: str, file_name: str) -> ScoreFormat:
    """Return the format of a file, by its name and its first lines."""
    name = file_name.lower()
    if name.endswith(".json") and not _holds_rows(path):
        return "comet"
    # Before tables, whose separator may be a space, too.
    if name.endswith(".score") and _holds_scores(path):
        return "mt-metrics-eval"
    if holds_table(path, file_name):
        header = read_header(path)
        if "prediction" in header and name.endswith((*JSON_LINES, ".json")):
            return "metricx"
        return "rows" if have_columns(ROW_ROLES, header) else "table"
    return "mt-metrics-eval" if _holds_scores(path) else "lines"


def _holds_scores(path: str) -> bool:
    """Return whether the first lines are systems with a score each."""
    first = [line.strip() for line in islice(read_texts(path), _LINES_LOOKED_AT)]
    lines = [line for line in first if line]
    return bool(lines) and all(map(_SCORED.fullmatch, lines))


def _holds_rows(path: str) -> bool:
    """Return whether a JSON file is an array of objects, the rows of a table, rather than one object as of COMET."""
    with closing(read_lines(path)) as lines:
        return is_json_array(next((line for line in lines if line.strip()), ""))


def read_system_scores(path: str, file_name: str, *, system: str, segments: int) -> list[SystemScores]:
    """Return the scores of each system in a file that is no table of columns; `system` names that of a file which names
    none.

    Raise FormatError for a file that does not fit the segments.
    """
    kind = detect_format(path, file_name)
    if kind == "comet":
        scores_by_system = list(_parse_comet(path, segments))
    elif kind == "metricx":
        scores_by_system = list(_parse_metricx(path, system, segments))
    elif kind == "mt-metrics-eval":
        scores_by_system = list(_parse_score_file(path, segments))
    else:
        scores_by_system = list(_parse_lines(path, system, segments))
    require_scores(path, scores_by_system)
    return scores_by_system


def read_table_scores(table: Table, texts: TextsBySystem, layout: Layout) -> list[SystemScores]:
    """Return the scores of each system, of its own column or of the one column of all; raise FormatError for a cell
    that is no score.
    """
    together = [text for of_system in texts.systems.values() for text in of_system.texts]
    of_all = decide_decimal_comma(together) if layout.text else None
    scored = []
    for name, of_system in texts.systems.items():
        comma = of_all if layout.text else decide_decimal_comma(of_system.texts)
        where = "" if layout.text else f"column “{of_system.column[:40]}”: "
        cells = zip(of_system.lines, of_system.texts, strict=True)
        scores = [_parse_score(table.name, text, where, line, decimal_comma=comma) for line, text in cells]
        scored.append(SystemScores(name, scores))
    require_scores(table.name, scored)
    return scored


def require_scores(name: str, scored: Sequence[SystemScores]) -> None:
    """Raise FormatError for a system without any score."""
    for system_scores in scored:
        if system_scores.figure is None and all(score is None for score in system_scores.scores):
            raise FormatError(
                name, None, f"There are no scores{f' of {system_scores.name}' if len(scored) > 1 else ''}."
            )


def _parse_lines(path: str, system: str, segments: int) -> Iterator[SystemScores]:
    lines = read_hypotheses(path, segments)
    comma = decide_decimal_comma(lines)
    scores = [_parse_score(path, text, line=line, decimal_comma=comma) for line, text in enumerate(lines, 1)]
    yield SystemScores(system, scores)


def _parse_score(
    path: str, text: str, where: str = "", line: int | None = None, *, decimal_comma: bool | None
) -> float | None:
    """Return the score, None for a missing one; `where` says in an error in which column it stands."""
    if is_missing(text):
        return None
    try:
        value: float | None = read_number(text, decimal_comma=decimal_comma)
    except AmbiguousNumber as error:
        raise FormatError(path, line, f"{where}{error}") from error
    except NotANumber:
        value = None
    if not _is_score(value):
        raise FormatError(path, line, f"{where}“{text[:40]}” is not a score.")
    return value


def _is_score(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -MOST <= value <= MOST  # type: ignore[operator]  # False for NaN, too


def _parse_comet(path: str, segments: int) -> Iterator[SystemScores]:
    try:
        data = json.loads(Path(path).read_bytes())
    except (ValueError, RecursionError):
        raise FormatError(path, None, "The file is not JSON.") from None
    if not isinstance(data, dict) or not data or not all(isinstance(rows, list) for rows in data.values()):
        raise FormatError(path, None, "The file is not that of comet-score --to_json: a list of segments per system.")
    for name, rows in data.items():
        if len(rows) != segments:
            raise FormatError(path, None, f"{name} has {len(rows):,} segments, but the test set has {segments:,}.")
        yield _parse_objects(path, name, rows, "COMET")


def _parse_metricx(path: str, system: str, segments: int) -> Iterator[SystemScores]:
    rows: dict[str, dict[int, dict[str, object]]] = {}
    for line, row in read_json_lines(path):
        name = str(row.get("system_id", system))
        of_system = rows.setdefault(name, {})
        index = row.get("segment_id", len(of_system))
        if not isinstance(index, int) or not 0 <= index < segments:
            fault = f"“{index}” is not a segment; the test set has {segments:,}, counted from 0."
            raise FormatError(path, line, fault if "segment_id" in row else f"There are more rows than {segments:,}.")
        if index in of_system:
            raise FormatError(path, line, f"Segment {index} of {name} occurs twice.")
        of_system[index] = row
    for name, of_system in rows.items():
        if len(of_system) < segments and not all("segment_id" in row for row in of_system.values()):
            fault = f"{name or 'The file'} has {len(of_system):,} rows, but the test set has {segments:,} segments."
            raise FormatError(path, None, fault)
        yield _parse_objects(path, name, [of_system.get(index, {}) for index in range(segments)], "prediction")


def _parse_objects(path: str, name: str, rows: Sequence[Any], key: str) -> SystemScores:
    scores_of_system = SystemScores(name, texts=[])
    for number, row in enumerate(rows, 1):
        score = row.get(key) if isinstance(row, dict) else None
        if score != score or (isinstance(score, str) and is_missing(score)):  # NaN, as Python writes it
            score = None
        if score is not None and not _is_score(score):
            raise FormatError(path, None, f"Segment {number:,} of {name}: “{str(score)[:40]}” is not a score.")
        text = str(row.get("mt", row.get("hypothesis", ""))) if isinstance(row, dict) else ""
        scores_of_system.scores.append(None if score is None else float(score))
        assert scores_of_system.texts is not None
        scores_of_system.texts.append(text)
        if spans := list(_parse_errors(path, number, text, row.get("errors") if isinstance(row, dict) else None)):
            scores_of_system.errors[number] = spans
    return scores_of_system


def _parse_errors(path: str, number: int, text: str, errors: object) -> Iterator[ErrorSpan]:
    for error in errors if isinstance(errors, list) else ():
        try:
            start, end, severity = int(error["start"]), int(error["end"]), str(error["severity"])[:20]
            confidence = float(error["confidence"]) if "confidence" in error else None
        except (KeyError, TypeError, ValueError):
            raise FormatError(
                path, None, f"Segment {number:,} has an error span without start, end or severity."
            ) from None
        start, end = max(0, start), min(end, len(text))
        # Spans of subwords begin with the space before the word.
        words = text[start:end]
        start, end = start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())
        if start < end:
            yield ErrorSpan(start, end, severity, confidence)


def _parse_score_file(path: str, segments: int) -> Iterator[SystemScores]:
    for name, scores in read_scores(path).items():
        if len(scores) == segments and segments > 1:
            yield SystemScores(name, scores)
        elif len(scores) == 1 and scores[0] is not None:
            yield SystemScores(name, figure=scores[0])
        else:
            raise FormatError(
                path, None, f"{name} has {len(scores):,} lines, but the test set has {segments:,} segments."
            )


def match_systems(scored: Iterable[SystemScores], systems: Iterable[str]) -> dict[str, SystemScores]:
    """Return the scores by the system of the test set that they name; each system is matched once."""
    by_name: dict[str, SystemScores] = {}
    for system_scores in scored:
        by_name.setdefault(system_scores.name, system_scores)
    return {system: by_name[name] for system, name in match_names(by_name, systems).items()}
