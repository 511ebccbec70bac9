"""Names of columns and classes in the files of other studies: usual ones are found, others a person assigns."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.format_characters import clean, is_shown_in_text
from idiomaticity.compounds.labels import LABEL_OF_CLASS, OF_OCCURRENCES, USUAL_LABELS
from idiomaticity.formats.marked_texts import read_rows
from idiomaticity.formats.tables import MOST_COLUMNS, Record
from idiomaticity.ratings.paraphrase_texts import normalise
from idiomaticity.ratings.scores import CLASSES

MOST_CLASSES, LONGEST_NAME = 30, 300
# What a column of classes is about: the compound, or each of its occurrences.
ClassesOf = Literal["compound", "occurrence"]
Usual = Mapping[str, Sequence[str]]
_NUMBERED_LABEL = re.compile(r"label_?[1-9][0-9]{0,2}\Z")
_USUAL_CLASSES = {**{name.lower(): name for name in CLASSES}, **{word: name for name, word in CLASSES.items()}}
_USUAL_CLASSES |= {"partly": "PC", "non-compositional": "NC", "partly idiomatic": "PC"}


class MissingColumn(FormatError):
    """Raised where a table has no column of a content that it needs; a person may assign one."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The columns assigned to contents, empty for a content that the files do not have, and the classes and labels
    assigned to names. What is not assigned is found by its usual name.

    `classes_of` says what the column of classes is about; empty until somebody has chosen or `find_classes_of` has
    looked. Of occurrences, its names are labels.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    classes_of: ClassesOf | Literal[""] = ""

    def find_column(self, part: str, usual: Usual, names: Iterable[str]) -> str:
        """Return the column of a content, or nothing."""
        if part in self.columns:
            return self.columns[part] if self.columns[part] in names else ""
        return next((name for name in usual[part] if name in names), "")

    def find_cells(self, row: Record, usual: Usual) -> dict[str, Any]:
        """Return the row's cells by content."""
        found = ((part, self.find_column(part, usual, row.cells)) for part in usual)
        cells = {part: row.cells[name] for part, name in found if name}
        if self.classes_of == "occurrence" and "label" in usual and "compound_class" in cells:
            cells.setdefault("label", cells["compound_class"])
            del cells["compound_class"]
        # JSON Lines may number the labels, and 0 is one.
        if "label" in usual and isinstance(cells.get("label"), int):
            cells["label"] = str(cells["label"])
        return cells

    def find_class(self, name: str) -> str | None:
        """Return C, PC or NC, or None for a name that was not assigned."""
        return self.classes.get(name) or _USUAL_CLASSES.get(name.casefold())

    def find_label(self, name: str) -> str:
        """Return the label that a name stands for; one that was not assigned stands for itself."""
        if name in self.labels:
            return self.labels[name]
        if name in self.classes:
            return LABEL_OF_CLASS[self.classes[name]]
        return USUAL_LABELS.get(name.casefold(), name)


@dataclass(frozen=True, slots=True)
class SeenNames:
    """The columns of all tables in their order, those found for each content, unusual names of classes, and all names
    of labels with their frequency."""

    columns: Sequence[str]
    found: Mapping[str, str]
    classes: Sequence[str]
    labels: Mapping[str, int]


def look_at_names(files: Iterable[tuple[bytes, str]], encoding: str, naming: Naming, usual: Usual) -> SeenNames:
    """Return the names in the files (content and name), as far as they can be read."""
    columns: dict[str, None] = {}
    classes: dict[str, None] = {}
    labels: Counter[str] = Counter()
    for row in _list_records(files, encoding):
        if len(columns) < MOST_COLUMNS:
            columns |= dict.fromkeys(filter(_can_be_assigned, row.cells))
        cells = naming.find_cells(row, usual)
        given = cells.get("compound_class", "")
        given = clean(given) if isinstance(given, str) else given
        is_unusual = isinstance(given, str) and given.casefold() not in _USUAL_CLASSES and _can_be_assigned(given)
        if is_unusual and len(classes) < MOST_CLASSES:
            classes[given] = None
        for label in list_labels(row, cells):
            if _can_be_assigned(label) and (label in labels or len(labels) < MOST_CLASSES):
                labels[label] += 1
    found = {part: naming.find_column(part, usual, columns) for part in usual}
    return SeenNames(list(columns), found, list(classes), labels)


def list_labels(row: Record, cells: Mapping[str, Any]) -> list[str]:
    """Return the names of labels in a row of one sentence, of several, or of sentences in a list."""
    listed = row.cells.get("sentences")
    of_list = [each.get("label") for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    numbered = [cell for name, cell in row.cells.items() if _NUMBERED_LABEL.match(name)]
    return [label for label in (cells.get("label"), *of_list, *numbered) if isinstance(label, str) and label]


def find_classes_of(
    files: Iterable[tuple[bytes, str]], encoding: str, naming: Naming, usual: Usual
) -> tuple[ClassesOf, int]:
    """Return what the column of classes is about, and how many compounds have several of them.

    It is about occurrences where the sentences of a compound have several classes, or where a name is one of uses
    rather than of compounds, such as “literal”, in a column that nobody assigned to classes of compounds.
    """
    classes: defaultdict[str, set[str]] = defaultdict(set)
    about_compounds = replace(naming, classes_of="compound")
    has_names_of_uses, is_assigned = False, "compound_class" in naming.columns
    for row in _list_records(files, encoding):
        cells = about_compounds.find_cells(row, usual)
        given, compound = cells.get("compound_class"), cells.get("compound")
        # A row without a sentence tells something of the compound alone.
        if not (isinstance(given, str) and given and isinstance(compound, str) and cells.get("sentence")):
            continue
        classes[normalise(compound)].add(given.casefold())
        has_names_of_uses = has_names_of_uses or given.casefold() in OF_OCCURRENCES
    mixed = sum(len(names) > 1 for names in classes.values())
    return ("occurrence" if mixed or (has_names_of_uses and not is_assigned) else "compound"), mixed


def _list_records(files: Iterable[tuple[bytes, str]], encoding: str) -> Iterator[Record]:
    rows = chain.from_iterable(rows for _, rows in read_rows(list(files), encoding))
    return (row for row in rows if not isinstance(row, Rejected))


def _can_be_assigned(name: str) -> bool:
    """Return whether a page can show the name, and the database store it: no control characters, no lone surrogates."""
    return 0 < len(name) <= LONGEST_NAME and all(map(is_shown_in_text, name))
