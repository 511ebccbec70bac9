"""An annotator's feedback, the replies to it, and what of both waits for somebody."""

from collections.abc import Iterable

from django.db.models import Count, OuterRef, QuerySet
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.feedback.models import Feedback, FeedbackReply
from annotation_site.projects.abilities import can_adjudicate, can_annotate
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.pending_tasks import PendingTask

State = Feedback.State
ReplyState = FeedbackReply.State
NEWS = [State.NEW, State.ANSWERED]
SHOWN = [State.NEW, State.ANSWERED, State.DISPUTED, State.DONE]
MOST_DISPUTES = 50


def make_feedback_task(*, route: str, one: str, many: str, news: str) -> PendingTask:
    """Return what waits for annotators, in the words of a kind, which are marked for translation."""
    return PendingTask(
        name="feedback",
        ability=can_annotate,
        route=route,
        one=one,
        many=many,
        news=news,
        rows=lambda user: Feedback.objects.for_annotator(user).filter(
            annotator__project=OuterRef("pk"), state__in=NEWS
        ),
    )


def make_dispute_task(*, route: str) -> PendingTask:
    """Return what waits for adjudicators of a kind."""
    return PendingTask(
        name="disputes",
        ability=can_adjudicate,
        route=route,
        one="Answer 1 dispute",
        many="Answer {count} disputes",
        news="An annotator disputed gold.",
        rows=lambda user: _list_waiting().filter(project=OuterRef("pk")),
    )


def list_feedback(annotator: Membership) -> QuerySet[Feedback]:
    """Return the annotator's feedback, latest first."""
    own: QuerySet[Feedback] = Feedback.objects.for_annotator(annotator.user).filter(annotator=annotator)
    return own.select_related("assignment__item").order_by("-assignment")


def count_feedback(annotator: Membership) -> dict[str, int]:
    """Return the numbers of feedback by state; disputes and answers are counted per item."""
    own = Feedback.objects.for_annotator(annotator.user).filter(annotator=annotator)
    counts = dict(own.order_by("state").values_list("state").annotate(n=Count("pk")))
    return {state.value: counts.get(state, 0) for state in SHOWN}


def say_why_gone(user: User, assignment_id: int) -> str:
    """Return why feedback that the person could read before is not there now, as a sentence; empty if there is none."""
    shown = Feedback.objects.filter(pk=assignment_id, annotator__in=Membership.objects.active().filter(user=user))
    feedback = shown.filter(is_shown=True).select_related("annotator__project", "assignment").first()
    if feedback is None:
        return ""
    if not feedback.annotator.project.shows_feedback:
        return _("Feedback was turned off in this project.")
    if feedback.assignment.state == Assignment.State.REPLACED:
        return _("The text of this item was corrected, so this feedback no longer applies.")
    return _("This item is being decided again. You will get new feedback on it.")


def find_next_new(feedback: Feedback) -> int | None:
    """Return the annotator's next feedback with news, from the top again after the last."""
    waiting = list_feedback(feedback.annotator).filter(state__in=NEWS).exclude(pk=feedback.pk)
    after = waiting.filter(pk__lt=feedback.pk).values_list("pk", flat=True).first()
    return after or waiting.values_list("pk", flat=True).first()


def list_disputes(project: Project, item: Item | None = None) -> list[FeedbackReply]:
    """Return open disputes of a project, or of one item, oldest first, with annotator and item; at most 50."""
    replies = _list_waiting().filter(project=project)
    if item is not None:
        replies = replies.filter(feedback__assignment__item=item)
    replies = replies.select_related("feedback__annotator", "feedback__assignment__item")
    return list(replies.order_by("said_at", "pk")[:MOST_DISPUTES])


def _list_waiting() -> QuerySet[FeedbackReply]:
    """Return disputes that an adjudicator can answer. Those on withdrawn items wait until these are brought back; those
    at places that a correction removed stay with the version before.
    """
    decidable = (Item.State.ANNOTATED, Item.State.ADJUDICATED)
    return FeedbackReply.objects.filter(state=ReplyState.DISPUTED, feedback__assignment__item__state__in=decidable)


def find_state(replies: Iterable[tuple[str, str]], differing: Iterable[str]) -> str:
    """Return the state of feedback, given each reply's place and state, and the places that differ: an open dispute
    comes before news for the annotator.
    """
    states = dict(replies)
    if ReplyState.DISPUTED in states.values():
        return State.DISPUTED
    if ReplyState.ANSWERED in states.values():
        return State.ANSWERED
    return State.NEW if set(differing) - states.keys() else State.DONE
