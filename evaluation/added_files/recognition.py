"""Recognition of what a file holds, by its name and its first lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Literal

from alignment.formats import FormatError
from alignment.formats.recognition import detect_format as detect_text_format
from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import is_number
from evaluation.external_scores.formats import detect_format as detect_score_format
from evaluation.files.judgement_roles import SYSTEM
from evaluation.files.lines import read_texts
from evaluation.files.tables import holds_table, read_cells, read_header
from evaluation.test_sets.files import is_conllu
from evaluation.translations.columns import list_outputs

Content = Literal["translations", "scores", "links", "annotation"]
_LINES_LOOKED_AT = 20
_QUALITY_TAGS = re.compile(r"(?:(?:OK|BAD)\s*)+")


def recognise(path: str, name: str) -> Content:
    """Return what a file holds; raise FormatError for one that cannot be read. `path` must end like the name."""
    if is_conllu(name):
        return "annotation"
    if detect_score_format(path, name) == "comet":
        return "scores"
    return _recognise_table(path, name) if holds_table(path, name) else _recognise_lines(path, name)


def _recognise_table(path: str, name: str) -> Content:
    header = read_header(path)
    if {"sure", "possible"} & set(header):
        return "links"
    if detect_score_format(path, name) != "table":
        return "scores"
    columns = [column for column in list_outputs(header) if SYSTEM.rank(column) is None]
    rows = [cells for _, cells in islice(read_cells(path, columns), _LINES_LOOKED_AT)] if columns else []
    if columns and not rows:
        raise FormatError(path, None, "The table has no rows.")
    return "scores" if _are_numbers(chain.from_iterable(rows)) else "translations"


def _recognise_lines(path: str, name: str) -> Content:
    lines = list(islice(read_texts(path), _LINES_LOOKED_AT))
    if lines and all(_QUALITY_TAGS.fullmatch(line.strip()) for line in lines):
        fault = "These are quality tags of words (OK, BAD), which Interlinea does not read. Upload the translations."
        raise FormatError(path, None, fault)
    # Before links, some formats of which are numbers, too.
    if _are_numbers(lines):
        return "scores"
    if any(candidate.kind == "links" for candidate in detect_text_format(lines).candidates):
        return "links"
    return "scores" if _has_scores(path, name, lines) else "translations"


def _has_scores(path: str, name: str, lines: Sequence[str]) -> bool:
    """Return whether each line is a system and its score: with a tab between, unless the file is named as one of
    scores, for a translation may end with a number.
    """
    if detect_score_format(path, name) != "mt-metrics-eval":
        return False
    return name.lower().endswith(".score") or all("\t" in line for line in lines if line.strip())


def _are_numbers(texts: Iterable[str]) -> bool:
    filled = [text for text in texts if not is_missing(text)]
    return bool(filled) and all(map(is_number, filled))
