"""Carrying people's work on a pair over to its corrected version."""

from dataclasses import dataclass

from django.db.models import F

from alignment.adjudication.models import Adjudication, LinkDecision
from alignment.corrections.matching import Correction
from alignment.readings.links import Reading, disagreements
from alignment.readings.models import AlignmentLink, UnalignedToken
from alignment.readings.queries.drawn import read_drawn
from alignment.readings.queries.submissions import item_decisions, item_readings
from alignment.suggestions.models import DismissedSuggestion, Suggestion
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.assignments.services.leases import lease_end
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Membership

CARRY_OVER = "carry_over"
State = Assignment.State


@dataclass(frozen=True, slots=True)
class CarriedReading:
    """One annotator's reading before and after; `is_reopened` if words of the new version would be untouched."""

    assignment: Assignment
    before: Reading
    after: Reading
    is_reopened: bool

    @property
    def kept(self) -> int:
        """The number of links and marks that are carried over."""
        return _size(self.after)

    @property
    def lost(self) -> int:
        """The number of links and marks that are dropped."""
        return _size(self.before) - _size(self.after)


def go_on(user: User, new: Item, carried: CarriedReading, correction: Correction) -> None:
    """Give the annotator an assignment of the new version with the links that are kept; the old one is closed
    unchanged.
    """
    old = carried.assignment
    state = State.IN_PROGRESS if carried.is_reopened else old.state
    # The time that was spent stays with the reading; a reopened one begins anew, as when its annotator reopens it.
    times = {} if carried.is_reopened else {"begun_at": old.begun_at, "active_at": old.active_at}
    assignment = Assignment.objects.create(
        item=new,
        annotator=old.annotator,
        state=state,
        version=1,
        lease_expires_at=lease_end() if state == State.IN_PROGRESS else old.lease_expires_at,
        skip_reason=old.skip_reason,
        submitted_at=old.submitted_at if state == State.SUBMITTED else None,
        active_seconds=old.active_seconds,
        **times,
    )
    _store_reading(assignment, carried, correction)
    if state == State.SUBMITTED:
        last = old.submissions.latest("number")
        Submission.objects.create(
            assignment=assignment, number=1, reading=carried.after.to_json(), guideline=last.guideline
        )
    elif old.state == State.SUBMITTED:
        Membership.objects.filter(pk=old.annotator_id).update(submitted_count=F("submitted_count") - 1)
    Assignment.objects.filter(pk=old.pk).update(state=State.REPLACED, version=F("version") + 1)
    payload = {"from": old.pk, **carried.after.to_json(), "kept": carried.kept, "lost": carried.lost}
    record_operation(actor=user, assignment=assignment, kind=CARRY_OVER, payload=payload, version=1)


def copy_cells(item: Item, new: Item, correction: Correction) -> None:
    """Copy suggestions and decisions between unchanged words."""
    source, target = correction.source, correction.target
    for row in Suggestion.objects.filter(item=item):
        if row.source_index in source and row.target_index in target:
            cell = {"source_index": source[row.source_index], "target_index": target[row.target_index]}
            Suggestion.objects.create(item=new, label=row.label, confidence=row.confidence, **cell)
    for decision in LinkDecision.objects.filter(item=item):
        if decision.source_index in source and decision.target_index in target:
            LinkDecision.objects.create(
                item=new,
                source_index=source[decision.source_index],
                target_index=target[decision.target_index],
                decision=decision.decision,
                note=decision.note,
                decided_by_id=decision.decided_by_id,
            )


def carry_acceptance(item: Item, new: Item) -> None:
    """Keep a pair that is still adjudicated in the acceptance it belonged to, so that this can be undone."""
    before = Adjudication.objects.filter(item=item, accepted_in__isnull=False).first()
    if before is not None and new.state == Item.State.ADJUDICATED:
        Adjudication.objects.update_or_create(item=new, defaults={"accepted_in": before.accepted_in})


def state_after(item: Item, new: Item) -> Item.State:
    """Return open if a reading was reopened; adjudicated if nothing is left to decide and the pair was adjudicated, or
    what remains was decided: no list of the adjudicator would offer a step on it.
    """
    if new.submitted_count < new.required_count:
        return Item.State.OPEN
    disputed = disagreements([reading for _, reading in item_readings(new)])
    decided = item_decisions(new)
    is_begun = item.state == Item.State.ADJUDICATED or bool(decided)
    is_decided = is_begun and all(cell in decided for cell in disputed)
    return Item.State.ADJUDICATED if is_decided else Item.State.ANNOTATED


def _store_reading(assignment: Assignment, carried: CarriedReading, correction: Correction) -> None:
    source, target = correction.source, correction.target
    accepted = read_drawn(carried.assignment).accepted
    suggested = {(source[i], target[j]) for i, j in accepted if i in source and j in target}
    origins = AlignmentLink.Origin
    AlignmentLink.objects.bulk_create(
        AlignmentLink(
            assignment=assignment,
            source_index=cell[0],
            target_index=cell[1],
            label=label,
            origin=origins.SUGGESTION if cell in suggested else origins.MANUAL,
        )
        for cell, label in carried.after.links.items()
    )
    marks = (("source", carried.after.unaligned_source), ("target", carried.after.unaligned_target))
    UnalignedToken.objects.bulk_create(
        UnalignedToken(assignment=assignment, side=side, token_index=index)
        for side, indices in marks
        for index in indices
    )
    dismissed = carried.assignment.dismissed_suggestions.values_list("source_index", "target_index")
    DismissedSuggestion.objects.bulk_create(
        DismissedSuggestion(assignment=assignment, source_index=source[i], target_index=target[j])
        for i, j in dismissed
        if i in source and j in target
    )


def _size(reading: Reading) -> int:
    return len(reading.links) + len(reading.unaligned_source) + len(reading.unaligned_target)
