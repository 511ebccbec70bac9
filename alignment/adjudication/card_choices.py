"""The buttons of a card with their keys, and the outcome of pressing them in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.adjudication.decisions import Entry, needed_decision, write_entries
from alignment.adjudication.disputes import LABEL_NAMES, Dispute
from alignment.readings.links import Cell, Reading, gold_links
from annotation_site.languages.marks import gettext_noop

# Letters that mean something else on the page: an annotator of that name is taken with a digit.
TAKEN_KEYS = frozenset("SPNOUZJKWDLM")
DECISION_NAMES = {"S": gettext_noop("Sure"), "P": gettext_noop("Possible"), "none": gettext_noop("No link")}
_COUNTED = {
    "S": gettext_noop("Sure"),
    "P": gettext_noop("Possible"),
    "none": gettext_noop("no link"),
    "open": gettext_noop("left open"),
}
_LABELS = (
    ("S", "S", gettext_noop("Sure"), gettext_noop("Sure")),
    ("P", "P", gettext_noop("Possible"), gettext_noop("Possible")),
    ("N", "none", gettext_noop("None"), gettext_noop("None: no link")),
)


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
    digits, translate = shows_digits(dispute.readings), dispute.translate
    word, text = translate(gettext_noop("{letter}’s")), translate(gettext_noop("{letter}’s reading"))
    choices = []
    for number, (name, reading) in enumerate(dispute.readings.items(), start=1):
        letter = [name] if _is_free_letter(name) else []
        digit = [str(number)] if number <= 9 else []
        keys = tuple(digit + letter if digits else letter + digit)
        value = _write_choice(dispute, _as_read(reading, cells))
        choices.append(Choice(keys, keys[0] if keys else "", word.format(letter=name), text.format(letter=name), value))
    for key, to, word, text in _LABELS:
        value = _write_choice(dispute, _alike(cells, to))
        choices.append(Choice((key,), key, translate(word), translate(text), value))
    merged = merge_readings(dispute, cells)
    if _write_choice(dispute, merged) not in {choice.value for choice in choices}:
        text = translate(gettext_noop("Merge: {links}")).format(links=_count(dispute, merged))
        choices.append(Choice(("M",), "M", translate(gettext_noop("Merge")), text, _write_choice(dispute, merged)))
    if any(dispute.is_disputed(cell) for cell in cells):
        text = translate(gettext_noop("Later: left open, {outcome}")).format(outcome=_what_open_becomes(dispute, cells))
        value = _write_choice(dispute, _alike(cells, "open"))
        choices.append(Choice(("O",), "O", translate(gettext_noop("Later")), text, value))
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
    translate = dispute.translate
    entries: list[Entry] = [(*cell, decisions[cell]) for cell in cells]
    alike = [name for name, reading in dispute.readings.items() if _as_read(reading, cells) == entries]
    if not all(dispute.is_disputed(cell) for cell in cells):
        return translate(gettext_noop("Own links: {links}")).format(links=_count(dispute, entries))
    if len({decision for _, _, decision in entries}) > 1:
        if alike:
            return translate(gettext_noop("As {letters}")).format(letters=_join(dispute, alike))
        if entries == merge_readings(dispute, cells):
            return translate(gettext_noop("Merged: {links}")).format(links=_count(dispute, entries))
        return _count(dispute, entries)
    decision = decisions[cells[0]]
    if decision == "open":
        return translate(gettext_noop("Left open: {outcome}")).format(outcome=_what_open_becomes(dispute, cells))
    name = translate(DECISION_NAMES[decision])
    if not alike:
        return name
    return translate(gettext_noop("{decision}, as {letters}")).format(decision=name, letters=_join(dispute, alike))


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
        label = dispute.translate(LABEL_NAMES[next(iter(labels))])
        return dispute.translate(gettext_noop("becomes {label}")).format(label=label)
    given = [f"{labels[label]} {dispute.translate(name)}" for label, name in LABEL_NAMES.items() if labels[label]]
    return dispute.translate(gettext_noop("become {labels}")).format(labels=", ".join(given))


def _count(dispute: Dispute, entries: Iterable[Entry]) -> str:
    given = Counter(decision for _, _, decision in entries)
    return ", ".join(f"{given[key]} {dispute.translate(name)}" for key, name in _COUNTED.items() if given[key])


def _join(dispute: Dispute, names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return dispute.translate(gettext_noop("{letters} and {letter}")).format(
        letters=", ".join(names[:-1]), letter=names[-1]
    )
