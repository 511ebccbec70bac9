"""Raw ratings in long form: one score of one annotator a row, so that a finished study can be brought in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import read_whole_number
from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.removed_characters import RemovedCharacters
from idiomaticity.formats.naming import MissingColumn, Naming
from idiomaticity.formats.tables import read_table
from idiomaticity.ratings.judgements import CANNOT_JUDGE, SCALES
from idiomaticity.ratings.paraphrase_texts import normalise
from idiomaticity.ratings.score_scale import MOST

COLUMNS = {
    "compound": ("compound", "nc", "expression", "mwe"),
    "scale": ("scale", "constituent", "question"),
    "annotator": ("annotator", "anonymized_annotator_id", "annotator_id", "rater", "worker", "worker_id"),
    "value": ("rating", "value", "score"),
    "sentence": ("sentence_number", "sentence"),
    "guideline": ("guideline",),
    "list": ("list", "list_number"),
}
REQUIRED = ("compound", "scale", "annotator", "value")
LONGEST_NAME = 120
USUAL_NAMES = Naming()


@dataclass(frozen=True, slots=True)
class RawRating:
    """One score, or CANNOT_JUDGE.

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
        """Return the scale or extra question that the constituent names, or None if it is neither word or the two are
        the same.
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
        return matching[0] if len(matching) == 1 else None


def read_raw_ratings(
    data: bytes,
    name: str,
    encoding: str = "",
    naming: Naming = USUAL_NAMES,
    removed: RemovedCharacters | None = None,
    missing_values: Counter[str] | None = None,
) -> Iterator[RawRating | Rejected]:
    """Yield ratings and unusable rows, in the order of the file; raise MissingColumn if there is one. What is removed
    from the rows is counted in `removed`.

    Rows without a value, such as NA, are no ratings: they are passed over and counted in `missing_values`.
    """
    removed = removed or RemovedCharacters.none()
    for row in read_table(data, name, encoding):
        if isinstance(row, Rejected):
            yield row
            continue
        cells = naming.find_cells(row, COLUMNS)
        if missing := [column for column in REQUIRED if column not in cells]:
            raise MissingColumn(name, row.line, f"There is no column called {COLUMNS[missing[0]][0]}.")
        if is_missing(written := _write(cells["value"])):
            if missing_values is not None:
                missing_values[written] += 1
            continue
        yield _read_rating(row.line, cells, removed)


def _read_rating(line: int, cells: Mapping[str, Any], removed: RemovedCharacters) -> RawRating | Rejected:
    texts = {column: removed.clean(_write(cell)) for column, cell in cells.items()}
    shown = " ".join(texts.values())
    for column in ("compound", "scale", "annotator"):
        if not texts[column]:
            return reject(line, f"The {column} is empty.", shown)
        if len(texts[column]) > LONGEST_NAME:
            return reject(line, f"The {column} is longer than {LONGEST_NAME} characters.", shown)
    value = read_whole_number(texts["value"])
    # Of every scale: a study's own is looked at where its ratings are matched.
    if value is None or not CANNOT_JUDGE <= value <= MOST:
        fault = f"The rating “{texts['value'][:20]}” is not a whole number up to {MOST}, or -1 for “cannot judge”."
        return reject(line, fault, shown)
    numbers: dict[str, int | None] = {}
    for column in ("sentence", "guideline", "list"):
        text = texts.get(column, "")
        number = read_whole_number(text)
        if not is_missing(text) and (number is None or not 0 < number < 10_000):
            return reject(line, f"The {column} must be a number from 1.", shown)
        numbers[column] = number
    return RawRating(line, texts["compound"], texts["scale"], texts["annotator"], value, **numbers)


def _write(cell: object) -> str:
    return "" if cell is None else str(cell).strip()
