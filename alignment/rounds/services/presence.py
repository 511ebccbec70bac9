"""Keeping the pair of a round that is on an annotator's screen."""

from django.utils import timezone

from alignment.rounds.models import Presence
from alignment.rounds.queries.presence import Together


def renew_presence(together: Together) -> None:
    """Store that the annotator's page of the pair is open now, in place of what was stored of them before."""
    own = Presence(
        round_id=together.round_id,
        annotator_id=together.annotator,
        round_item_id=together.round_item,
        seen_at=timezone.now(),
    )
    Presence.objects.bulk_create(
        [own],
        update_conflicts=True,
        unique_fields=["round", "annotator"],
        update_fields=["round_item", "seen_at"],
    )
