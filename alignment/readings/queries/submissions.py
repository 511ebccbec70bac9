"""Reads of what was submitted and decided on items."""

from collections.abc import Iterable
from typing import cast

from django.db.models import OuterRef, Q, QuerySet

from alignment.adjudication.models import LinkDecision
from alignment.readings.links import Cell, Decision, Reading
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.prepared import Keys
from annotation_site.projects.models import Membership

# Items, or the item of a query around this one.
Items = Iterable[Item] | QuerySet[Item] | OuterRef | Keys


def latest_submissions(items: Items) -> QuerySet[Submission]:
    """Return the valid readings of these items: the last submission of every submitted assignment, with assignment and
    annotator. Training and silent checks are excluded from agreement, gold and releases.
    """
    return _latest(items, Q(assignment__state=Assignment.State.SUBMITTED))


def compared_submissions(items: Items) -> QuerySet[Submission]:
    """Return the submissions that agreement compares: each annotator's last one. While a pair lacks readings, one that
    was reopened or skipped counts as submitted; once all readings are in, only the valid ones count. Those of withdrawn
    pairs do not count.
    """
    is_submitted = Q(assignment__state=Assignment.State.SUBMITTED)
    latest = _latest(items, is_submitted | Q(assignment__item__state=Item.State.OPEN))
    return latest.filter(assignment__item__withdrawn_from="")


def _latest(items: Items, which: Q) -> QuerySet[Submission]:
    of_items = Q(assignment__item=items) if isinstance(items, OuterRef) else Q(assignment__item__in=items)
    return (
        Submission.objects.filter(which, of_items, assignment__purpose=Assignment.Purpose.WORK)
        .order_by("assignment__item_id", "assignment__annotator_id", "-number")
        .distinct("assignment__item_id", "assignment__annotator_id")
        .select_related("assignment__annotator")
    )


def item_readings(item: Item) -> list[tuple[Membership, Reading]]:
    """Return annotators and their submitted readings of one item, in order of membership."""
    return [
        (submission.assignment.annotator, Reading.from_json(submission.reading))
        for submission in latest_submissions([item])
    ]


def item_decisions(item: Item) -> dict[Cell, Decision]:
    """Return the adjudicator's decisions on one item."""
    rows = LinkDecision.objects.filter(item=item).values_list("source_index", "target_index", "decision")
    return {(source, target): cast(Decision, decision) for source, target, decision in rows}
