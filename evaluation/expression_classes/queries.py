"""Expressions of a test set whose class would change, and the statements that change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from django.db.models import F

from evaluation.test_sets.models import Expression, Segment, TestSet

CHUNK = 5_000
# Segment, place in it, label, class before, class after.
Change = tuple[int, int, str, str, str]


class Marked(NamedTuple):
    """An expression as a plain row, since there may be a hundred thousand."""

    key: int
    segment: int
    number: int
    position: int
    label: str
    expression_class: str
    spans: list[list[int]]
    source: str


COLUMNS = ("pk", "segment", "segment__number", "position", "label", "expression_class", "source_spans")
Choose = Callable[[Marked], str]


@dataclass(slots=True)
class ClassChanges:
    """Expressions by their new class, with the keys of their segments."""

    changes: list[Change] = field(default_factory=list)
    by_class: dict[str, list[int]] = field(default_factory=dict)
    segments: list[int] = field(default_factory=list)

    def write(self) -> None:
        """Write the new classes, with one statement for each class and a few thousand expressions."""
        for expression_class, keys in self.by_class.items():
            for part in _in_parts(keys):
                Expression.objects.filter(pk__in=part).update(expression_class=expression_class)
        for part in _in_parts(self.segments):
            # Who has one of them open sees that its expressions are others now.
            Segment.objects.filter(pk__in=part).update(expressions_version=F("expressions_version") + 1)


def find_class_changes(test_set: TestSet, choose: Choose) -> ClassChanges:
    """Return the changes in the order of the text."""
    class_changes = ClassChanges()
    marked = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    rows = map(Marked._make, marked.values_list(*COLUMNS, "segment__source").iterator(chunk_size=CHUNK))
    for segment, expressions in groupby(rows, key=lambda marked_row: marked_row.segment):
        before = len(class_changes.changes)
        for expression in expressions:
            chosen = choose(expression)
            if chosen != expression.expression_class:
                class_changes.changes.append(
                    (expression.number, expression.position, expression.label, expression.expression_class, chosen)
                )
                class_changes.by_class.setdefault(chosen, []).append(expression.key)
        if len(class_changes.changes) > before:
            class_changes.segments.append(segment)
    return class_changes


def _in_parts(keys: Sequence[int]) -> Iterable[Sequence[int]]:
    return (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK))
