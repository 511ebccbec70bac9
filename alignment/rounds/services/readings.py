"""A reading in a reconciliation round: its changes, and the state of its annotator."""

from datetime import datetime

from django.db.models import F
from django.utils import timezone

from alignment.readings.links import Reading
from alignment.readings.services.outdating import outdate_adjudication
from alignment.rounds.models import RoundItem, RoundReading
from annotation_site.assignments.history import Change
from annotation_site.assignments.models import Submission


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
