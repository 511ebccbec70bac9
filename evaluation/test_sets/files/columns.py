"""Columns of a test set's table, by content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from alignment.formats import FormatError
from evaluation.files.tables import read_header
from evaluation.test_sets.files.rows import refuse_unstorable

LONGEST_COLUMN = 200
TABLE_ENDINGS = (".xlsx", ".csv", ".tsv", ".tab", ".jsonl", ".ndjson")
SEGMENT_COLUMN = "segment"
# What columns are usually called; the first that is there is proposed.
USUAL_NAMES = {
    "source": ("source", "src", "example mwe", "sentence"),
    "reference": ("reference", "ref", "target"),
    "expression": ("mwe ref. trans.", "expression", "reference expression"),
    "label": ("label", "mwe", "idiom"),
    "spans": ("spans", "source spans"),
    "reference_spans": ("reference spans", "reference_spans"),
    "expression_class": ("class", "compscale", "expression class", "expression_class"),
    "segment": (SEGMENT_COLUMN, "id"),
}


@dataclass(frozen=True, slots=True)
class Columns:
    """Column names by content; empty for columns that the table does not have."""

    source: str
    reference: str = ""
    expression: str = ""
    label: str = ""
    spans: str = ""
    reference_spans: str = ""
    expression_class: str = ""
    segment: str = ""
    references: tuple[str, ...] = field(default=())  # further ones
    systems: tuple[str, ...] = field(default=())


def is_table(name: str) -> bool:
    return name.lower().endswith(TABLE_ENDINGS)


def find_columns(path: str) -> list[str]:
    """Return the names in the header; raise FormatError if one is repeated or too long, or there is none."""
    names = [name for name in read_header(path) if name]
    if not names:
        raise FormatError(path, 1, "There is no header.")
    refuse_unstorable(path, 1, names)
    for place, name in enumerate(names):
        if name in names[:place]:
            raise FormatError(path, 1, f"The column “{name}” occurs twice.")
        if len(name) > LONGEST_COLUMN:
            raise FormatError(path, 1, f"The name of a column is longer than {LONGEST_COLUMN} characters.")
    return names


def propose_columns(names: Sequence[str]) -> dict[str, str]:
    """Return the likely column for each content, judged by its name."""
    by_name = {name.lower(): name for name in reversed(names)}
    return {
        part: next((by_name[usual] for usual in usuals if usual in by_name), "") for part, usuals in USUAL_NAMES.items()
    }
