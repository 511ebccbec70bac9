"""Which column of a table holds what."""

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
    """Which column holds what; empty where there is none."""

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
    """The names in the header; FormatError where one is there twice or too long, or none is there."""
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
    """What each column is likely to be, by its name."""
    by_name = {name.lower(): name for name in reversed(names)}
    return {
        part: next((by_name[usual] for usual in usuals if usual in by_name), "") for part, usuals in USUAL_NAMES.items()
    }
