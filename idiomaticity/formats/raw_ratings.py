"""Raw ratings in long form: one score of one annotator a row, so that a finished study can be brought in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotation_site.tables.column_words import find_words, simplify_name
from annotation_site.tables.columns import Assignment, read_cells
from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import read_whole_number
from annotation_site.tables.reading import Table
from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.removed_characters import RemovedCharacters
from idiomaticity.formats.compound_cells import part_words
from idiomaticity.scales.judgements import SCALES
from idiomaticity.scales.paraphrase_texts import normalise

LONGEST_NAME = 120
_NAMES_OF_SCALES = {name: frozenset(find_words(name)) for name in SCALES}


@dataclass(frozen=True, slots=True)
class RawRating:
    """One score, on whatever scale, or -1 for “cannot judge”.

    `constituent` is a scale, the word itself as studies of constituents have it, or an extra question; `sentence` is
    the number of the sentence from 1, or None at type level; `guideline` the version that the annotator had, and `list`
    the number of their list, if known.
    """

    line: int
    compound: str
    constituent: str
    annotator: str
    value: int
    sentence: int | None = None
    guideline: int | None = None
    list: int | None = None

    def find_scale(self, modifier: str, head: str, extra: Collection[str] = ()) -> str | None:
        """Return the scale or extra question that the constituent names, in one of six languages or by a word of the
        compound; None if it names none, or head and modifier are the same.
        """
        word = normalise(self.constituent)
        if word in SCALES or word in extra:
            return word
        if word == normalise(self.compound):
            return "whole"
        matching: list[str] = []
        if word == normalise(modifier):
            matching.append("modifier")
        if word == normalise(head):
            matching.append("head")
        if not matching:
            matching = [name for name in SCALES if simplify_name(word) in _NAMES_OF_SCALES[name]]
        return matching[0] if len(matching) == 1 else None


def read_raw_ratings(
    table: Table,
    assignment: Assignment,
    removed: RemovedCharacters | None = None,
    missing_values: Counter[str] | None = None,
) -> Iterator[RawRating | Rejected]:
    """Yield ratings and unusable rows, in the order of the file; what is removed from them is counted in `removed`.

    Rows without a value, such as NA, are no ratings: they are passed over and counted in `missing_values`.
    """
    removed = removed or RemovedCharacters.none()
    for cells in read_cells(table, assignment):
        if isinstance(cells, Rejected):
            yield cells
            continue
        if is_missing(written := _to_text(cells.first("value"))):
            if missing_values is not None:
                missing_values[written] += 1
            continue
        yield _read_rating(cells.line, {role: cells.first(role) for role in assignment}, removed)


def _read_rating(line: int, cells: Mapping[str, Any], removed: RemovedCharacters) -> RawRating | Rejected:
    texts = {column: removed.clean(_to_text(cell)) for column, cell in cells.items()}
    shown = " ".join(texts.values())
    for column in ("compound", "scale", "annotator"):
        if not texts[column]:
            return reject(line, f"The {column} is empty.", shown)
        if len(texts[column]) > LONGEST_NAME:
            return reject(line, f"The {column} is longer than {LONGEST_NAME} characters.", shown)
    value = read_whole_number(texts["value"])
    # Whether the scale has it is known where the rating is matched with its question.
    if value is None:
        fault = f"The rating “{texts['value'][:20]}” is not a whole number. Write -1 for “cannot judge”."
        return reject(line, fault, shown)
    numbers: dict[str, int | None] = {}
    for column in ("sentence", "guideline", "list"):
        text = texts.get(column, "")
        number = read_whole_number(text)
        if not is_missing(text) and (number is None or not 0 < number < 10_000):
            return reject(line, f"The {column} must be a number from 1.", shown)
        numbers[column] = number
    return RawRating(line, part_words(texts["compound"]), texts["scale"], texts["annotator"], value, **numbers)


def _to_text(cell: object) -> str:
    return "" if cell is None else str(cell).strip()
