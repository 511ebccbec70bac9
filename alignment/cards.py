"""What an adjudicator decides, as cards: disputed cells that belong together, every annotator's reading of them, and
the choices with their keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from alignment.decisions import Entry, write_entries
from alignment.disputes import LABEL_NAMES, Dispute, ReadAs, Word, pick_words, read_as
from alignment.links import Cell, Label, Reading, gold_links, units

# A larger group of connected cells is cut into one card for each source word, unless one key can decide it whole.
LARGEST_MIXED_CARD = 16
# Letters that mean something else on the page: an annotator of that name is taken with a digit.
TAKEN_KEYS = frozenset("SPNOUZJKW")
DECISION_NAMES = {"S": "Sure", "P": "Possible", "none": "No link"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: every key that presses it, the one that is shown, and the decisions it sends."""

    keys: tuple[str, ...]
    shown_key: str
    text: str
    value: str


@dataclass(frozen=True, slots=True)
class Made:
    """A decision on a cell, and when it was made."""

    decision: str
    note: str
    decided_at: datetime
    is_own: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One cell of a card that holds several."""

    key: str
    source: Word
    target: Word
    labels: tuple[tuple[str, str], ...]
    choices: tuple[Choice, ...]
    outcome: str
    note: str


@dataclass(frozen=True, slots=True)
class Card:
    """Disputed cells that are judged together; `outcome` is empty until all of them are decided. It `shows_rows` where
    its words alone do not tell the readings apart, or one decision hardly fits all its cells."""

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
    last: Made | None
    clear: str

    @property
    def is_done(self) -> bool:
        return self.decided_count == len(self.cells)

    @property
    def source_indices(self) -> list[int]:
        return [word.index for word in self.source]

    @property
    def target_indices(self) -> list[int]:
        """Words of the target sentence that the card or a reading in it speaks of."""
        read = {word.index for reading in self.readings for word in reading.words}
        return sorted(read | {word.index for word in self.target})


def build_cards(dispute: Dispute, decisions: Mapping[Cell, Made]) -> list[Card]:
    """Cards in the order of the source sentence; together they hold every disputed cell once."""
    return [_build_card(dispute, cells, decisions) for cells in _group(dispute)]


def shows_digits(pseudonyms: Iterable[str]) -> bool:
    """Whether readings are taken with 1, 2, 3 …: there are more than two, or a pseudonym is no free letter."""
    names = list(pseudonyms)
    return len(names) > 2 or any(not _is_free_letter(name) for name in names)


def _group(dispute: Dispute) -> list[list[Cell]]:
    """Cells of one unit of words are one card where all are disputed alike; else agreed links do not hold them."""
    disputed = set(dispute.disputed)
    drawn = {cell for reading in dispute.readings.values() for cell in reading.links}
    groups: list[list[Cell]] = []
    for unit in units(drawn):
        cells = [cell for cell in unit if cell in disputed]
        if cells and not _is_mixed(dispute, cells):
            groups.append(cells)
            continue
        for part in units(cells):
            if len(part) > LARGEST_MIXED_CARD and _is_mixed(dispute, part):
                groups.extend(list(row) for _, row in groupby(part, key=lambda cell: cell[0]))
            else:
                groups.append(part)
    return sorted(groups)


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
        choices=_choices(dispute, cells),
        rows=tuple(_build_row(dispute, cell, decisions) for cell in cells) if len(cells) > 1 else (),
        shows_rows=len(cells) > 1
        and len(made) < len(cells)
        and (bool(made) or looks_alike or _is_mixed(dispute, cells)),
        decided_count=len(made),
        outcome=_outcome(dispute, cells, decisions),
        last=max(made, key=lambda each: each.decided_at, default=None),
        clear=write_entries((*cell, None) for cell in cells),
    )


def _labels_of(dispute: Dispute, reading: ReadAs, cells: Iterable[Cell]) -> tuple[Label | None, ...]:
    return tuple(dispute.readings[reading.pseudonym].links.get(cell) for cell in cells)


def _build_row(dispute: Dispute, cell: Cell, decisions: Mapping[Cell, Made]) -> Row:
    return Row(
        key=_key(cell),
        source=pick_words(dispute.source, [cell[0]])[0],
        target=pick_words(dispute.target, [cell[1]])[0],
        labels=tuple(zip(dispute.readings, (LABEL_NAMES[label] for label in dispute.labels(cell)), strict=True)),
        choices=_choices(dispute, [cell]),
        outcome=_outcome(dispute, [cell], decisions),
        note=decisions[cell].note if cell in decisions else "",
    )


def _key(cell: Cell) -> str:
    return f"{cell[0]}-{cell[1]}"


def _kinds(dispute: Dispute, cells: Iterable[Cell]) -> tuple[str, ...]:
    given = [dispute.labels(cell) for cell in cells]
    kinds = []
    if any(None in labels for labels in given):
        kinds.append("link or no link")
    if any({"S", "P"} <= set(labels) for labels in given):
        kinds.append("Sure or Possible")
    return tuple(kinds)


def _is_free_letter(pseudonym: str) -> bool:
    return len(pseudonym) == 1 and pseudonym not in TAKEN_KEYS


def _as_read(reading: Reading, cells: Iterable[Cell]) -> list[Entry]:
    return [(*cell, reading.links.get(cell, "none")) for cell in cells]


def _choices(dispute: Dispute, cells: Sequence[Cell]) -> tuple[Choice, ...]:
    digits = shows_digits(dispute.readings)
    choices = []
    for number, (name, reading) in enumerate(dispute.readings.items(), start=1):
        letter = [name] if _is_free_letter(name) else []
        digit = [str(number)] if number <= 9 else []
        keys = tuple(digit + letter if digits else letter + digit)
        value = write_entries(_as_read(reading, cells))
        choices.append(Choice(keys, keys[0] if keys else "", f"take {name}", value))
    for key, decision, text in [
        ("S", "S", "Sure"),
        ("P", "P", "Possible"),
        ("N", "none", "no link"),
        ("O", "open", f"leave open: {_what_open_becomes(dispute, cells)}"),
    ]:
        choices.append(Choice((key,), key, text, write_entries((*cell, decision) for cell in cells)))
    return tuple(choices)


def _what_open_becomes(dispute: Dispute, cells: Sequence[Cell]) -> str:
    gold = gold_links(list(dispute.readings.values()), {}, dispute.policy)
    labels = Counter(gold.get(cell) for cell in cells)
    if len(labels) == 1:
        return f"becomes {LABEL_NAMES[gold.get(cells[0])]}"
    given = [f"{labels[label]} {name}" for label, name in LABEL_NAMES.items() if labels[label]]
    return f"become {', '.join(given)}"


def _outcome(dispute: Dispute, cells: Sequence[Cell], decisions: Mapping[Cell, Made]) -> str:
    if not all(cell in decisions for cell in cells):
        return ""
    entries: list[Entry] = [(*cell, decisions[cell].decision) for cell in cells]
    alike = [name for name, reading in dispute.readings.items() if _as_read(reading, cells) == entries]
    given = Counter(decision for _, _, decision in entries)
    if len(given) > 1:
        if alike:
            return f"As {_join(alike)}"
        return ", ".join(f"{given[key]} {name}" for key, name in _COUNTED.items() if given[key])
    decision = decisions[cells[0]].decision
    if decision == "open":
        return f"Left open: {_what_open_becomes(dispute, cells)}"
    return f"{DECISION_NAMES[decision]}, as {_join(alike)}" if alike else DECISION_NAMES[decision]


_COUNTED = {"S": "Sure", "P": "Possible", "none": "no link", "open": "left open"}


def _join(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
