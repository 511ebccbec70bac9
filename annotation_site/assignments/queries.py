"""Reads of an assignment that every kind shares."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import AnnotationKind, kind_of
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.assignments.progress import read_own_progress
from annotation_site.prepared import Prepared
from annotation_site.projects.abilities import can_annotate, can_see_everyones_work
from annotation_site.projects.models import Guideline, Membership, Project, unread_by_steps
from annotation_site.projects.pending_tasks import PendingTask
from annotation_site.web.addresses import address_of

State, Purpose = Assignment.State, Assignment.Purpose
DECIDED = (Item.State.ADJUDICATED, Item.State.WITHDRAWN)
# The routes of the API to which the page of an assignment sends what.
API_STEPS = ("operations", "batch", "submit", "skip", "reopen", "resume", "comments")


QUESTIONS = PendingTask(
    name="questions",
    ability=can_see_everyones_work,
    route="projects:questions",
    one=gettext_noop("Answer 1 question"),
    many=gettext_noop("Answer {count} questions"),
    news=gettext_noop("An annotator asked a question."),
    rows=lambda user: Comment.objects.to_answer(user).filter(item__project=OuterRef("pk")),
)
ANSWERS = PendingTask(
    name="answers",
    ability=can_annotate,
    route="projects:questions",
    one=gettext_noop("Read 1 answer"),
    many=gettext_noop("Read {count} answers"),
    news=gettext_noop("Your question was answered."),
    rows=lambda user: Comment.objects.filter(
        author=user, item__project=OuterRef("pk"), answered_at__isnull=False, answer_read_at=None
    ),
)


def find_own(user: User, pk: int, kind: AnnotationKind | None = None) -> Assignment:
    """Return the person's own assignment of the kind with its content, or raise Http404; without a kind, of any kind,
    with its project.
    """
    own = Assignment.objects.for_annotator(user)
    found: Assignment = get_object_or_404(
        kind.with_content(own) if kind else own.select_related("item__project"), pk=pk
    )
    return found


def find_continued(user: User, pk: int) -> Assignment | None:
    """Return the person's assignment of the corrected version in which one of theirs goes on; None for others."""
    members = Membership.objects.active().filter(user=user)
    earlier = Assignment.objects.filter(pk=pk, annotator__in=members, state=State.REPLACED)
    found: Assignment | None = (
        Assignment.objects.for_annotator(user)
        .filter(
            item__project__in=earlier.values("item__project"),
            item__number__in=earlier.values("item__number"),
            annotator__in=earlier.values("annotator"),
        )
        .select_related("item__project")
        .first()
    )
    return found


@cache
def _find_with_state(kind: AnnotationKind) -> Prepared[Assignment]:
    beside = Assignment.objects.filter(annotator=OuterRef("annotator")).exclude(state=State.REPLACED).values("pk")
    return Prepared(
        lambda pk: (
            kind.with_state(Assignment.objects.filter(pk=pk))
            .annotate(
                previous=Subquery(beside.filter(pk__lt=OuterRef("pk")).order_by("-pk")[:1]),
                following=Subquery(beside.filter(pk__gt=OuterRef("pk")).order_by("pk")[:1]),
                has_comments=Exists(Comment.objects.filter(assignment=OuterRef("pk"))),
            )
            .defer(*unread_by_steps("item__project"))
            .order_by()
        )
    )


def read_state(assignment_id: int) -> dict[str, Any]:
    """Return the state as it is stored now."""
    return describe_state(Assignment.objects.select_related("item__project").get(pk=assignment_id))


def describe_state(stored: Assignment, kind: AnnotationKind | None = None) -> dict[str, Any]:
    """Return everything that the page of an assignment needs, as it is stored now; nothing in it depends on other
    annotators.
    """
    kind = kind or kind_of(stored.item.project)
    [assignment] = _find_with_state(kind)(stored.pk)
    assignment.annotator.project = assignment.item.project
    reason = _why_not_editable(assignment, kind)
    return {
        "assignment": assignment.pk,
        "kind": kind.kind,
        "version": assignment.version,
        "state": assignment.state,
        "can_edit": not reason,
        "cannot_edit_reason": reason,
        "can_reopen": bool(find_reopenable([assignment], kind)),
        "item": {"number": assignment.item.number, "identifier": assignment.item.identifier},
        **kind.describe_content(assignment),
        "comments": _describe_comments(assignment),
        "progress": read_own_progress(assignment.annotator).to_json(),
        "urls": _addresses(assignment, kind),
    }


def _describe_comments(assignment: Any) -> list[dict[str, Any]]:
    found = Comment.objects.filter(assignment=assignment).order_by("pk") if assignment.has_comments else []
    return [describe_comment(comment) for comment in found]


def describe_comment(comment: Comment) -> dict[str, Any]:
    """Return a comment as its author sees it."""
    return {
        "id": comment.pk,
        "author": _("you"),
        "text": comment.text,
        "created_at": comment.created_at.isoformat(),
        "is_question": comment.is_question,
        "answer": comment.answer,
    }


def find_reopenable(assignments: Sequence[Assignment], kind: AnnotationKind) -> set[int]:
    """Return which of an annotator's assignments can be reopened: those of which the service would not refuse it."""
    submitted = [each for each in assignments if _is_submitted_work(each)]
    deciding = {each.pk: find_deciding_item(each) for each in submitted}
    closed = set(kind.find_closed(submitted)) if submitted else set()
    return {pk for pk, item in deciding.items() if pk not in closed and (item is None or item.state not in DECIDED)}


def _is_submitted_work(assignment: Assignment) -> bool:
    is_active = assignment.item.project.state == Project.State.ACTIVE
    return is_active and assignment.state == State.SUBMITTED and assignment.purpose != Purpose.TRAINING


def find_deciding_item(assignment: Assignment) -> Item | None:
    """Return the item whose state decides what the annotator may still do, or None if nothing stands against it.

    The item of a silent check was decided long ago. It goes by the item of the work given before it, so that both close
    to the annotator at the same time.
    """
    if assignment.purpose in (Purpose.WORK, Purpose.REPEAT):
        return assignment.item
    if assignment.purpose != Purpose.CHECK:
        return None
    work = Assignment.objects.work().filter(annotator=assignment.annotator_id).exclude(state=State.REPLACED)
    work = work.select_related("item")
    beside = work.filter(pk__lt=assignment.pk).order_by("-pk").first() or work.order_by("pk").first()
    return beside.item if beside else None


def find_resumable(assignments: Sequence[Assignment], kind: AnnotationKind) -> set[int]:
    """Return which of an annotator's assignments can be resumed: those of which the service would not refuse it."""
    given_back = [each for each in assignments if each.state in (State.SKIPPED, State.RETURNED)]
    wanted = [each for each in given_back if each.item.project.state == Project.State.ACTIVE and _has_place(each)]
    given_away = set(kind.find_given_away(wanted)) if wanted else set()
    return {each.pk for each in wanted if each.pk not in given_away}


def _has_place(assignment: Assignment) -> bool:
    """Return whether nobody else has taken the place: only work has one on its item."""
    item = assignment.item
    is_open = item.state == Item.State.OPEN and item.assigned_count < item.required_count
    return is_open or assignment.purpose != Purpose.WORK


def guideline_of(assignment: Assignment) -> Guideline | None:
    """Return the version under which the work was submitted; the current one while it can change."""
    if assignment.state == State.SUBMITTED:
        submission = assignment.submissions.select_related("guideline").order_by("-number").first()
        if submission is not None:
            return submission.guideline
    return assignment.item.project.guidelines.first()


def _why_not_editable(assignment: Assignment, kind: AnnotationKind) -> str:
    if assignment.item.project.state != Project.State.ACTIVE:
        return _("This project is archived.")
    if assignment.state == State.SUBMITTED:
        item = find_deciding_item(assignment)
        if item is not None and item.state == Item.State.ADJUDICATED:
            return _("This item is adjudicated.")
        if kind.may_change_submitted(assignment):
            return ""
        return _("You submitted this item.")
    if assignment.state == State.SKIPPED:
        return _("You skipped this item.")
    if assignment.state == State.RETURNED:
        return _("This item was returned because it was inactive.")
    return ""


def _addresses(assignment: Any, kind: AnnotationKind) -> dict[str, str | None]:
    beside = {"previous": assignment.previous, "next": assignment.following}
    steps = {step.replace("-", "_"): f"api:assignment-{step}" for step in API_STEPS}
    return {
        **{name: address_of(route, assignment.pk) for name, route in steps.items()},
        "state": address_of("api:assignment-detail", assignment.pk),
        **{name: address_of(kind.route(kind.page), pk) if pk else None for name, pk in beside.items()},
        "work": reverse(kind.home_route(assignment), args=[assignment.item.project.slug]),
    }


def find_last_number(project: Project) -> int:
    """Return the highest number of an item; those of a later import go on from it, whatever was taken back before."""
    return int(Item.versions.filter(project=project).aggregate(last=Max("number"))["last"] or 0)


@dataclass(frozen=True, slots=True)
class WorkOnItems:
    """Numbers of assignments of several items, and of the items that are decided."""

    submitted: int
    in_progress: int
    adjudicated: int


def count_work(items: QuerySet[Item]) -> WorkOnItems:
    """Return how much work there is on items."""
    assignments = Assignment.objects.work().filter(item__in=items)
    adjudicated = Q(state=Item.State.ADJUDICATED) | Q(withdrawn_from=Item.State.ADJUDICATED)
    return WorkOnItems(
        assignments.submitted().count(), assignments.in_progress().count(), items.filter(adjudicated).count()
    )
