"""The gold standard of a passage: what all annotators marked or an adjudicator decided, and corrections of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from expressions.adjudication.cards import compare_readings
from expressions.categories.presets import is_not_an_expression
from expressions.marks.marking import Mark, sort_marks


class Correction(NamedTuple):
    """Words with their category before and after, either empty where there is no expression."""

    words: tuple[int, ...]
    before: str
    after: str

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "words": list(self.words)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(tuple(stored["words"]), stored["before"], stored["after"])


class PassageCorrection(NamedTuple):
    """A correction in the passage with a number."""

    passage: int
    correction: Correction


def find_gold(
    readings: Mapping[str, Sequence[Mark]], decided: Sequence[Mark] | None, corrections: Iterable[Correction] = ()
) -> list[Mark] | None:
    """Return the expressions that were decided, or on which all readings agree, as corrections leave them; None where
    neither is so. What a correction found to be no expression (NotMWE) is among them.
    """
    if decided is not None:
        return correct((mark for mark in decided if not is_not_an_expression(mark.category)), corrections)
    if not readings:
        return None
    comparison = compare_readings(readings)
    return None if comparison.cards else correct(comparison.agreed, corrections)


def list_rejected(readings: Iterable[Sequence[Mark]]) -> frozenset[tuple[int, ...]]:
    """Return the words that somebody found to be no expression."""
    return frozenset(mark.words for marks in readings for mark in marks if is_not_an_expression(mark.category))


def correct(marks: Iterable[Mark], corrections: Iterable[Correction]) -> list[Mark]:
    """Return the marks after corrections in their order. One whose words have another category by now than it
    corrected is left out: the later decision of an adjudicator stands.
    """
    gold = {mark.words: mark for mark in marks}
    for words, before, after in corrections:
        standing = gold.get(words)
        if (standing.category if standing else "") != before:
            continue
        if after:
            gold[words] = standing._replace(category=after) if standing else Mark(words, after)
        else:
            gold.pop(words, None)
    return sort_marks(gold.values())


def list_corrections(
    occurrences: Iterable[tuple[int, tuple[int, ...], str]], category: str, words: tuple[int, ...] = ()
) -> list[PassageCorrection]:
    """Return corrections that give occurrences, each with its passage, words and present category, another one; with
    `words` they get these words, too.
    """
    corrections = []
    for passage, old, before in occurrences:
        if words and words != old:
            if before:
                corrections.append(PassageCorrection(passage, Correction(old, before, "")))
            corrections.append(PassageCorrection(passage, Correction(words, "", category)))
        elif before != category:
            corrections.append(PassageCorrection(passage, Correction(old, before, category)))
    return corrections
