"""Raw ratings in long form: one score of one annotator a row, so that a finished study can be brought in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

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
# Of every scale: a study's own is looked at where its ratings are matched.
VALUES = {str(value) for value in range(CANNOT_JUDGE, MOST + 1)}
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
) -> Iterator[RawRating | Rejected]:
    """Yield ratings and unusable rows, in the order of the file; raise MissingColumn if there is one. What is removed
    from the rows is counted in `removed`.
    """
    removed = removed or RemovedCharacters.none()
    for row in read_table(data, name, encoding):
        if isinstance(row, Rejected):
            yield row
            continue
        cells = naming.find_cells(row, COLUMNS)
        if missing := [column for column in REQUIRED if column not in cells]:
            raise MissingColumn(name, row.line, f"There is no column called {COLUMNS[missing[0]][0]}.")
        yield _read_rating(row.line, cells, removed)


def _read_rating(line: int, cells: Mapping[str, Any], removed: RemovedCharacters) -> RawRating | Rejected:
    texts = {column: removed.clean(str(cell)).strip() for column, cell in cells.items()}
    shown = " ".join(texts.values())
    for column in ("compound", "scale", "annotator"):
        if not texts[column]:
            return reject(line, f"The {column} is empty.", shown)
        if len(texts[column]) > LONGEST_NAME:
            return reject(line, f"The {column} is longer than {LONGEST_NAME} characters.", shown)
    if texts["value"] not in VALUES:
        return reject(line, f"The rating is not a whole number up to {MOST}, or -1 for “cannot judge”.", shown)
    numbers: dict[str, int | None] = {}
    for column in ("sentence", "guideline", "list"):
        text = texts.get(column, "")
        if text and not (text.isascii() and text.isdigit() and 0 < int(text) < 10_000):
            return reject(line, f"The {column} must be a number from 1.", shown)
        numbers[column] = int(text) if text else None
    return RawRating(line, texts["compound"], texts["scale"], texts["annotator"], int(texts["value"]), **numbers)
