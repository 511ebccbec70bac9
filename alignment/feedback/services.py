"""Feedback on a pair follows the adjudicator's decisions about its links."""

from collections.abc import Mapping
from typing import Any

from alignment.feedback.queries.comparison import write_place
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.feedback.services.rulings import Ruling, follow_ruling


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
