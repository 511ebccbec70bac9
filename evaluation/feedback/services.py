"""Feedback on an item follows the adjudicator's decisions about its judgements."""

from __future__ import annotations

from typing import Any

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.feedback.services.rulings import Ruling, follow_ruling
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.feedback.queries import name_places
from evaluation.judging.models import JudgementTask

# The answer and the marks of each question, as a decision stores them.
Content = list[tuple[Any, Any]]


def read_content(decision: JudgementAdjudication) -> Content:
    """Return what a decision says of each question."""
    spans = decision.spans or [[] for _ in decision.answers]
    return [(value, spans[question]) for question, value in enumerate(decision.answers)]


def follow_decision(
    user: User,
    item: Item,
    task: JudgementTask,
    decision: JudgementAdjudication,
    before: Content,
    *,
    is_undoing: bool = False,
) -> None:
    """Update feedback of the item after a step of the adjudicator. Call it under the item's lock, once state and
    decision are stored; `before` is what stood until then. Only a decision that is done answers disputes.
    """
    places, after = name_places(task), read_content(decision)
    changed = {place for place, old, new in zip(places, before, after, strict=True) if old != new}
    answered = places if decision.is_done or is_undoing else []
    ruling = Ruling(frozenset(answered), frozenset(changed), decision.note, is_undoing=is_undoing)
    follow_ruling(user, item, ruling)
