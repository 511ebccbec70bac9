"""Annotators' replies to gold of an adjudicated item: acknowledging differences and disputing them."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.feedback.kinds import Difference, find_feedback
from annotation_site.feedback.models import LONGEST_DISPUTE, Feedback, FeedbackReply
from annotation_site.feedback.queries import find_state, say_why_gone
from annotation_site.languages.numbers import say_count
from annotation_site.notices.services import notify
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion

ReplyState = FeedbackReply.State
NOT_SAVED = gettext_noop("Your reply was not saved.")


@transaction.atomic
def acknowledge_gold(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, places: Sequence[str] | None = None
) -> Feedback:
    """Record that the annotator has seen the differences at these places, or answers to disputes of them; without
    places, all remaining ones.
    """
    feedback = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="acknowledge", subject=feedback.assignment):
        return feedback
    _require_current(feedback, version)
    differences = _find_differences(feedback)
    replies = {reply.place: reply for reply in feedback.replies.all()}
    waiting = [reply.place for reply in replies.values() if reply.state == ReplyState.ANSWERED]
    if places is None:
        places = sorted({*waiting, *(place for place in differences if place not in replies)})
    for place in places:
        reply = replies.get(place)
        if reply is None:
            reply = _begin_reply(feedback, place, _require_difference(feedback, differences, place))
        elif reply.state == ReplyState.DISPUTED:
            raise NotEditable(_("You have disputed this. The adjudicator has not answered yet."))
        reply.state = ReplyState.ACKNOWLEDGED
        reply.save()
    return _finish(user, feedback, differences, operation_id, "acknowledge", {"places": list(places)})


@transaction.atomic
def dispute_gold(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, place: str, text: str
) -> Feedback:
    """Record why gold is wrong at a place: the item goes back to the adjudicator, first in the queue."""
    feedback = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="dispute", subject=feedback.assignment):
        return feedback
    _require_current(feedback, version)
    if not text.strip() or len(text) > LONGEST_DISPUTE:
        raise DomainError(_("Explain in 1 to {n} characters why gold is wrong.").format(n=say_count(LONGEST_DISPUTE)))
    differences = _find_differences(feedback)
    difference = _require_difference(feedback, differences, place)
    reply = feedback.replies.filter(place=place).first()
    if reply is not None and reply.state == ReplyState.DISPUTED:
        raise NotEditable(_("You have already disputed this. The adjudicator has not answered yet."))
    reply = reply or _begin_reply(feedback, place, difference)
    reply.state, reply.text, reply.said_at = ReplyState.DISPUTED, text.strip(), timezone.now()
    reply.own, reply.gold = difference.own, difference.gold
    reply.answer, reply.answered_by, reply.answered_at = "", None, None
    reply.save()
    payload = {"place": place, "text": reply.text, "own": reply.own, "gold": reply.gold}
    disputed = _finish(user, feedback, differences, operation_id, "dispute", payload)
    project = feedback.annotator.project
    notify(task=find_feedback(project).dispute_task, project=project, actor=user)
    return disputed


def _lock(user: User, assignment_id: int) -> Feedback:
    feedback: Feedback | None = (
        Feedback.objects.for_annotator(user)
        .select_for_update(no_key=True, of=("self",))
        .select_related("assignment__item__project", "annotator__project")
        .filter(pk=assignment_id)
        .first()
    )
    if feedback is None:
        if reason := say_why_gone(user, assignment_id):
            raise NotEditable(f"{reason} {_(NOT_SAVED)}")
        raise Http404(_("There is no feedback on this item."))
    return feedback


def _require_current(feedback: Feedback, version: int) -> None:
    if feedback.version != version:
        raise StaleVersion(
            _("This page was changed in another tab or by the adjudicator. Check it and try again."),
            version=feedback.version,
        )


def _find_differences(feedback: Feedback) -> Mapping[str, Difference]:
    assignment = feedback.assignment
    return find_feedback(assignment.item.project).find_differences([assignment])[assignment.pk]


def _require_difference(feedback: Feedback, differences: Mapping[str, Difference], place: str) -> Difference:
    if place not in differences:
        no_difference = find_feedback(feedback.annotator.project).no_difference
        raise DomainError(_(no_difference).format(place=place))
    return differences[place]


def _begin_reply(feedback: Feedback, place: str, difference: Difference) -> FeedbackReply:
    return FeedbackReply(
        feedback=feedback,
        project=feedback.annotator.project,
        place=place,
        own=difference.own,
        gold=difference.gold,
    )


def _finish(
    user: User,
    feedback: Feedback,
    differences: Mapping[str, Difference],
    operation_id: UUID,
    kind: str,
    payload: dict[str, Any],
) -> Feedback:
    feedback.state = find_state(feedback.replies.values_list("place", "state"), differences)
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
