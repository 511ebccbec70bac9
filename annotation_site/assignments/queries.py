"""Reads of an assignment that every kind shares."""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import AnnotationKind, kind_of
from annotation_site.assignments.models import Assignment, Comment, Item
from annotation_site.assignments.progress import read_own_progress
from annotation_site.notices.matters import Matter
from annotation_site.projects.abilities import can_annotate, can_see_everyones_work
from annotation_site.projects.models import Guideline, Membership, Project

State, Purpose = Assignment.State, Assignment.Purpose
# The routes of the API to which the page of an assignment sends what.
API_STEPS = ("operations", "batch", "submit", "skip", "reopen", "resume", "comments")


QUESTIONS = Matter(
    name="questions",
    ability=can_see_everyones_work,
    route="projects:questions",
    one="Answer 1 question",
    many="Answer {count} questions",
    news="An annotator asked a question.",
    rows=lambda user: Comment.objects.to_answer(user).filter(item__project=OuterRef("pk")),
)
ANSWERS = Matter(
    name="answers",
    ability=can_annotate,
    route="projects:questions",
    one="Read 1 answer",
    many="Read {count} answers",
    news="Your question was answered.",
    rows=lambda user: Comment.objects.filter(
        author=user, item__project=OuterRef("pk"), answered_at__isnull=False, answer_read_at=None
    ),
)


def find_own(user: User, pk: int, kind: AnnotationKind | None = None) -> Assignment:
    """Return the person's own assignment of the kind with its content, or raise Http404; without a kind, of any."""
    own = Assignment.objects.for_annotator(user)
    if kind is None:
        kind = kind_of(get_object_or_404(own.select_related("item__project"), pk=pk).item.project)
    found: Assignment = get_object_or_404(kind.with_content(own), pk=pk)
    return found


def read_state(assignment_id: int) -> dict[str, Any]:
    """Return the state as it is stored now."""
    kind = kind_of(Project.objects.get(items__assignments=assignment_id))
    return describe_state(kind.with_content(Assignment.objects.all()).get(pk=assignment_id))


def describe_state(assignment: Assignment) -> dict[str, Any]:
    """Return everything that the page of an assignment needs; nothing in it depends on other annotators."""
    kind = kind_of(assignment.item.project)
    reason = _why_not_editable(assignment, kind)
    progress = read_own_progress(assignment.annotator)
    return {
        "assignment": assignment.pk,
        "kind": kind.kind,
        "version": assignment.version,
        "state": assignment.state,
        "can_edit": not reason,
        "cannot_edit_reason": reason,
        "can_reopen": can_reopen(assignment, kind),
        "item": {"number": assignment.item.number, "identifier": assignment.item.identifier},
        **kind.describe_content(assignment),
        "comments": [describe_comment(comment) for comment in Comment.objects.filter(assignment=assignment)],
        "progress": {**asdict(progress), "total": progress.total},
        "urls": _addresses(assignment, kind),
    }


def describe_comment(comment: Comment) -> dict[str, Any]:
    """Return a comment as its author sees it."""
    return {
        "author": "you",
        "text": comment.text,
        "created_at": comment.created_at.isoformat(),
        "is_question": comment.is_question,
        "answer": comment.answer,
    }


def can_reopen(assignment: Assignment, kind: AnnotationKind) -> bool:
    """Return whether reopening is offered. Single decisions, which prevent it too, must not become visible to the
    annotator.
    """
    is_archived = assignment.item.project.state != Project.State.ACTIVE
    if is_archived or assignment.state != State.SUBMITTED or assignment.purpose == Purpose.TRAINING:
        return False
    item = find_deciding_item(assignment)
    is_over = item is not None and item.state in (Item.State.ADJUDICATED, Item.State.WITHDRAWN)
    return not is_over and not kind.is_closed(assignment)


def find_deciding_item(assignment: Assignment) -> Item | None:
    """Return the item whose state decides what the annotator may still do, or None if nothing stands against it.

    The item of a silent check was decided long ago. It goes by the item of the work given before it, so that both close
    to the annotator at the same time.
    """
    if assignment.purpose == Purpose.WORK:
        return assignment.item
    if assignment.purpose != Purpose.CHECK:
        return None
    work = Assignment.objects.work().filter(annotator=assignment.annotator_id).exclude(state=State.REPLACED)
    work = work.select_related("item")
    beside = work.filter(pk__lt=assignment.pk).order_by("-pk").first() or work.order_by("pk").first()
    return beside.item if beside else None


def can_resume(assignment: Assignment) -> bool:
    """Return whether resuming is offered."""
    is_active = assignment.item.project.state == Project.State.ACTIVE
    return is_active and assignment.state in (State.SKIPPED, State.RETURNED)


def guideline_of(assignment: Assignment) -> Guideline | None:
    """Return the version under which the work was submitted; the current one while it can change."""
    if assignment.state == State.SUBMITTED:
        submission = assignment.submissions.select_related("guideline").order_by("-number").first()
        if submission is not None:
            return submission.guideline
    return assignment.item.project.guidelines.first()


def _why_not_editable(assignment: Assignment, kind: AnnotationKind) -> str:
    if assignment.item.project.state != Project.State.ACTIVE:
        return "This project is archived."
    if assignment.state == State.SUBMITTED:
        item = find_deciding_item(assignment)
        if item is not None and item.state == Item.State.ADJUDICATED:
            return f"This {kind.work_noun} is adjudicated."
        if kind.may_change_submitted(assignment):
            return ""
        return f"You submitted this {kind.work_noun}."
    if assignment.state == State.SKIPPED:
        return f"You skipped this {kind.work_noun}."
    if assignment.state == State.RETURNED:
        return f"This {kind.work_noun} went back because it lay untouched."
    return ""


def _addresses(assignment: Assignment, kind: AnnotationKind) -> dict[str, str | None]:
    pages = {pk: reverse(kind.route(kind.page), args=[pk]) for pk in _find_neighbours(assignment)}
    steps = {step.replace("-", "_"): f"api:assignment-{step}" for step in API_STEPS}
    return {
        **{name: reverse(route, args=[assignment.pk]) for name, route in steps.items()},
        "state": reverse("api:assignment-detail", args=[assignment.pk]),
        "previous": next((page for pk, page in pages.items() if pk < assignment.pk), None),
        "next": next((page for pk, page in pages.items() if pk > assignment.pk), None),
        "work": reverse(kind.home_route(assignment), args=[assignment.item.project.slug]),
    }


def _find_neighbours(assignment: Assignment) -> QuerySet[Assignment, int]:
    """Return ids of the annotator's assignments before and after this one, in one query."""
    own = Assignment.objects.filter(annotator=assignment.annotator_id).exclude(state=State.REPLACED)
    keys = own.values_list("pk", flat=True)
    before = keys.filter(pk__lt=assignment.pk).order_by("-pk")[:1]
    neighbours: QuerySet[Assignment, int] = before.union(keys.filter(pk__gt=assignment.pk).order_by("pk")[:1])
    return neighbours


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


# How many begun items one search looks at before it takes a fresh one: bounds the cost for somebody far ahead.
WINDOW = 64


def find_search_start(annotator: Membership) -> float:
    """Return where on the ring the annotator's next search starts: a function of seed, annotator and count of searches
    alone.
    """
    text = f"{annotator.project.seed}:{annotator.pk}:{annotator.search_count}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48


def find_next_item(annotator: Membership, avoid: Collection[int] = ()) -> Item | None:
    """Lock and return the item the annotator should get next, or None when nothing is left for them.

    Must run inside a transaction. Rows that another search holds are passed over; only when nothing else is left
    does it wait for them, so that a search which is then undone starves nobody. Items in `avoid` come last of all.
    """
    for held_back in [avoid, ()] if avoid else [()]:
        for skip_locked in (True, False):
            for candidates in _candidates(annotator, held_back, skip_locked=skip_locked):
                if item := candidates.first():
                    return item
    return None


def _candidates(annotator: Membership, avoid: Collection[int], *, skip_locked: bool) -> Iterator[QuerySet[Item]]:
    """Yield ever wider searches, in the order of the project's spread."""
    begun_first = annotator.project.spread == Project.Spread.OVERLAP
    levels = sorted(range(annotator.project.annotators_per_item), reverse=begun_first)
    point = find_search_start(annotator)
    halves = ({"ring_place__gte": point}, {"ring_place__lt": point})
    for window in (WINDOW, None):
        for level in levels:
            for half in halves:
                room = Item.objects.with_room().filter(project=annotator.project, assigned_count=level, **half)
                room = room.order_by("ring_place")
                if window is not None:
                    room = Item.objects.with_room().filter(pk__in=room.values("pk")[:window]).order_by("ring_place")
                free = without_held(room, annotator)
                if avoid:
                    free = free.exclude(pk__in=avoid)
                yield free.select_for_update(no_key=True, skip_locked=skip_locked, of=("self",))
    # Single items may want more than the project does; those with fewest come first, so that they fill up evenly.
    beyond = Item.objects.with_room().filter(project=annotator.project, assigned_count__gte=len(levels))
    free = without_held(beyond, annotator).exclude(pk__in=avoid).order_by("assigned_count", "ring_place")
    yield free.select_for_update(no_key=True, skip_locked=skip_locked, of=("self",))


def without_held(items: QuerySet[Item], annotator: Membership) -> QuerySet[Item]:
    """Return the items that the annotator does not have. A returned one may come back to them: with two annotators
    there is nobody else to take it.
    """
    held = Assignment.objects.filter(item=OuterRef("pk"), annotator=annotator).exclude(state=State.RETURNED)
    return items.exclude(Exists(held))
