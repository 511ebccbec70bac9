"""Feedback follows the adjudicator: it is given with the last decision about an item, withheld, and given again."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.feedback.kinds import find_feedback
from annotation_site.feedback.models import Feedback, FeedbackReply
from annotation_site.feedback.queries import NEWS, find_state
from annotation_site.notices.services import notify
from annotation_site.projects.models import Membership, Project

State = Feedback.State
ReplyState = FeedbackReply.State
ANSWER = ("state", "answer", "answered_by", "answered_at")
STORED = ("state", "is_shown", "updated_at", "version")


@dataclass(frozen=True, slots=True)
class Ruling:
    """An act of the adjudicator: the places that it is about, those whose gold it changes, and the note that answers
    disputes of them. One that takes an earlier act back answers nothing.
    """

    places: frozenset[str]
    changed: frozenset[str]
    note: str = ""
    is_undoing: bool = False


def follow_ruling(user: User, item: Item, ruling: Ruling) -> None:
    """Update feedback on the item. Call it under the item's lock, once state and decisions are stored. A new decision
    on a disputed place answers the dispute, even if it is the same as before.
    """
    rows = lock_feedback([item])
    if ruling.is_undoing:
        _dispute_again(rows, ruling.places)
    else:
        _answer(user, rows, ruling)
    # What was said of work that is gold now no longer has to be said anew; disputes and answers stay.
    acknowledged = FeedbackReply.objects.filter(
        feedback__in=rows, place__in=ruling.changed, state=ReplyState.ACKNOWLEDGED
    )
    acknowledged.delete()
    if item.state == Item.State.ADJUDICATED:
        give_feedback(item.project, [item], rows, actor=user)
    else:
        for feedback in rows:
            _change(feedback, State.WITHHELD, is_shown=feedback.is_shown)
        Feedback.objects.bulk_update(rows, STORED)


def give_withheld(project: Project, items: Collection[Item]) -> None:
    """Give feedback on adjudicated items that was withheld until other work was over; the items are locked."""
    give_feedback(project, items, lock_feedback(items))


def show_feedback(project: Project) -> None:
    """Record which annotators can see gold from now on: they can no longer reopen this work."""
    own = Feedback.objects.filter(annotator__project=project).exclude(state=State.WITHHELD)
    own.update(is_shown=True)
    _notify_annotators(project, Membership.objects.filter(project=project, feedback__state__in=NEWS))


def give_feedback(
    project: Project, items: Collection[Item], rows: Collection[Feedback], *, actor: User | None = None
) -> None:
    """Store the state of everybody's feedback on adjudicated items, of which these rows are there and locked."""
    source = find_feedback(project)
    shows = Project.objects.values_list("shows_feedback", flat=True).get(pk=project.pk)
    work = Assignment.objects.work().submitted().filter(item__in=items).select_related("annotator")
    assignments = list(work.order_by("pk"))
    differences, final = source.find_differences(assignments), source.find_final(items)
    replies: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for pk, place, state in FeedbackReply.objects.filter(feedback__in=rows).values_list("feedback", "place", "state"):
        replies[pk].append((place, state))
    known, made = {feedback.pk: feedback for feedback in rows}, []
    for assignment in assignments:
        is_final = assignment.item_id in final
        state = find_state(replies[assignment.pk], differences[assignment.pk]) if is_final else State.WITHHELD
        if (feedback := known.get(assignment.pk)) is None:
            made.append(
                Feedback(
                    assignment=assignment, annotator=assignment.annotator, state=state, is_shown=shows and is_final
                )
            )
        else:
            _change(feedback, state, is_shown=feedback.is_shown or (shows and is_final))
    Feedback.objects.bulk_create(made)
    Feedback.objects.bulk_update(rows, STORED)
    if shows and final:
        news = Feedback.objects.filter(assignment__item__in=final, state__in=NEWS)
        _notify_annotators(project, Membership.objects.filter(pk__in=news.values("annotator")), actor)


def _notify_annotators(project: Project, annotators: QuerySet[Membership], actor: User | None = None) -> None:
    notify(task=find_feedback(project).task, project=project, actor=actor, annotators=annotators)


def lock_feedback(items: Collection[Item]) -> list[Feedback]:
    """Return everybody's feedback on the items, locked."""
    feedback = Feedback.objects.filter(assignment__item__in=items)
    return list(feedback.select_for_update(no_key=True, of=("self",)).order_by("pk"))


def _change(feedback: Feedback, state: str, *, is_shown: bool) -> None:
    # The version goes up in any case: a page made before this action must not be answered after it.
    feedback.state, feedback.is_shown, feedback.updated_at = state, is_shown, timezone.now()
    feedback.version += 1


def _answer(user: User, rows: list[Feedback], ruling: Ruling) -> None:
    now = timezone.now()
    for reply in FeedbackReply.objects.filter(feedback__in=rows, state=ReplyState.DISPUTED, place__in=ruling.places):
        reply.state = ReplyState.ANSWERED
        reply.answer, reply.answered_by, reply.answered_at = ruling.note.strip()[:300], user, now
        reply.save(update_fields=ANSWER)


def _dispute_again(rows: list[Feedback], places: Collection[str]) -> None:
    """Reopen disputes whose answer was withdrawn."""
    for reply in FeedbackReply.objects.filter(feedback__in=rows, state=ReplyState.ANSWERED, place__in=places):
        reply.state, reply.answer, reply.answered_by, reply.answered_at = ReplyState.DISPUTED, "", None, None
        reply.save(update_fields=ANSWER)
