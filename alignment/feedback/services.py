"""Annotators' replies to gold of an adjudicated pair: acknowledging differences and disputing links."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from alignment.feedback.models import Feedback, FeedbackReply
from alignment.feedback.queries.disputes import DISPUTES
from alignment.feedback.queries.feedback import FEEDBACK, NEWS, read_comparison
from alignment.pairs.models import AlignmentSettings
from alignment.readings.links import Cell
from alignment.releases.queries import read_origins
from alignment.training.gold_comparison import LinkComparison, compare_with_gold
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.notices.services import notify
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion

LONGEST_DISPUTE = 1000
ReplyState = FeedbackReply.State


@transaction.atomic
def acknowledge_links(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, cells: Sequence[Cell] | None = None
) -> Feedback:
    """Record that the annotator has seen these differences, or answers to disputes of them; without cells, all
    remaining ones.
    """
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
            raise NotEditable(_("You have disputed this link. The adjudicator has not answered yet."))
        reply.state = ReplyState.ACKNOWLEDGED
        reply.save()
    return _finish(user, feedback, compared, operation_id, "acknowledge", {"cells": [list(cell) for cell in cells]})


@transaction.atomic
def dispute_link(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, cell: Cell, text: str
) -> Feedback:
    """Record why gold is wrong on a link: the pair goes back to the adjudicator, first in the queue."""
    feedback = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind="dispute", subject=feedback.assignment):
        return feedback
    _require_current(feedback, version)
    if not text.strip() or len(text) > LONGEST_DISPUTE:
        raise DomainError(_("Explain in 1 to {n} characters why gold is wrong.").format(n=f"{LONGEST_DISPUTE:,}"))
    compared = _differences(feedback)
    difference = _require_difference(compared, cell)
    source, target = cell
    reply = feedback.replies.filter(source_index=source, target_index=target).first()
    if reply is not None and reply.state == ReplyState.DISPUTED:
        raise NotEditable(_("You have already disputed this link. The adjudicator has not answered yet."))
    reply = reply or _begin_reply(feedback, difference)
    reply.state, reply.text, reply.said_at = ReplyState.DISPUTED, text.strip(), timezone.now()
    reply.own, reply.gold = difference.own or "none", difference.gold or "none"
    reply.answer, reply.answered_by, reply.answered_at = "", None, None
    reply.save()
    payload = {"cell": list(cell), "text": reply.text, "own": reply.own, "gold": reply.gold}
    disputed = _finish(user, feedback, compared, operation_id, "dispute", payload)
    notify(matter=DISPUTES, project=feedback.annotator.project, actor=user)
    return disputed


def _lock(user: User, assignment_id: int) -> Feedback:
    found: Feedback | None = (
        Feedback.objects.for_annotator(user)
        .select_for_update(no_key=True, of=("self",))
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
            _("This page was changed in another tab or by the adjudicator. Check it and try again."),
            version=feedback.version,
        )


def _differences(feedback: Feedback) -> dict[Cell, LinkComparison]:
    return {each.cell: each for each in read_comparison(feedback) if each.differs}


def _require_difference(compared: dict[Cell, LinkComparison], cell: Cell) -> LinkComparison:
    if cell not in compared:
        raise DomainError(_("Your reading and gold agree on {cell}.").format(cell=f"{cell[0]}-{cell[1]}"))
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


State = Feedback.State


def follow_decisions(user: User, item: Item, payload: Mapping[str, Any]) -> None:
    """Update feedback of the pair after an action of the adjudicator. Call it under the item's lock, once state and
    decisions are stored. A new decision on a disputed link answers the dispute, even if it is the same as before.
    """
    decided = {(source, target): (before, after) for source, target, before, after in payload["decisions"]}
    rows = list(
        Feedback.objects.filter(assignment__item=item).select_for_update(no_key=True, of=("self",)).order_by("pk")
    )
    if "undoes" in payload:
        _dispute_again(rows, decided)
    else:
        _answer(user, rows, decided, payload["note"])
    if item.state != Item.State.ADJUDICATED:
        for feedback in rows:
            _store(feedback, State.WITHHELD, is_shown=feedback.is_shown)
        return
    _settle(user, item, rows, {cell for cell, (before, after) in decided.items() if before != after})


def show_feedback(project: Project) -> None:
    """Record which annotators can see gold from now on: they can no longer reopen these readings."""
    own = Feedback.objects.filter(annotator__project=project).exclude(state=State.WITHHELD)
    own.update(is_shown=True)
    with_news = Membership.objects.filter(project=project, feedback__state__in=NEWS)
    notify(matter=FEEDBACK, project=project, annotators=with_news)


def find_state(replies: Iterable[tuple[Cell, str]], differing: set[Cell]) -> str:
    """Return the state of feedback: an open dispute comes before news for the annotator."""
    states = dict(replies)
    if ReplyState.DISPUTED in states.values():
        return State.DISPUTED
    if ReplyState.ANSWERED in states.values():
        return State.ANSWERED
    return State.NEW if differing - states.keys() else State.DONE


def read_replies(feedback: Feedback) -> list[tuple[Cell, str]]:
    """Return cells and states of the replies."""
    rows = feedback.replies.values_list("source_index", "target_index", "state")
    return [((source, target), state) for source, target, state in rows]


def _settle(user: User, item: Item, rows: list[Feedback], changed: set[Cell]) -> None:
    """Store the state of everybody's feedback on an adjudicated pair."""
    shows = AlignmentSettings.objects.values_list("shows_feedback", flat=True).get(project=item.project_id)
    pair, origins = read_origins(item)
    gold = pair.gold(origins)
    known = {feedback.pk: feedback for feedback in rows}
    for assignment in Assignment.objects.work().submitted().filter(item=item).select_related("annotator"):
        compared = compare_with_gold(pair.readings[assignment.annotator.pseudonym], gold)
        differing = {each.cell for each in compared if each.differs}
        feedback = known.get(assignment.pk)
        if feedback is None:
            Feedback.objects.create(
                assignment=assignment,
                annotator=assignment.annotator,
                state=find_state([], differing),
                is_shown=shows,
            )
            continue
        # What was said of a label that is gold no longer has to be said anew; disputes and answers stay.
        for source, target in changed:
            said = feedback.replies.filter(source_index=source, target_index=target)
            said.filter(state=ReplyState.ACKNOWLEDGED).delete()
        _store(feedback, find_state(read_replies(feedback), differing), is_shown=shows or feedback.is_shown)
    if shows:
        with_news = Membership.objects.filter(feedback__assignment__item=item, feedback__state__in=NEWS)
        notify(matter=FEEDBACK, project=item.project, actor=user, annotators=with_news)


def _store(feedback: Feedback, state: str, *, is_shown: bool) -> None:
    # The version goes up in any case: a page made before this action must not be answered after it.
    feedback.state, feedback.is_shown, feedback.updated_at = state, is_shown, timezone.now()
    feedback.version += 1
    feedback.save(update_fields=["state", "is_shown", "updated_at", "version"])


def _answer(user: User, rows: list[Feedback], decided: Mapping[Cell, tuple[Any, Any]], note: str) -> None:
    for reply in FeedbackReply.objects.filter(feedback__in=rows, state=ReplyState.DISPUTED):
        if decided.get(reply.cell, (None, None))[1] is not None:
            reply.state = ReplyState.ANSWERED
            reply.answer, reply.answered_by, reply.answered_at = note.strip()[:300], user, timezone.now()
            reply.save(update_fields=["state", "answer", "answered_by", "answered_at"])


def _dispute_again(rows: list[Feedback], decided: Mapping[Cell, tuple[Any, Any]]) -> None:
    """Reopen disputes whose answer was withdrawn."""
    for reply in FeedbackReply.objects.filter(feedback__in=rows, state=ReplyState.ANSWERED):
        if reply.cell in decided:
            reply.state, reply.answer, reply.answered_by, reply.answered_at = ReplyState.DISPUTED, "", None, None
            reply.save(update_fields=["state", "answer", "answered_by", "answered_at"])
