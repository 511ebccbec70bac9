"""Pairs that are read again after their disagreements were decided."""

from alignment.agreement.services.changes import note_changes
from alignment.feedback.services import follow_decisions
from alignment.readings.links import disagreements
from alignment.readings.queries.submissions import item_decisions, item_readings
from alignment.readings.services.outdating import outdate_adjudication
from annotation_site.assignments.models import Assignment, Item


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
    item.state = Item.State.ADJUDICATED
    item.save(update_fields=["state"])
    note_changes([item], is_reading=False)
    outdate_adjudication(item)
    follow_decisions(assignment.annotator.user, item, {"decisions": [], "note": ""})
