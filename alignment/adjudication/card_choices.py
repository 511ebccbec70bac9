"""The buttons of a card with their keys, and the outcome of pressing them in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.adjudication.decisions import Entry, needed_decision, write_entries
from alignment.adjudication.disputes import LABEL_NAMES, Dispute
from alignment.readings.links import Cell, Reading, gold_links

# Letters that mean something else on the page: an annotator of that name is taken with a digit.
TAKEN_KEYS = frozenset("SPNOUZJKWDLM")
DECISION_NAMES = {"S": "Sure", "P": "Possible", "none": "No link"}
_COUNTED = {"S": "Sure", "P": "Possible", "none": "no link", "open": "left open"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: every key that presses it, the one shown, the word on it, what it does, and the decisions it sends."""

    keys: tuple[str, ...]
    shown_key: str
    word: str
    text: str
    value: str


def shows_digits(pseudonyms: Iterable[str]) -> bool:
    """Return whether readings are chosen by 1, 2, 3 …: there are more than two, or a pseudonym is a letter already in
    use.
    """
    names = list(pseudonyms)
    return len(names) > 2 or any(not _is_free_letter(name) for name in names)


def list_choices(dispute: Dispute, cells: Sequence[Cell]) -> tuple[Choice, ...]:
    """Return a choice for every reading, one for the links that all of them share if it differs, and one per label."""
    digits = shows_digits(dispute.readings)
    choices = []
    for number, (name, reading) in enumerate(dispute.readings.items(), start=1):
        letter = [name] if _is_free_letter(name) else []
        digit = [str(number)] if number <= 9 else []
        keys = tuple(digit + letter if digits else letter + digit)
        value = _write_choice(dispute, _as_read(reading, cells))
        choices.append(Choice(keys, keys[0] if keys else "", f"{name}’s", f"{name}’s reading", value))
    labels = [("S", "S", "Sure", "Sure"), ("P", "P", "Possible", "Possible"), ("N", "none", "None", "None: no link")]
    choices += [
        Choice((key,), key, word, text, _write_choice(dispute, _alike(cells, to))) for key, to, word, text in labels
    ]
    merged = merge_readings(dispute, cells)
    if _write_choice(dispute, merged) not in {choice.value for choice in choices}:
        choices.append(Choice(("M",), "M", "Merge", f"Merge: {_count(merged)}", _write_choice(dispute, merged)))
    if any(dispute.is_disputed(cell) for cell in cells):
        text = f"Later: left open, {_what_open_becomes(dispute, cells)}"
        choices.append(Choice(("O",), "O", "Later", text, _write_choice(dispute, _alike(cells, "open"))))
    return tuple(choices)


def merge_readings(dispute: Dispute, cells: Iterable[Cell]) -> list[Entry]:
    """Return every link that anyone drew: with its label if those who drew it agree, else Possible."""
    merged: list[Entry] = []
    for cell in cells:
        given = {label for label in dispute.labels(cell) if label is not None}
        merged.append((*cell, "none" if not given else given.pop() if len(given) == 1 else "P"))
    return merged


def name_outcome(dispute: Dispute, cells: Sequence[Cell], decisions: Mapping[Cell, str]) -> str:
    """Return the decisions on these cells in words; empty until all of them are decided."""
    if not all(cell in decisions for cell in cells):
        return ""
    entries: list[Entry] = [(*cell, decisions[cell]) for cell in cells]
    alike = [name for name, reading in dispute.readings.items() if _as_read(reading, cells) == entries]
    if not all(dispute.is_disputed(cell) for cell in cells):
        return f"Own links: {_count(entries)}"
    if len({decision for _, _, decision in entries}) > 1:
        if alike:
            return f"As {_join(alike)}"
        return f"Merged: {_count(entries)}" if entries == merge_readings(dispute, cells) else _count(entries)
    decision = decisions[cells[0]]
    if decision == "open":
        return f"Left open: {_what_open_becomes(dispute, cells)}"
    return f"{DECISION_NAMES[decision]}, as {_join(alike)}" if alike else DECISION_NAMES[decision]


def _is_free_letter(pseudonym: str) -> bool:
    return len(pseudonym) == 1 and pseudonym not in TAKEN_KEYS


def _as_read(reading: Reading, cells: Iterable[Cell]) -> list[Entry]:
    return [(*cell, reading.links.get(cell, "none")) for cell in cells]


def _alike(cells: Iterable[Cell], decision: str) -> list[Entry]:
    return [(*cell, decision) for cell in cells]


def _write_choice(dispute: Dispute, entries: Iterable[Entry]) -> str:
    """Return decisions as a button sends them; undisputed cells only where the decision differs from the readings."""
    return write_entries(
        (source, target, needed_decision(dispute.labels((source, target)), decision))
        for source, target, decision in entries
    )


def _what_open_becomes(dispute: Dispute, cells: Sequence[Cell]) -> str:
    gold = gold_links(list(dispute.readings.values()), {}, dispute.policy)
    labels = Counter(gold.get(cell) for cell in cells if dispute.is_disputed(cell))
    if len(labels) == 1:
        return f"becomes {LABEL_NAMES[next(iter(labels))]}"
    given = [f"{labels[label]} {name}" for label, name in LABEL_NAMES.items() if labels[label]]
    return f"become {', '.join(given)}"


def _count(entries: Iterable[Entry]) -> str:
    given = Counter(decision for _, _, decision in entries)
    return ", ".join(f"{given[key]} {name}" for key, name in _COUNTED.items() if given[key])


def _join(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
