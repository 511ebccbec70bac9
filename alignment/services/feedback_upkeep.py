"""What the adjudicator's decisions do to feedback: it begins, is withheld, starts anew, and disputes are answered."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone

from alignment.gold_comparison import compare_with_gold
from alignment.links import Cell
from alignment.models import AlignmentSettings, Feedback, FeedbackReply
from alignment.released_pairs import read_origins
from annotation_site.projects.models import Assignment, Item, Project, User

State = Feedback.State


def follow_decisions(user: User, item: Item, payload: Mapping[str, Any]) -> None:
    """Bring feedback of the pair in line with an action of the adjudicator; call it under the item's lock, once state
    and decisions are stored. A new decision on a disputed link answers the dispute, also where it stays the same.
    """
    decided = {(source, target): (before, after) for source, target, before, after in payload["decisions"]}
    rows = list(Feedback.objects.filter(assignment__item=item).select_for_update().order_by("pk"))
    if "takes_back" in payload:
        _dispute_again(rows, decided)
    else:
        _answer(user, rows, decided, payload["note"])
    if item.state != Item.State.ADJUDICATED:
        for feedback in rows:
            _store(feedback, State.WITHHELD, is_shown=feedback.is_shown)
        return
    _settle(item, rows, {cell for cell, (before, after) in decided.items() if before != after})


def show_feedback(project: Project) -> None:
    """Note which annotators can see gold from now on: they can no longer take these readings back."""
    own = Feedback.objects.filter(annotator__project=project).exclude(state=State.WITHHELD)
    own.update(is_shown=True)


def find_state(replies: Iterable[tuple[Cell, str]], differing: set[Cell]) -> str:
    """Where feedback stands: what waits for the adjudicator first, then what waits for the annotator."""
    states = dict(replies)
    if ReplyState.DISPUTED in states.values():
        return State.DISPUTED
    if ReplyState.ANSWERED in states.values():
        return State.ANSWERED
    return State.NEW if differing - states.keys() else State.DONE


def read_replies(feedback: Feedback) -> list[tuple[Cell, str]]:
    """Cells and states of what was said."""
    rows = feedback.replies.values_list("source_index", "target_index", "state")
    return [((source, target), state) for source, target, state in rows]


def _settle(item: Item, rows: list[Feedback], changed: set[Cell]) -> None:
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
    """An answer that is taken back leaves the dispute as it was."""
    for reply in FeedbackReply.objects.filter(feedback__in=rows, state=ReplyState.ANSWERED):
        if reply.cell in decided:
            reply.state, reply.answer, reply.answered_by, reply.answered_at = ReplyState.DISPUTED, "", None, None
            reply.save(update_fields=["state", "answer", "answered_by", "answered_at"])
