"""Similarities of compounds in their sentences by a model, from a table or from vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Assignment, Role
from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import NotANumber, read_number, read_whole_number
from annotation_site.tables.reading import RECOGNISED, TableOptions
from annotation_site.texts.faults import FormatError, Rejected
from idiomaticity.formats.tables import Record, read_table
from idiomaticity.scales.paraphrase_texts import normalise

MEASURES = ("nc_out", "nc_out_comp")
PAIR_MEASURES = ("sentence_similarity", "compound_similarity")
ROLES = (
    Role("compound", "Compound", (*find_words("compound"), *find_words("expression")), is_required=True),
    Role("sentence", "Number of the sentence", ("sentence", *find_words("sentence number")), is_required=True),
)
MOST_ROWS = 200_000
# A cosine may pass 1 by rounding.
_FURTHEST = 1.000_01
# A compound in normal form with the number of its sentence; of a pair, the smaller number first.
SentenceKey = tuple[str, int]
PairKey = tuple[str, int, int]
Values = Mapping[str, float | None]


@dataclass(slots=True)
class Similarities:
    """By sentence: `nc_out`, `nc_out_comp`. By pair of sentences: `sentence_similarity` of the sentences themselves,
    `compound_similarity` of the compound in them. None where it is undefined or was not given."""

    sentences: dict[SentenceKey, Values] = field(default_factory=dict)
    pairs: dict[PairKey, Values] = field(default_factory=dict)


def read_similarities(
    data: bytes, name: str, options: TableOptions = RECOGNISED, wanted: Assignment = MappingProxyType({})
) -> Similarities:
    """Read a table with the columns compound, sentence and any of the measures.

    A row of a sentence pair names its second sentence in `other`. Raise FormatError, naming the line, for the first row
    that cannot be used.
    """
    return collect_similarities(read_table(data, name, options, ROLES, wanted), name)


def collect_similarities(rows: Iterable[Record | Rejected], name: str) -> Similarities:
    """Return the similarities in the rows of a table; raise FormatError for the first that cannot be used."""
    similarities = Similarities()
    for row in rows:
        if isinstance(row, Rejected):
            raise FormatError(name, row.line, row.reason)
        if not row.cells.keys() & {*MEASURES, *PAIR_MEASURES}:
            raise FormatError(
                name, row.line, f"The table needs one of the columns {', '.join((*MEASURES, *PAIR_MEASURES))}."
            )
        if len(similarities.sentences) + len(similarities.pairs) >= MOST_ROWS:
            raise FormatError(name, row.line, f"The table has more than {MOST_ROWS:,} rows.")
        _keep(similarities, row, name)
    if not similarities.sentences and not similarities.pairs:
        raise FormatError(name, None, "The table has no rows.")
    return similarities


def _keep(similarities: Similarities, row: Record, name: str) -> None:
    compound = normalise(str(row.cells["compound"]))
    if not compound:
        raise FormatError(name, row.line, "The row has no compound.")
    number = _take_number(row, "sentence", name)
    if is_missing(str(row.cells.get("other") or "")):
        if (compound, number) in similarities.sentences:
            raise FormatError(name, row.line, f"Sentence {number} of this compound occurs twice.")
        similarities.sentences[compound, number] = _take_values(row, MEASURES, name)
        return
    other = _take_number(row, "other", name)
    key = (compound, min(number, other), max(number, other))
    if number == other:
        raise FormatError(name, row.line, "A pair needs two different sentences.")
    if key in similarities.pairs:
        raise FormatError(name, row.line, f"The pair {key[1]}, {key[2]} of this compound occurs twice.")
    similarities.pairs[key] = _take_values(row, PAIR_MEASURES, name)


def _take_number(row: Record, column: str, name: str) -> int:
    text = str(row.cells[column]).strip()
    # Thirty thousand is what the database holds; a compound has a thousand sentences at most.
    number = read_whole_number(text)
    if number is None or not 1 <= number <= 30_000:
        raise FormatError(name, row.line, f"“{text[:20]}” is not a sentence number.")
    return number


def _take_values(row: Record, columns: tuple[str, ...], name: str) -> dict[str, float | None]:
    return {column: _take_value(row, row.cells.get(column), column, name) for column in columns}


def _take_value(row: Record, cell: Any, column: str, name: str) -> float | None:
    text = "" if cell is None else str(cell)
    if is_missing(text):
        return None
    try:
        # A similarity has no thousands.
        value: float | None = read_number(text, decimal_comma=True if "," in text else None)
    except NotANumber:
        value = None
    if value is None or not -_FURTHEST <= value <= _FURTHEST:
        raise FormatError(name, row.line, f"{column}: “{str(cell)[:20]}” is not a similarity from −1 to 1.")
    return value
