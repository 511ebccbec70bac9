"""Columns of a test set's table, by content: what they are usually called, and which hold systems' translations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import (
    Assignment,
    ColumnsError,
    Role,
    check_assignment,
    complete_pair,
    find_unused,
    propose_columns,
)
from annotation_site.tables.contents import holds_text, list_filled
from annotation_site.tables.json_rows import write_value
from annotation_site.tables.reading import Row
from evaluation.test_sets.files.rows import MOST_REFERENCES
from expressions.categories.compositionality import read_class

SEGMENT_COLUMN = "segment"
MOST_SYSTEMS, LONGEST_SYSTEM = 50, 120
# Rows by which proposals are checked.
LOOKED_AT = 100
# How much longer or shorter than the source most translations can be.
_FURTHEST = 4
_NEVER_SYSTEMS = Role(
    "other",
    "Other",
    [
        # What tables of idioms say of an occurrence, in sentences as long as translations.
        *("usage", "use", "meaning", "sense", "definition", "gloss", "domain", "genre", "topic"),
        *(
            word
            for concept in (
                "note",
                "previous",
                "next",
                "annotator",
                "class",
                "label",
                "list",
                "guideline",
                "identifier",
            )
            for word in find_words(concept)
        ),
    ],
)


@dataclass(frozen=True, slots=True)
class Columns:
    """Column names by content; empty for columns that the table does not have."""

    source: str
    reference: str = ""
    expression: str = ""
    label: str = ""
    spans: str = ""
    reference_spans: str = ""
    expression_class: str = ""
    segment: str = ""
    document: str = ""
    references: tuple[str, ...] = field(default=())  # further ones
    systems: tuple[str, ...] = field(default=())

    @classmethod
    def of(cls, assignment: Assignment) -> Columns:
        """Return the columns of an assignment, or of the names by which earlier versions stored one."""
        several = ("references", "systems")
        references, systems = (tuple(assignment.get(role, ())) for role in several)
        single = {
            role: columns if isinstance(columns, str) else columns[0]
            for role, columns in assignment.items()
            if role not in several and columns
        }
        return replace(cls(**{"source": "", **single}), references=references, systems=systems)  # type: ignore[arg-type]


def list_roles(source_language: str = "", target_language: str = "") -> tuple[Role, ...]:
    """Return what columns can hold; columns named by the languages are source and reference."""
    references = (*find_words("reference"), *find_words("target"))
    return (
        Role(
            "source",
            "Source sentence",
            (*find_words("source"), "example mwe", *find_words("sentence")),
            is_required=True,
            language=source_language,
        ),
        Role(
            "reference",
            "Reference translation",
            references,
            language=target_language,
            help="Required for BLEU, chrF and TER.",
        ),
        Role("references", "Further reference", references, takes_several=True, is_numbered=True),
        Role(
            "label",
            "Label of the expression",
            find_words("label"),
            help="Rows with the same label are the same expression, such as “break the ice”.",
        ),
        Role(
            "expression",
            "Expression in the reference",
            ("mwe ref. trans.", "reference expression", *find_words("expression")),
            help="Translation of the expression. Required for Score_mwe.",
        ),
        Role(
            "reference_spans",
            "Spans in the reference",
            ("reference spans", "ref spans", "target spans"),
            help="Such as [(35, 48)].",
        ),
        Role("spans", "Spans in the source", find_words("span"), help="Such as [(35, 48)]. Required for LitTER."),
        Role(
            "expression_class",
            "Compound class",
            ("expression class", *find_words("class")),
            help="idiomatic, partly or compositional; or NC, PC, C.",
        ),
        Role(
            "segment",
            "Number of the segment",
            (*find_words("segment"), *find_words("identifier")),
            help="Adjacent rows with the same number are one sentence.",
        ),
        Role(
            "document",
            "Document",
            find_words("document"),
            help="Rows with the same name are one document, whose sentences judges see together.",
        ),
        Role("systems", "System output", takes_several=True),
    )


def propose_test_set(
    columns: Sequence[str], sample: Sequence[Row], languages: tuple[str, str] = ("", "")
) -> dict[str, list[str]]:
    """Return the likely columns of a test set: by their names, and by their cells for systems' translations, which
    have names of their own.
    """
    proposed = propose_columns(list_roles(*languages), columns, sample)
    if not proposed.get("reference") and (references := proposed.pop("references", [])):
        proposed |= {"reference": references[:1], "references": references[1:]}
    if not (proposed.get("source") or proposed.get("reference")):
        proposed = complete_pair(proposed, ("source", "reference"), columns, sample)
    cells = {}
    for index, column in enumerate(columns):
        cells[column] = [row.cells[index] for row in sample]
    _settle_label(proposed, cells)
    _settle_expression(proposed, cells)
    classes = proposed.get("expression_class", [])
    if classes and not all(map(_is_class, list_filled(cells[classes[0]]))):
        del proposed["expression_class"]
    if source := proposed.get("source"):
        free = find_unused(proposed, columns)
        systems = [column for column in free if holds_translations(column, cells[column], cells[source[0]])]
        proposed["systems"] = systems[:MOST_SYSTEMS]
    return {role: names for role, names in proposed.items() if names}


def _settle_label(proposed: dict[str, list[str]], cells: dict[str, list[object]]) -> None:
    """Move a column of labels to the reference if it holds translations, as in doccano's exports of these."""
    labels, sources = proposed.get("label"), proposed.get("source")
    if not labels or not sources or proposed.get("reference"):
        return
    written = [write_value(cell) for cell in cells[labels[0]]]
    filled, whole = list_filled(written), cells[sources[0]]
    is_text = sum(map(holds_text, filled)) * 2 > len(filled)
    if is_text and not count_occurring(written, whole) and _are_as_long(filled, list_filled(whole)):
        proposed["reference"] = proposed.pop("label")


def _settle_expression(proposed: dict[str, list[str]], cells: dict[str, list[object]]) -> None:
    """Move a column of expressions that are those of the source to the labels, or leave it out."""
    expressions, sources = proposed.get("expression"), proposed.get("source")
    if not expressions or not sources:
        return
    references = proposed.get("reference")
    in_source = count_occurring(cells[expressions[0]], cells[sources[0]])
    in_reference = count_occurring(cells[expressions[0]], cells[references[0]]) if references else 0
    if in_source > in_reference:
        column = proposed.pop("expression")
        if not proposed.get("label"):
            proposed["label"] = column


def count_occurring(expressions: Sequence[object], sentences: Sequence[object]) -> int:
    """Return in how many rows the expression occurs in the sentence as it is written, case aside."""
    pairs = zip(expressions, sentences, strict=True)
    return sum(occurs(str(expression), str(sentence)) for expression, sentence in pairs)


def occurs(expression: str, sentence: str) -> bool:
    """Return whether the words of an expression occur in a sentence, in their order, case aside."""
    position, folded = 0, sentence.casefold()
    words = [word for word in expression.casefold().split() if word != "…"]
    for word in words:
        position = folded.find(word, position)
        if position < 0:
            return False
        position += len(word)
    return bool(words)


def _is_class(cell: object) -> bool:
    try:
        read_class(str(cell))
    except ValueError:
        return False
    return True


def holds_translations(column: str, cells: Sequence[object], sources: Sequence[object]) -> bool:
    """Return whether most cells are texts as long as sources, and as different."""
    filled, whole = list_filled(cells), list_filled(sources)
    if len(column) > LONGEST_SYSTEM or _NEVER_SYSTEMS.rank(column) is not None or len(filled) * 2 < len(cells):
        return False
    if not filled or not whole or sum(map(holds_text, filled)) * 2 < len(filled):
        return False
    return _are_as_long(filled, whole) and len(set(map(str, filled))) * 2 >= len(set(map(str, whole)))


def _are_as_long(translations: Sequence[object], sources: Sequence[object]) -> bool:
    """Return whether translations are about as long as sources, by the median of each."""
    if not translations or not sources:
        return False
    ratio = _median_length(translations) / _median_length(sources)
    return 1 / _FURTHEST <= ratio <= _FURTHEST


def _median_length(cells: Sequence[object]) -> float:
    return median(len(str(cell)) for cell in cells)


def check_columns(assignment: Assignment, columns: Sequence[str], name: str) -> None:
    """Raise ColumnsError for an assignment from which no test set can be made."""
    check_assignment(list_roles(), assignment, columns, name)
    systems, references = assignment.get("systems", ()), assignment.get("references", ())
    if too_long := [column for column in systems if len(column) > LONGEST_SYSTEM]:
        raise ColumnsError(
            name, None, f"The system's name “{too_long[0][:40]}…” is longer than {LONGEST_SYSTEM} characters."
        )
    if len(systems) > MOST_SYSTEMS:
        raise ColumnsError(name, None, f"Choose at most {MOST_SYSTEMS} columns of systems.")
    if references and not assignment.get("reference"):
        raise ColumnsError(name, None, "Choose the column of the first reference before further ones.")
    if len(references) >= MOST_REFERENCES:
        raise ColumnsError(name, None, f"A test set can have at most {MOST_REFERENCES} references.")
