"""Rows of compounds with several sentences: the columns that belong to the same sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.tables.columns import Assignment, Cells, find_number
from annotation_site.tables.missing import MISSING_TEXTS, is_missing

PER_SENTENCE = ("sentence", "span", "label", "previous", "next", "mean", "sentence_paraphrases")
MOST_NUMBERED = 999


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A row by role.

    `cells` are about the compound, `single` about the one sentence of a row that has no number, `numbered` about its
    sentences by number, and `listed` a list of them in JSON.
    """

    line: int
    cells: Mapping[str, Any]
    single: Mapping[str, Any]
    numbered: Mapping[int, Mapping[str, Any]]
    listed: Sequence[Any] | None


class SentenceColumns:
    """The number of the sentence that each column is about.

    Names decide where they have numbers, as `frase1` and `MeanS1`; else the order of the columns. One column of
    sentences without a number is the next sentence of its compound, and single columns beside it belong to it.
    """

    def __init__(self, assignment: Assignment) -> None:
        self._compound = [role for role in assignment if role not in PER_SENTENCE]
        self._numbers = {role: self._number(assignment, role) for role in PER_SENTENCE if assignment.get(role)}

    @staticmethod
    def _number(assignment: Assignment, role: str) -> list[int | None]:
        sentences, columns = list(assignment.get("sentence", ())), assignment[role]
        if len(columns) == 1:
            own = _take_number(columns[0])
            if own is None and len(sentences) == 1:
                return [_take_number(sentences[0])]
            return [own or (1 if len(sentences) > 1 else None)]
        numbers = [_take_number(column) for column in columns]
        known = [number for number in numbers if number is not None]
        if len(known) < len(columns) or len(set(known)) < len(known):
            return list(range(1, len(columns) + 1))
        return numbers

    def split(self, cells: Cells) -> StudyRow:
        """Return the row with the cells of each sentence together; empty cells of numbered sentences are left out."""
        single: dict[str, Any] = {}
        numbered: dict[int, dict[str, Any]] = {}
        for role, numbers in self._numbers.items():
            for number, cell in zip(numbers, cells.all(role), strict=True):
                if number is None:
                    single[role] = "" if cell is None else _empty_missing(cell)
                elif cell not in ("", None):
                    numbered.setdefault(number, {})[role] = _empty_missing(cell)
        # Several files may each have a column for a role; a row has that of its own.
        about = {}
        for role in self._compound:
            filled = [_empty_missing(cell) for cell in cells.all(role) if cell is not None]
            if filled:
                about[role] = filled[0]
        listed = about.pop("sentences", None)
        in_order = dict(sorted(numbered.items()))
        return StudyRow(cells.line, about, single, in_order, listed if isinstance(listed, list) else None)


def _empty_missing(cell: Any) -> Any:
    """Return a cell, an empty one where a program has written a name such as NA for a missing value."""
    return "" if isinstance(cell, str) and is_missing(cell, MISSING_TEXTS) else cell


def _take_number(column: str) -> int | None:
    number = find_number(column)
    return number if number is not None and 1 <= number <= MOST_NUMBERED else None
