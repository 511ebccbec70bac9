"""What an annotator says to gold of an adjudicated pair: this I accept, this I dispute."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from alignment.feedback import read_comparison
from alignment.gold_comparison import LinkComparison
from alignment.links import Cell
from alignment.models import Feedback, FeedbackReply
from alignment.services.feedback_upkeep import find_state, read_replies
from annotation_site.projects.exceptions import DomainError, NotEditable, StaleVersion
from annotation_site.projects.models import User
from annotation_site.projects.services.operations import find_repeat, record_operation

LONGEST_DISPUTE = 1000
ReplyState = FeedbackReply.State


@transaction.atomic
def acknowledge_links(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, cells: Sequence[Cell] | None = None
) -> Feedback:
    """Say that one has seen these differences, or answers to disputes of them; without cells, all that are left."""
    feedback = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="acknowledge", subject=feedback.assignment):
        return feedback
    _require_current(feedback, version)
    compared = _differences(feedback)
    replies = {reply.cell: reply for reply in feedback.replies.all()}
    waiting = [reply.cell for reply in replies.values() if reply.state == ReplyState.ANSWERED]
    if cells is None:
        cells = sorted({*waiting, *(cell for cell in compared if cell not in replies)})
    for cell in cells:
        reply = replies.get(cell)
        if reply is None:
            reply = _begin_reply(feedback, _require_difference(compared, cell))
        elif reply.state == ReplyState.DISPUTED:
            raise NotEditable("You disputed this link; the adjudicator has not answered yet.")
        reply.state = ReplyState.ACKNOWLEDGED
        reply.save()
    return _finish(user, feedback, compared, operation_id, "acknowledge", {"cells": [list(cell) for cell in cells]})


@transaction.atomic
def dispute_link(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, cell: Cell, text: str
) -> Feedback:
    """Say why gold is wrong on a link: the pair goes back to the adjudicator, first in the queue."""
    feedback = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="dispute", subject=feedback.assignment):
        return feedback
    _require_current(feedback, version)
    if not text.strip() or len(text) > LONGEST_DISPUTE:
        raise DomainError(f"Say in 1 to {LONGEST_DISPUTE:,} characters why gold is wrong here.")
    compared = _differences(feedback)
    difference = _require_difference(compared, cell)
    source, target = cell
    reply = feedback.replies.filter(source_index=source, target_index=target).first()
    if reply is not None and reply.state == ReplyState.DISPUTED:
        raise NotEditable("You disputed this link already; the adjudicator has not answered yet.")
    reply = reply or _begin_reply(feedback, difference)
    reply.state, reply.text, reply.said_at = ReplyState.DISPUTED, text.strip(), timezone.now()
    reply.own, reply.gold = difference.own or "none", difference.gold or "none"
    reply.answer, reply.answered_by, reply.answered_at = "", None, None
    reply.save()
    payload = {"cell": list(cell), "text": reply.text, "own": reply.own, "gold": reply.gold}
    return _finish(user, feedback, compared, operation_id, "dispute", payload)


def _lock(user: User, assignment_id: int) -> Feedback:
    found: Feedback | None = (
        Feedback.objects.for_annotator(user)
        .select_for_update(of=("self",))
        .select_related("assignment__item__project__alignment", "assignment__item__sentence_pair", "annotator")
        .filter(pk=assignment_id)
        .first()
    )
    if found is None:
        raise Http404("There is no feedback on this pair.")
    return found


def _require_current(feedback: Feedback, version: int) -> None:
    if feedback.version != version:
        raise StaleVersion(
            "This page changed meanwhile: another tab, or the adjudicator. Look at it again.", version=feedback.version
        )


def _differences(feedback: Feedback) -> dict[Cell, LinkComparison]:
    return {each.cell: each for each in read_comparison(feedback) if each.differs}


def _require_difference(compared: dict[Cell, LinkComparison], cell: Cell) -> LinkComparison:
    if cell not in compared:
        raise DomainError(f"Your reading and gold do not differ on {cell[0]}-{cell[1]}.")
    return compared[cell]


def _begin_reply(feedback: Feedback, difference: LinkComparison) -> FeedbackReply:
    return FeedbackReply(
        feedback=feedback,
        project=feedback.annotator.project,
        source_index=difference.cell[0],
        target_index=difference.cell[1],
        own=difference.own or "none",
        gold=difference.gold or "none",
    )


def _finish(
    user: User,
    feedback: Feedback,
    compared: dict[Cell, LinkComparison],
    operation_id: UUID,
    kind: str,
    payload: dict[str, Any],
) -> Feedback:
    feedback.state = find_state(read_replies(feedback), set(compared))
    feedback.version += 1
    feedback.updated_at = timezone.now()
    feedback.save(update_fields=["state", "version", "updated_at"])
    record_operation(
        actor=user,
        assignment=feedback.assignment,
        kind=kind,
        payload=payload,
        operation_id=operation_id,
        version=feedback.version,
    )
    return feedback
