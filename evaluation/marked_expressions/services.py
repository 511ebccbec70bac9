"""Services for marking and correcting expressions in a segment of a test set, and for undoing that."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from evaluation.marked_expressions.models import ExpressionChange
from evaluation.marked_expressions.queries import find_last_change
from evaluation.metrics.spans import check_spans
from evaluation.test_sets.files import LONGEST_CATEGORY, LONGEST_LABEL, text_of
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.test_sets.queries import read_marked_expressions
from expressions.categories.compositionality import read_class

MARK, UNDO_MARK = "mark_expressions", "undo_mark_expressions"
MOST_EXPRESSIONS = 30
LONGEST_TEXT = 2_000
CHANGED_ELSEWHERE = "The marked expressions of this segment have been changed since."


def change_marked_expressions(
    *,
    user: User,
    test_set: TestSet,
    number: int,
    version: int,
    expressions: Sequence[Mapping[str, Any]],
    operation_id: UUID,
) -> Segment:
    """Replace the segment's expressions, in this order; repeating an operation id has no effect.

    An expression has label, source_spans, reference_spans, reference_text, expression_class and category. Existing
    scores stay as they are; the test set has a new hash, under which it is measured again. Raise StaleVersion, with the
    state, if somebody else has changed the segment since.
    """
    with transaction.atomic():
        segment = _lock(user, test_set, number)
        if is_repeat(actor=user, operation_id=operation_id, kind=MARK, about=_name(segment)):
            return segment
        _require_version(segment, version)
        if len(expressions) > MOST_EXPRESSIONS:
            raise DomainError(f"A segment can have at most {MOST_EXPRESSIONS} expressions.")
        after = [_require_expression(segment, submitted) for submitted in expressions]
        if after != read_marked_expressions(segment):
            _store(user, segment, after, MARK, operation_id)
        return segment


def undo_marked_expressions(*, user: User, test_set: TestSet, number: int, version: int, operation_id: UUID) -> Segment:
    """Undo the latest change in force; an undo is a change like any other, with a hash of its own."""
    with transaction.atomic():
        segment = _lock(user, test_set, number)
        if is_repeat(actor=user, operation_id=operation_id, kind=UNDO_MARK, about=_name(segment)):
            return segment
        _require_version(segment, version)
        last = find_last_change(segment)
        if last is None:
            raise NotEditable("There is no change to undo.", state=segment_state(segment))
        _store(
            user,
            segment,
            _with_later_classes(last, read_marked_expressions(segment)),
            UNDO_MARK,
            operation_id,
            undoes=last,
        )
        return segment


def segment_state(segment: Segment) -> dict[str, Any]:
    """Return the stored expressions and their version, as sent to a client whose change was refused."""
    return {"version": segment.expressions_version, "expressions": read_marked_expressions(segment)}


def _with_later_classes(change: ExpressionChange, now: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the marked expressions from before the change, with the classes that were assigned after it.

    Classes are assigned for a whole test set and undone there, so undoing a change of a segment must not revert them.
    """
    then = {_name_place(expression): expression["expression_class"] for expression in change.after}
    later = {
        key: expression["expression_class"]
        for expression in now
        if (key := _name_place(expression)) in then and then[key] != expression["expression_class"]
    }
    return [
        {**expression, "expression_class": later.get(_name_place(expression), expression["expression_class"])}
        for expression in change.before
    ]


def _name_place(expression: Mapping[str, Any]) -> tuple[object, ...]:
    """Return the marked spans or, without any, the label, to identify an expression across changes."""
    spans = tuple((start, end) for start, end in expression["source_spans"])
    return spans or (expression["label"],)


def _lock(user: User, test_set: TestSet, number: int) -> Segment:
    """Lock the test set and return the segment.

    All changes in one test set wait for each other here, so that its hash reflects their order.
    """
    require(can_manage, user, test_set.project)
    locked = TestSet.objects.select_for_update(no_key=True, of=("self",)).select_related(None).get(pk=test_set.pk)
    segment = Segment.objects.filter(test_set=locked, number=number).first()
    if segment is None:
        raise DomainError(f"There is no segment {number:,}.")
    segment.test_set = locked
    return segment


def _name(segment: Segment) -> dict[str, Any]:
    return {"test_set": segment.test_set_id, "segment": segment.number}


def _require_version(segment: Segment, version: int) -> None:
    if segment.expressions_version != version:
        raise StaleVersion(CHANGED_ELSEWHERE, state=segment_state(segment))


def _store(
    user: User,
    segment: Segment,
    after: Sequence[Mapping[str, Any]],
    kind: str,
    operation_id: UUID,
    undoes: ExpressionChange | None = None,
) -> None:
    before, test_set = read_marked_expressions(segment), segment.test_set
    segment.expressions_version += 1
    segment.save(update_fields=["expressions_version"])
    operation = record_operation(
        actor=user,
        kind=kind,
        project=test_set.project,
        payload=_name(segment),
        operation_id=operation_id,
        version=segment.expressions_version,
    )
    ExpressionChange.objects.create(
        segment=segment, operation=operation, undoes=undoes, before=before, after=list(after)
    )
    Expression.objects.filter(segment=segment).delete()
    Expression.objects.bulk_create(
        Expression(segment=segment, position=position, **expression) for position, expression in enumerate(after)
    )
    hashed = json.dumps([test_set.expressions_sha256, segment.number, list(after)], sort_keys=True)
    test_set.expressions_sha256 = hashlib.sha256(hashed.encode()).hexdigest()
    test_set.expression_count += len(after) - len(before)
    test_set.save(update_fields=["expressions_sha256", "expression_count"])


def _require_expression(segment: Segment, given: Mapping[str, Any]) -> dict[str, Any]:
    source_spans = _require_spans(given.get("source_spans") or [], segment.source, "source")
    reference_spans = given.get("reference_spans") or []
    if reference_spans and not segment.references:
        raise DomainError("Spans in the reference need a reference.")
    reference = segment.references[0] if segment.references else ""
    reference_spans = _require_spans(reference_spans, reference, "reference")
    text = " ".join(str(given.get("reference_text") or "").split())
    text = text or text_of(reference, [(start, end) for start, end in reference_spans])
    label = " ".join(str(given.get("label") or "").split())
    label = label or " … ".join(segment.source[start:end] for start, end in source_spans) or text
    category = " ".join(str(given.get("category") or "").split())
    if not label:
        raise DomainError("Select the words of the expression, or enter a label.")
    for what, written, longest in (
        ("label", label, LONGEST_LABEL),
        ("category", category, LONGEST_CATEGORY),
        ("translation", text, LONGEST_TEXT),
    ):
        if len(written) > longest:
            raise DomainError(f"The expression’s {what} is longer than {longest:,} characters.")
        if "\0" in written:
            raise DomainError("A text contains a character that cannot be stored.")
    try:
        expression_class = read_class(str(given.get("expression_class") or ""))
    except ValueError as error:
        raise DomainError(str(error)) from error
    return {
        "label": label,
        "source_spans": source_spans,
        "reference_spans": reference_spans,
        "reference_text": text,
        "expression_class": expression_class,
        "category": category,
    }


def _require_spans(spans: Sequence[Sequence[int]], sentence: str, side: str) -> list[list[int]]:
    try:
        checked = check_spans([(start, end) for start, end in spans], sentence)
    except ValueError as error:
        raise DomainError(f"In the {side}: {error}") from error
    return [list(span) for span in checked]
