"""Names of columns and classes in the files of other studies: usual ones are found, others a person assigns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.format_characters import clean, is_shown_in_text
from idiomaticity.formats.tables import MOST_COLUMNS, Record, read_table
from idiomaticity.ratings.scores import CLASSES

MOST_CLASSES, LONGEST_NAME = 30, 300
Usual = Mapping[str, Sequence[str]]
_USUAL_CLASSES = {**{name.lower(): name for name in CLASSES}, **{word: name for name, word in CLASSES.items()}}
_USUAL_CLASSES |= {"partly": "PC", "non-compositional": "NC", "partly idiomatic": "PC"}


class MissingColumn(FormatError):
    """Raised where a table has no column of a content that it needs; a person may assign one."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The columns assigned to contents, empty for a content that the files do not have, and the classes assigned to
    names. What is not assigned is found by its usual name.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)

    def find_column(self, part: str, usual: Usual, names: Iterable[str]) -> str:
        """Return the column of a content, or nothing."""
        if part in self.columns:
            return self.columns[part] if self.columns[part] in names else ""
        return next((name for name in usual[part] if name in names), "")

    def find_cells(self, row: Record, usual: Usual) -> dict[str, Any]:
        """Return the row's cells by content."""
        found = ((part, self.find_column(part, usual, row.cells)) for part in usual)
        return {part: row.cells[name] for part, name in found if name}

    def find_class(self, name: str) -> str | None:
        """Return C, PC or NC, or None for a name that was not assigned."""
        return self.classes.get(name) or _USUAL_CLASSES.get(name.casefold())


@dataclass(frozen=True, slots=True)
class SeenNames:
    """The columns of all tables in their order, those found for each content, and unusual names of classes."""

    columns: Sequence[str]
    found: Mapping[str, str]
    classes: Sequence[str]


def look_at_names(files: Iterable[tuple[bytes, str]], encoding: str, naming: Naming, usual: Usual) -> SeenNames:
    """Return the names in the files (content and name), as far as they can be read."""
    columns: dict[str, None] = {}
    classes: dict[str, None] = {}
    for row in chain.from_iterable(read_table(data, name, encoding) for data, name in files):
        if isinstance(row, Rejected):
            continue
        if len(columns) < MOST_COLUMNS:
            columns |= dict.fromkeys(filter(_can_be_assigned, row.cells))
        given = naming.find_cells(row, usual).get("compound_class", "") if "compound_class" in usual else ""
        given = clean(given) if isinstance(given, str) else given
        is_unusual = isinstance(given, str) and given.casefold() not in _USUAL_CLASSES and _can_be_assigned(given)
        if is_unusual and len(classes) < MOST_CLASSES:
            classes[given] = None
    return SeenNames(list(columns), {part: naming.find_column(part, usual, columns) for part in usual}, list(classes))


def _can_be_assigned(name: str) -> bool:
    """Return whether a page can show the name, and the database store it: no control characters, no lone surrogates."""
    return 0 < len(name) <= LONGEST_NAME and all(map(is_shown_in_text, name))
