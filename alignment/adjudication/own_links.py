"""The adjudicator's own links, set in a small matrix of words against words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from alignment.adjudication.disputes import LABEL_NAMES, Dispute, Word, pick_words
from alignment.readings.links import Cell, Label
from annotation_site.languages.marks import gettext_noop

# A form of Django takes 1,000 fields; a group of 30 words each side is no group any more.
MOST_CELLS = 900
FIELD = "cell:"
NEW = "new"
LABELS: dict[str, Label | None] = {"S": "S", "P": "P", "": None}


@dataclass(frozen=True, slots=True)
class OwnLinks:
    """An open matrix: its card, the links set so far, and the words to add."""

    key: str
    cells: Mapping[Cell, Label | None] = field(default_factory=dict)
    added: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """One cell: the form field, its value, and who linked it how."""

    name: str
    value: str
    linked_by: tuple[tuple[str, Label], ...]
    says: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """The matrix of one card, or of words chosen for it; the words outside it can be added."""

    key: str
    columns: tuple[Word, ...]
    rows: tuple[tuple[Word, tuple[MatrixCell, ...]], ...]
    other_sources: tuple[Word, ...]
    other_targets: tuple[Word, ...]


def make_matrix(
    dispute: Dispute,
    key: str,
    words: tuple[Iterable[int], Iterable[int]],
    decisions: Mapping[Cell, str],
    own: Mapping[Cell, Label | None],
) -> Matrix:
    """Return source words against target words. A cell holds the link set just now, else the decision, else the label
    on which all readings agree; a disputed cell without a decision is empty.
    """
    sources, targets = map(set, words)
    columns = pick_words(dispute.target, targets)
    rows = tuple(
        (source, tuple(_cell(dispute, source, target, decisions, own) for target in columns))
        for source in pick_words(dispute.source, sources)
    )
    other_sources = pick_words(dispute.source, set(range(len(dispute.source))) - sources)
    other_targets = pick_words(dispute.target, set(range(len(dispute.target))) - targets)
    return Matrix(key, columns, rows, other_sources, other_targets)


def read_own_cells(fields: Mapping[str, str]) -> dict[Cell, Label | None]:
    """Return cells and labels from the fields of the form. Raise ValueError with a message for the user."""
    cells: dict[Cell, Label | None] = {}
    for name, value in fields.items():
        if name.startswith(FIELD):
            source, _, target = name.removeprefix(FIELD).partition("-")
            if not (_is_index(source) and _is_index(target) and value in LABELS):
                raise ValueError(gettext_noop("The links are not valid. Reload the page and try again."))
            cells[int(source), int(target)] = LABELS[value]
    return cells


def is_too_large(sources: int, targets: int) -> bool:
    """Return whether a matrix of so many words is too large to be shown at once."""
    return sources * targets > MOST_CELLS


def _is_index(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6


def _cell(
    dispute: Dispute, source: Word, target: Word, decisions: Mapping[Cell, str], own: Mapping[Cell, Label | None]
) -> MatrixCell:
    cell = (source.index, target.index)
    labels = dict(zip(dispute.readings, dispute.labels(cell), strict=True))
    by = tuple((name, label) for name, label in labels.items() if label is not None)
    value: str | None
    if cell in own:
        value = own[cell]
    elif cell in decisions:
        value = decisions[cell] if decisions[cell] in LABELS else None
    else:
        value = None if dispute.is_disputed(cell) else next(iter(labels.values()), None)
    said = ", ".join(f"{name} {dispute.translate(LABEL_NAMES[label])}" for name, label in by)
    said = said or dispute.translate(gettext_noop("not linked"))
    return MatrixCell(f"{FIELD}{cell[0]}-{cell[1]}", value or "", by, f"{_name(source)} – {_name(target)}: {said}")


def _name(word: Word) -> str:
    return f"{word.text} {word.ordinal}" if word.ordinal else word.text
