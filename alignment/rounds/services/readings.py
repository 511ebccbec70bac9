"""A reading in a reconciliation round: its changes, and the state of its annotator."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from alignment.readings.links import Reading
from alignment.readings.queries import read_links, untouched_tokens
from alignment.readings.services.changes import apply_change, describe_change, entries_between
from alignment.readings.services.outdating import outdate_adjudication
from alignment.rounds.models import RoundItem, RoundReading
from annotation_site.accounts.models import User
from annotation_site.assignments.history import SET, Change
from annotation_site.assignments.models import Submission
from annotation_site.assignments.services.submissions import SUBMIT, keep_submission
from annotation_site.operations.services import record_operation


@transaction.atomic
def close_reading(*, user: User, in_round: RoundReading, at: datetime) -> bool:
    """Settle changes that were not submitted when a round is closed: a complete reading is submitted as it is, one with
    untouched words is restored to the last submission. The caller holds the locks, and recounts the pair if this
    returns that a reading was submitted. `at` tells afterwards what was settled so.
    """
    assignment = in_round.assignment
    handed_in = in_round.after or in_round.before
    reading = read_links(assignment)
    before = Reading.from_json(handed_in.reading)
    if reading == before:
        settle_in_round(in_round, handed_in, at)
        return False
    untouched = untouched_tokens(assignment)
    project = assignment.item.project
    number = in_round.round_item.round.number
    is_whole = not (untouched["source"] or untouched["target"])
    if not is_whole:
        change = describe_change(assignment, *entries_between(reading, before))
        apply_change(assignment, change)
        kind, payload = SET, change
        settle_in_round(in_round, handed_in, at)
    else:
        submission = keep_submission(assignment, reading.to_json())
        settle_in_round(in_round, submission, at)
        kind, payload = SUBMIT, {"submission": submission.number, "round": number}
    assignment.version += 1
    assignment.save(update_fields=["version"])
    record_operation(
        actor=user,
        project=project,
        assignment=assignment,
        kind=kind,
        payload=payload,
        version=assignment.version,
        at=at,
    )
    return is_whole


def settle_in_round(in_round: RoundReading, submission: Submission, at: datetime | None = None) -> None:
    """Record that the annotator is done with the pair, and whether this changed their reading."""
    is_same = Reading.from_json(submission.reading) == Reading.from_json(in_round.before.reading)
    in_round.state = RoundReading.State.KEPT if is_same else RoundReading.State.CHANGED
    in_round.after = None if submission.pk == in_round.before_id else submission
    in_round.settled_at = at or timezone.now()
    in_round.save(update_fields=["state", "after", "settled_at"])
    raise_version(in_round)
    outdate_adjudication(in_round.assignment.item)


def raise_version(in_round: RoundReading) -> None:
    """Let the pages that show this pair notice a change."""
    RoundItem.objects.filter(pk=in_round.round_item_id).update(version=F("version") + 1)


def note_change(in_round: RoundReading, change: Change) -> None:
    touched = [[source, target] for source, target, *_ in change["links"]]
    in_round.kept_cells = [cell for cell in in_round.kept_cells if cell not in touched]
    in_round.state = RoundReading.State.CHANGING
    in_round.settled_at = None
    in_round.save(update_fields=["kept_cells", "state", "settled_at"])
    raise_version(in_round)
