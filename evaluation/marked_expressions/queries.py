"""Changes of marked expressions and of their classes."""

from __future__ import annotations

from django.db.models import F, Func, IntegerField, QuerySet

from evaluation.marked_expressions.models import ExpressionChange, ExpressionClassChange
from evaluation.test_sets.models import Segment, TestSet


def read_expression_changes(segment: Segment) -> QuerySet[ExpressionChange]:
    """Return changes of the segment's expressions, newest first."""
    changes = ExpressionChange.objects.filter(segment=segment).select_related("operation__actor", "undone_by")
    return changes.order_by("-pk")


def find_last_change(segment: Segment) -> ExpressionChange | None:
    """Return the latest change in force, which is neither an undo nor undone, or None."""
    standing = ExpressionChange.objects.filter(segment=segment, undoes__isnull=True, undone_by__isnull=True)
    return standing.order_by("-pk").first()


def count_class_changes(test_set: TestSet) -> int:
    """Return the number of times that classes were changed for all expressions at once."""
    return ExpressionClassChange.objects.filter(test_set=test_set).count()


def read_class_changes(test_set: TestSet) -> QuerySet[ExpressionClassChange]:
    """Return changes of classes, newest first, with the number of expressions but without the single changes."""
    changes = ExpressionClassChange.objects.filter(test_set=test_set).select_related("operation__actor", "undone_by")
    length = Func(F("changes"), function="jsonb_array_length", output_field=IntegerField())
    return changes.annotate(expression_count=length).defer("changes", "undone_by__changes").order_by("-pk")


def find_last_class_change(test_set: TestSet) -> ExpressionClassChange | None:
    """Return the latest change in force, which is neither an undo nor undone, or None."""
    standing = ExpressionClassChange.objects.filter(test_set=test_set, undoes__isnull=True, undone_by__isnull=True)
    return standing.order_by("-pk").first()
