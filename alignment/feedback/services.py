"""Feedback on a pair follows the adjudicator's decisions about its links, and corrections of its text."""

from collections.abc import Mapping
from typing import Any

from alignment.feedback.queries.comparison import write_place
from alignment.readings.links import read_cells
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.feedback.services.rulings import Ruling, follow_ruling
from annotation_site.feedback.services.versions import carry_feedback


def follow_decisions(user: User, item: Item, payload: Mapping[str, Any]) -> None:
    """Update feedback of the pair after an action of the adjudicator. Call it under the item's lock, once state and
    decisions are stored.
    """
    is_undoing = "undoes" in payload
    decided = {write_place((source, target)): (before, after) for source, target, before, after in payload["decisions"]}
    # A decision that is withdrawn answers nobody, unless the readings, which all agree, are upheld by it.
    upheld = {write_place((source, target)) for source, target in payload.get("upheld", ())}
    places = {place for place, (_, after) in decided.items() if is_undoing or after is not None} | upheld
    changed = {place for place, (before, after) in decided.items() if before != after}
    follow_ruling(user, item, Ruling(frozenset(places), frozenset(changed), payload["note"], is_undoing=is_undoing))


def follow_correction(user: User, item: Item, new: Item, source: Mapping[int, int], target: Mapping[int, int]) -> None:
    """Carry feedback over to the corrected pair, with the replies on links between unchanged words, whose new indices
    are `source` and `target`. Call it once everything else of the new version is stored.
    """

    def move(place: str) -> str | None:
        [(i, j)] = read_cells(place)
        return write_place((source[i], target[j])) if i in source and j in target else None

    carry_feedback(user, item, new, move)
