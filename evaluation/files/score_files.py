"""Score files of mt-metrics-eval: a line for each system and segment, `SYSTEM SCORE` with None for no score.

A system's lines are its segments in their order; files end in `.seg.score`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from alignment.formats import FormatError
from annotation_site.tables.cells import unescape_cell, write_tab_row
from annotation_site.tables.missing import is_missing
from evaluation.files.lines import read_texts
from evaluation.files.tables import read_number

SEGMENTS = ".seg.score"
_ENDING = ".score"
_SCORED = re.compile(r"\S+\t(None|[-+]?[\d.]+(e[-+]?\d+)?)", re.IGNORECASE)
_LINES_LOOKED_AT = 20
NO_SCORE = "None"
Scores = dict[str, list[float | None]]


def is_score_file(name: str) -> bool:
    """Return whether a file, by its name, holds the scores of segments."""
    return name.lower().endswith(SEGMENTS)


def holds_scores(path: str, name: str) -> bool:
    """Return whether a file holds a system and its score on each line: by its name, or by its first lines."""
    if name.lower().endswith(_ENDING):
        return True
    first = [line.strip() for line in islice(read_texts(path), _LINES_LOOKED_AT)]
    return any(first) and all(_SCORED.fullmatch(line) for line in first if line)


def read_scores(path: str) -> Scores:
    """Return the scores of each system's segments; raise FormatError for other lines, and for systems with different
    numbers of segments.
    """
    scores: Scores = {}
    for line, text in enumerate(read_texts(path), 1):
        system, _, score = text.strip().replace("\t", " ").rpartition(" ")
        if not (system := unescape_cell(system.strip())):
            raise FormatError(path, line, "A line has a system and its score, with a space or tab between.")
        scores.setdefault(system, []).append(None if is_missing(score) else read_number(path, line, score))
    if not scores:
        raise FormatError(path, None, "The file has no scores.")
    first, count = next((name, len(row)) for name, row in scores.items())
    for system, row in scores.items():
        if len(row) != count:
            fault = f"{system} has {len(row):,} lines, but {first} has {count:,}. Use None for missing scores."
            raise FormatError(path, None, fault)
    return scores


def write_scores(scores: Mapping[str, Sequence[float | None]]) -> Iterator[str]:
    """Yield the lines of a file: all of a system's segments, then those of the next."""
    for system, row in scores.items():
        for score in row:
            yield write_tab_row([system, NO_SCORE if score is None else score])
