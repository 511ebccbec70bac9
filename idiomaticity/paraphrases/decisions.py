"""Decisions on paraphrases, kept apart from the annotators' rows: variants merged, junk rejected.

The raw answers never change; code that counts them looks up the decision for each form here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Literal

from idiomaticity.scales.paraphrase_texts import normalise

Action = Literal["merge", "reject", "keep"]
FREQUENT_FROM = 5


@dataclass(frozen=True, slots=True)
class ParaphraseDecision:
    """A decision on a normalised form of one compound, or of every compound if `compound` is None.

    The form counts as `into`, as nothing, or (`keep`) as itself, despite a decision for every compound.
    """

    compound: int | None
    form: str
    action: Action
    into: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A paraphrase as it was given: for which sentence (from 0), by whom; `form` is the text normalised, where that is
    known already."""

    sentence: int
    giver: Hashable
    text: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class CountedForm:
    """A form with the writing that most people used, how many gave it or a variant of it for each sentence, how many
    different people that were, and the variants that were merged into it."""

    form: str
    text: str
    frequencies: tuple[int, ...]
    people: int
    variants: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Return the form's frequency in all sentences together."""
        return sum(self.frequencies)


class Decisions:
    """Decisions of a project; those of a compound go before those of all compounds."""

    def __init__(self, rows: Iterable[ParaphraseDecision] = ()) -> None:
        self.rows = sorted(rows, key=lambda row: (row.compound is None, row.compound or 0, row.form))
        self._found = {(row.compound, row.form): row for row in self.rows}

    def find(self, compound: int, form: str) -> ParaphraseDecision | None:
        """Return the decision in force for a form of this compound: its own, otherwise the one for all compounds."""
        return self._found.get((compound, form)) or self._found.get((None, form))

    def resolve(self, compound: int, form: str) -> str | None:
        """Return the form that this one counts as after all merges, or None if that one is rejected."""
        seen: set[str] = set()
        while form not in seen:
            seen.add(form)
            decision = self.find(compound, form)
            if decision is None or decision.action == "keep":
                return form
            if decision.action == "reject":
                return None
            form = decision.into
        return form


def count_forms(compound: int, answers: Iterable[Answer], sentences: int, decisions: Decisions) -> list[CountedForm]:
    """Return the forms that count, most frequent first; variants by one person for one sentence count once."""
    givers: dict[str, set[tuple[int, Hashable]]] = defaultdict(set)
    writings: dict[str, Counter[str]] = defaultdict(Counter)
    variants: dict[str, set[str]] = defaultdict(set)
    resolved: dict[str, str | None] = {"": None}
    for answer in answers:
        own = answer.form or normalise(answer.text)
        if own not in resolved:
            resolved[own] = decisions.resolve(compound, own)
        form = resolved[own]
        if form is None:
            continue
        givers[form].add((answer.sentence, answer.giver))
        if form == own:
            writings[form][" ".join(answer.text.split())] += 1
        else:
            variants[form].add(own)
    counted = []
    for form, given in givers.items():
        people = {giver for _, giver in given}
        text = _find_most_frequent(writings[form]) if writings[form] else form
        frequencies = _count_places(given, sentences)
        counted.append(CountedForm(form, text, frequencies, len(people), tuple(sorted(variants[form]))))
    return sorted(counted, key=lambda form: (-form.total, form.form))


def count_frequent(forms: Iterable[CountedForm]) -> int:
    """Return the number of forms given by at least five different people, in however many sentences."""
    return sum(form.people >= FREQUENT_FROM for form in forms)


def _find_most_frequent(writings: Counter[str]) -> str:
    """Return the most frequent text, of several the first in the alphabet."""
    return min(writings, key=lambda text: (-writings[text], text))


def _count_places(given: Iterable[tuple[int, Hashable]], sentences: int) -> tuple[int, ...]:
    counts = [0] * sentences
    for sentence, _ in given:
        counts[sentence] += 1
    return tuple(counts)
