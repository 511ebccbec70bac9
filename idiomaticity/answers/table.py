"""The long table of answers: one row for each score. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from annotation_site.texts.parquet import ColumnType

COLUMNS: dict[str, ColumnType] = {
    "rater": "text",
    "item": "text",
    "compound": "text",
    "level": "text",
    "scale": "text",
    "value": "integer",
    "list": "integer",
    "trial": "integer",
    "seconds": "number",
    "purpose": "text",
    "excluded": "truth",
    "machine": "text",
    "machine_score": "integer",
    "shown": "truth",
    "label": "text",
}


class AnswerRow(NamedTuple):
    """One score: by whom (a pseudonym), of what, and how it came about.

    `value` is None for “cannot judge”, and `seconds`, the active time of the whole rating, where nobody measured.
    `trial` counts the rater's submissions from 1, tutorial and attention items included, in their order. `list` is
    None where raters had no list. `machine` and its score are None where no machine's score was to be shown beside this
    question, and `shown` is False for controls. `label` is that of the occurrence, empty without one.
    """

    rater: str
    item: str
    compound: str
    level: str
    scale: str
    value: int | None
    list: int | None
    trial: int
    seconds: float | None
    purpose: str
    excluded: bool
    machine: str | None = None
    machine_score: int | None = None
    shown: bool | None = None
    label: str = ""


def list_rows(answers: Iterable[AnswerRow]) -> Iterator[tuple[object, ...]]:
    """Yield header and rows as text files have them; truth values are TRUE and FALSE, for R takes “true” for text."""
    yield tuple(COLUMNS)
    for answer in answers:
        yield tuple(str(cell).upper() if isinstance(cell, bool) else cell for cell in answer)
