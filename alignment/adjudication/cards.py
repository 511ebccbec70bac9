"""Cards for the adjudicator: disputed cells that belong together, every reading of them, and choices with
their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from alignment.adjudication.card_choices import Choice, list_choices, name_outcome
from alignment.adjudication.decisions import write_entries
from alignment.adjudication.disputes import LABEL_NAMES, Dispute, ReadAs, Word, pick_words, read_as
from alignment.readings.links import Cell, Label, link_groups
from annotation_site.languages.marks import gettext_noop

# A larger group of connected cells is cut into one card for each source word, unless one key can decide it whole.
LARGEST_MIXED_CARD = 16
LINKED_BY_ADJUDICATOR = gettext_noop("linked by an adjudicator")


@dataclass(frozen=True, slots=True)
class Made:
    """A decision on a cell, and when it was made."""

    decision: str
    note: str
    decided_at: datetime
    is_own: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One cell of a card that holds several. `standing` is its decision as a button sends it."""

    key: str
    source: Word
    target: Word
    labels: tuple[tuple[str, str], ...]
    choices: tuple[Choice, ...]
    outcome: str
    note: str
    standing: str


@dataclass(frozen=True, slots=True)
class Card:
    """Disputed cells that are judged together. `outcome` is empty until all of them are decided; `shows_rows` is set
    where the words alone do not tell the readings apart, or where one decision rarely fits all cells. `bare` are source
    and target words of a decided card whose last link is refused, so that gold marks them as without counterpart.
    """

    key: str
    cells: tuple[Cell, ...]
    kinds: tuple[str, ...]
    source: tuple[Word, ...]
    target: tuple[Word, ...]
    readings: tuple[ReadAs, ...]
    choices: tuple[Choice, ...]
    rows: tuple[Row, ...]
    shows_rows: bool
    decided_count: int
    outcome: str
    bare: tuple[tuple[Word, ...], tuple[Word, ...]]
    last: Made | None
    note: str
    clear: str
    standing: str
    is_by_hand: bool

    @property
    def is_done(self) -> bool:
        return self.decided_count == len(self.cells)

    @property
    def source_indices(self) -> list[int]:
        return [word.index for word in self.source]

    @property
    def target_indices(self) -> list[int]:
        """The words of the target sentence that the card, or a reading in it, mentions."""
        read = {word.index for reading in self.readings for word in reading.words}
        return sorted(read | {word.index for word in self.target})


def build_cards(dispute: Dispute, decisions: Mapping[Cell, Made]) -> list[Card]:
    """Return cards in the order of the source sentence; every disputed or decided cell is on exactly one of them."""
    groups = _group(dispute)
    by_hand = sorted(decisions.keys() - set(dispute.disputed))
    linked = {cell for reading in dispute.readings.values() for cell in reading.links}
    connected = {cell: number for number, group in enumerate(link_groups(linked | {*by_hand})) for cell in group}
    left = [cell for cell in by_hand if not _join_group(groups, cell, connected)]
    cards = [_build_card(dispute, sorted(cells), decisions) for cells in [*groups, *link_groups(left)]]
    return sorted(cards, key=lambda card: card.cells)


def read_beside(dispute: Dispute, card: Card) -> list[ReadAs]:
    """Return what each of these readings has on the words of a card, which was built without them."""
    sources, targets = {cell[0] for cell in card.cells}, {cell[1] for cell in card.cells}
    return [read_as(dispute, name, sources, targets) for name in dispute.readings]


def _group(dispute: Dispute) -> list[list[Cell]]:
    """Return groups of cells: one card per link group if all its cells are disputed alike, else split at agreed
    links.
    """
    disputed = set(dispute.disputed)
    linked = {cell for reading in dispute.readings.values() for cell in reading.links}
    groups: list[list[Cell]] = []
    for group in link_groups(linked):
        cells = [cell for cell in group if cell in disputed]
        if cells and not _is_mixed(dispute, cells):
            groups.append(cells)
            continue
        for part in link_groups(cells):
            if len(part) > LARGEST_MIXED_CARD and _is_mixed(dispute, part):
                groups.extend(list(row) for _, row in groupby(part, key=lambda cell: cell[0]))
            else:
                groups.append(part)
    return sorted(groups)


def _join_group(groups: list[list[Cell]], cell: Cell, connected: Mapping[Cell, int]) -> bool:
    """Put an adjudicator's link into the group of its source word, else of its target word, else of a word that links
    connect it with.
    """

    ways: list[Callable[[Cell], bool]] = [
        lambda other: other[0] == cell[0],
        lambda other: other[1] == cell[1],
        lambda other: connected[other] == connected[cell],
    ]
    for is_near in ways:
        for group in groups:
            if any(map(is_near, group)):
                group.append(cell)
                return True
    return False


def _is_mixed(dispute: Dispute, cells: Iterable[Cell]) -> bool:
    return len({dispute.labels(cell) for cell in cells}) > 1


def _build_card(dispute: Dispute, cells: list[Cell], decisions: Mapping[Cell, Made]) -> Card:
    made = [decisions[cell] for cell in cells if cell in decisions]
    sources, targets = {cell[0] for cell in cells}, {cell[1] for cell in cells}
    readings = tuple(read_as(dispute, name, sources, targets) for name in dispute.readings)
    looks_alike = len({reading.words for reading in readings}) < len(
        {_labels_of(dispute, each, cells) for each in readings}
    )
    return Card(
        key=_key(cells[0]),
        cells=tuple(cells),
        kinds=_kinds(dispute, cells),
        source=pick_words(dispute.source, sources),
        target=pick_words(dispute.target, targets),
        readings=readings,
        choices=list_choices(dispute, cells),
        rows=tuple(_build_row(dispute, cell, decisions) for cell in cells) if len(cells) > 1 else (),
        shows_rows=len(cells) > 1
        and len(made) < len(cells)
        and (bool(made) or looks_alike or _is_mixed(dispute, cells)),
        decided_count=len(made),
        outcome=name_outcome(dispute, cells, _decided(decisions)),
        bare=_pick_bare(dispute, sources, targets, decisions) if len(made) == len(cells) else ((), ()),
        last=max(made, key=lambda each: each.decided_at, default=None),
        note=_shared_note(made) if len(made) == len(cells) else "",
        clear=write_entries((*cell, None) for cell in cells),
        standing=_write_standing(cells, decisions),
        is_by_hand=not any(dispute.is_disputed(cell) for cell in cells),
    )


def _pick_bare(
    dispute: Dispute, sources: Iterable[int], targets: Iterable[int], decisions: Mapping[Cell, Made]
) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Return the source and target words of which every link is refused: none is agreed, decided for, or open."""
    drawn = {cell for reading in dispute.readings.values() for cell in reading.links}
    refused = {cell for cell, made in decisions.items() if made.decision == "none"}
    kept = (drawn | decisions.keys()) - refused
    linked_sources, linked_targets = {cell[0] for cell in kept}, {cell[1] for cell in kept}
    return (
        pick_words(dispute.source, set(sources) - linked_sources),
        pick_words(dispute.target, set(targets) - linked_targets),
    )


def _shared_note(made: Iterable[Made]) -> str:
    """Return the note of all of these decisions; none if it belongs to some of them only."""
    notes = {each.note for each in made}
    return notes.pop() if len(notes) == 1 else ""


def _labels_of(dispute: Dispute, reading: ReadAs, cells: Iterable[Cell]) -> tuple[Label | None, ...]:
    return tuple(dispute.readings[reading.pseudonym].links.get(cell) for cell in cells)


def _build_row(dispute: Dispute, cell: Cell, decisions: Mapping[Cell, Made]) -> Row:
    return Row(
        key=_key(cell),
        source=pick_words(dispute.source, [cell[0]])[0],
        target=pick_words(dispute.target, [cell[1]])[0],
        labels=tuple(zip(dispute.readings, _name_labels(dispute, cell), strict=True)),
        choices=list_choices(dispute, [cell]),
        outcome=name_outcome(dispute, [cell], _decided(decisions)),
        note=decisions[cell].note if cell in decisions else "",
        standing=_write_standing([cell], decisions),
    )


def _name_labels(dispute: Dispute, cell: Cell) -> list[str]:
    return [dispute.translate(LABEL_NAMES[label]) for label in dispute.labels(cell)]


def _write_standing(cells: Iterable[Cell], decisions: Mapping[Cell, Made]) -> str:
    return write_entries((*cell, decisions[cell].decision) for cell in cells if cell in decisions)


def _key(cell: Cell) -> str:
    return f"{cell[0]}-{cell[1]}"


def _kinds(dispute: Dispute, cells: Iterable[Cell]) -> tuple[str, ...]:
    given = [dispute.labels(cell) for cell in cells if dispute.is_disputed(cell)]
    kinds = []
    if not given:
        kinds.append(LINKED_BY_ADJUDICATOR)
    if any(None in labels for labels in given):
        kinds.append(gettext_noop("link or no link"))
    if any({"S", "P"} <= set(labels) for labels in given):
        kinds.append(gettext_noop("Sure or Possible"))
    return tuple(kinds)


def _decided(decisions: Mapping[Cell, Made]) -> dict[Cell, str]:
    return {cell: made.decision for cell, made in decisions.items()}
