"""Settling pairs: by a decision, by a correction, or by reading again after the disagreements were decided."""

from alignment.adjudication.models import Adjudication
from alignment.agreement.services.changes import note_changes
from alignment.feedback.services import follow_decisions
from alignment.readings.links import disagreements
from alignment.readings.queries.submissions import item_decisions, item_readings
from alignment.readings.services.outdating import outdate_adjudication
from annotation_site.adjudication.services import settle_item
from annotation_site.assignments.models import Assignment, Item


def settle_pair(item: Item, *, is_done: bool, waiting: Item.State = Item.State.ANNOTATED) -> None:
    """Adjudicate a locked pair on which nothing is left to decide; let it wait in this state otherwise."""
    version = Adjudication.objects.filter(item=item).values_list("version", flat=True).first() or 0
    settle_item(item, is_done=is_done, version=version, api="api:adjudication-detail", waiting=waiting)


def settle_decided(assignment: Assignment) -> None:
    """Adjudicate the pair whose last reading was just submitted, if each disagreement that is left was decided before:
    no list of the adjudicator would offer a step on it, and nobody would get feedback.

    Decisions outlive readings where a correction reopened some of them.
    """
    item = assignment.item
    if assignment.purpose != Assignment.Purpose.WORK or item.state != Item.State.ANNOTATED:
        return
    decided = item_decisions(item)
    if not decided or set(disagreements([reading for _, reading in item_readings(item)])) - decided.keys():
        return
    outdate_adjudication(item)
    settle_pair(item, is_done=True)
    note_changes([item], is_reading=False)
    follow_decisions(assignment.annotator.user, item, {"decisions": [], "note": ""})
