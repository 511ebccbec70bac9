"""Names of columns and classes in the files of other studies: usual ones are found, others a person assigns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from annotation_site.tables.checks import EmptyCells, SimilarNames
from annotation_site.tables.columns import Assignment, Cells, Role
from annotation_site.texts.faults import Rejected
from annotation_site.texts.format_characters import clean, is_shown_in_text
from idiomaticity.compounds.labels import LABEL_OF_CLASS, OF_OCCURRENCES, USUAL_LABELS
from idiomaticity.formats.columns import COMPOUND_ROLES, USUAL_CLASSES
from idiomaticity.formats.combined_tables import CombinedTables
from idiomaticity.formats.sentence_columns import SentenceColumns, StudyRow
from idiomaticity.scales.paraphrase_texts import normalise

MOST_CLASSES, LONGEST_NAME = 30, 300
# What a column of classes is about: the compound, or each of its occurrences.
ClassesOf = Literal["compound", "occurrence"]


@dataclass(frozen=True, slots=True)
class Naming:
    """The columns assigned to contents, and the classes and labels assigned to names. Without columns, they are found
    by their usual names.

    `classes_of` says what the column of classes is about; empty until somebody has chosen or `settle_naming` has
    looked. Of occurrences, its names are labels.
    """

    columns: Assignment = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    classes_of: ClassesOf | Literal[""] = ""

    def label_sentences(self, row: StudyRow) -> StudyRow:
        """Return the row with its class as the label of its sentences, where classes are about them."""
        given = row.cells.get("compound_class")
        if self.classes_of != "occurrence" or given is None:
            return row
        cells = {role: cell for role, cell in row.cells.items() if role != "compound_class"}
        single = {"label": given, **row.single} if row.single.get("sentence") else row.single
        numbered = {number: {"label": given, **cells_of} for number, cells_of in row.numbered.items()}
        return replace(row, cells=cells, single=single, numbered=numbered)

    def find_class(self, name: str) -> str | None:
        """Return C, PC or NC, or None for a name that was not assigned."""
        return self.classes.get(name) or USUAL_CLASSES.get(name.casefold())

    def find_label(self, name: str) -> str:
        """Return the label that a name stands for; one that was not assigned stands for itself."""
        if name in self.labels:
            return self.labels[name]
        if name in self.classes:
            return LABEL_OF_CLASS[self.classes[name]]
        return USUAL_LABELS.get(name.casefold(), name)


@dataclass(frozen=True, slots=True)
class SeenNames:
    """Unusual names of classes, all names of labels with their frequency, and what the files have that their author may
    not have meant."""

    classes: Sequence[str] = ()
    labels: Mapping[str, int] = field(default_factory=dict)
    checks: Sequence[str] = ()


def settle_naming(
    tables: CombinedTables,
    naming: Naming,
    earlier: Assignment | None = None,
    roles: Sequence[Role] = COMPOUND_ROLES,
) -> tuple[Naming, int]:
    """Return the naming with a column for each content that the files have and with what the classes are about, and
    the number of compounds that have several classes. Columns are those given, else those of an `earlier` import,
    else those of usual names. Raise ColumnsError if a file cannot be read by them.
    """
    columns = naming.columns or earlier or tables.propose(roles)
    tables.check(COMPOUND_ROLES, columns)
    settled = replace(naming, columns=columns)
    classes_of, mixed = _find_classes_of(tables, settled, is_assigned="compound_class" in naming.columns)
    return replace(settled, classes_of=naming.classes_of or classes_of), mixed


def look_at_names(tables: CombinedTables, naming: Naming) -> SeenNames:
    """Return the names in the files, as far as they can be read; the naming must be settled."""
    classes: dict[str, None] = {}
    labels: Counter[str] = Counter()
    empty = {"compound": EmptyCells("Compound"), "sentence": EmptyCells("Sentence")}
    similar = SimilarNames("labels")
    for cells, row in _list_rows(tables, naming):
        given = row.cells.get("compound_class", "")
        given = clean(given) if isinstance(given, str) else given
        is_unusual = isinstance(given, str) and given.casefold() not in USUAL_CLASSES and _can_be_assigned(given)
        if is_unusual and len(classes) < MOST_CLASSES:
            classes[given] = None
        for label in list_labels(row):
            similar.add(naming.find_label(label))
            if _can_be_assigned(label) and (label in labels or len(labels) < MOST_CLASSES):
                labels[label] += 1
        for role, check in empty.items():
            own = [cell for cell in cells.all(role) if cell is not None]
            if own and all(cell == "" for cell in own):
                check.add(row.line, "")
    checks = [sentence for check in empty.values() for sentence in check.sentences()]
    checks += [*similar.sentences(), *tables.describe_short_lines()]
    return SeenNames(list(classes), labels, checks)


def list_labels(row: StudyRow) -> list[str]:
    """Return the names of labels in a row of one sentence, of several, or of sentences in a list."""
    listed = [sentence.get("label") for sentence in row.listed or () if isinstance(sentence, dict)]
    numbered = [numbered.get("label") for numbered in row.numbered.values()]
    return [label for label in (row.single.get("label"), *listed, *numbered) if isinstance(label, str) and label]


def _find_classes_of(tables: CombinedTables, naming: Naming, *, is_assigned: bool) -> tuple[ClassesOf, int]:
    """Return what the column of classes is about, and how many compounds have several of them.

    It is about occurrences where the sentences of a compound have several classes, or where a name is one of uses
    rather than of compounds, such as “literal”, in a column that nobody assigned to classes of compounds.
    """
    classes: defaultdict[str, set[str]] = defaultdict(set)
    has_names_of_uses = False
    for _, row in _list_rows(tables, replace(naming, classes_of="compound")):
        given, compound = row.cells.get("compound_class"), row.cells.get("compound")
        # A row without a sentence tells something of the compound alone.
        if not (isinstance(given, str) and given and isinstance(compound, str) and row.single.get("sentence")):
            continue
        classes[normalise(compound)].add(given.casefold())
        has_names_of_uses = has_names_of_uses or given.casefold() in OF_OCCURRENCES
    mixed = sum(len(names) > 1 for names in classes.values())
    return ("occurrence" if mixed or (has_names_of_uses and not is_assigned) else "compound"), mixed


def _list_rows(tables: CombinedTables, naming: Naming) -> Iterator[tuple[Cells, StudyRow]]:
    columns = SentenceColumns(naming.columns)
    for cells in tables.read_cells(naming.columns):
        if not isinstance(cells, Rejected):
            yield cells, naming.label_sentences(columns.split(cells))


def _can_be_assigned(name: str) -> bool:
    """Return whether a page can show the name, and the database store it: no control characters, no lone surrogates."""
    return 0 < len(name) <= LONGEST_NAME and all(map(is_shown_in_text, name))
