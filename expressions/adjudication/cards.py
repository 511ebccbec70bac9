"""Differences between readings of a passage as cards: expressions that share words, directly or through others, are
decided together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from expressions.categories.presets import is_not_an_expression
from expressions.marks.marking import Mark, sort_marks

Kind = Literal["category", "subset", "overlap", "only"]


@dataclass(frozen=True, slots=True)
class Choice:
    """Marks that some annotators have at the same place; nothing is a choice, too."""

    readers: tuple[str, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A difference: its words, how annotators differ, and what they marked."""

    kind: Kind
    words: tuple[int, ...]
    choices: tuple[Choice, ...]

    def find_choice(self, marks: Iterable[Mark]) -> int | None:
        """Return the place of the choice that the marks of a decision make here, or None for other marks."""
        wanted = [_strip(mark) for mark in marks if set(mark.words) & set(self.words)]
        for index, choice in enumerate(self.choices):
            if sort_marks(wanted) == sort_marks(map(_strip, choice.marks)):
                return index
        return None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Marks that all annotators have, and the cards of everything else, in the order of the text."""

    agreed: tuple[Mark, ...]
    cards: tuple[Card, ...]


def compare_readings(readings: Mapping[str, Sequence[Mark]]) -> Comparison:
    """Return the agreed marks and the cards of a passage, from the marks of each annotator by pseudonym.

    What annotators found to be no expression (NotMWE) is no mark here. Confidence and comments make no difference.
    """
    expressions = {
        reader: [mark for mark in marks if not is_not_an_expression(mark.category)]
        for reader, marks in readings.items()
    }
    agreed: list[Mark] = []
    cards: list[Card] = []
    for words in _group_words(expressions.values()):
        choices = _list_choices(expressions, words)
        if len(choices) == 1:
            agreed += choices[0].marks
        else:
            cards.append(Card(_find_kind(choices), tuple(sorted(words)), choices))
    return Comparison(tuple(sort_marks(agreed)), tuple(cards))


def _group_words(readings: Iterable[Sequence[Mark]]) -> list[set[int]]:
    """Return sets of words such that marks with a common word are in the same set, in the order of the text."""
    groups: list[set[int]] = []
    for marks in readings:
        for mark in marks:
            words = set(mark.words)
            touching = [group for group in groups if group & words]
            groups = [group for group in groups if not group & words]
            groups.append(words.union(*touching))
    return sorted(groups, key=min)


def _list_choices(expressions: Mapping[str, Sequence[Mark]], words: set[int]) -> tuple[Choice, ...]:
    readers: dict[tuple[Mark, ...], list[str]] = {}
    shown: dict[tuple[Mark, ...], tuple[Mark, ...]] = {}
    for reader, marks in expressions.items():
        here = sort_marks(mark for mark in marks if words & set(mark.words))
        key = tuple(map(_strip, here))
        readers.setdefault(key, []).append(reader)
        shown.setdefault(key, tuple(here))
    # Those who marked something come before those who marked nothing.
    ordered = sorted(readers, key=lambda key: not key)
    return tuple(Choice(tuple(readers[key]), shown[key]) for key in ordered)


def _find_kind(choices: Sequence[Choice]) -> Kind:
    marked = [{mark.words for mark in choice.marks} for choice in choices]
    if not all(marked):
        return "only"
    if all(words == marked[0] for words in marked):
        return "category"
    wholes = [set().union(*words) for words in marked]
    first, *others = sorted(wholes, key=len)
    return "subset" if all(first <= other for other in others) else "overlap"


def _strip(mark: Mark) -> Mark:
    """Return the mark without what makes no difference."""
    return Mark(mark.words, mark.category)
