"""The annotator's own work: the list, the next pair, the page on which a pair is aligned, and its steps without a
script."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from alignment.projects.access import open_project
from alignment.readings.forms import CommentForm, SubmitForm
from alignment.readings.queries import assignment_state, assignments_with_pairs, can_reopen, is_in_open_round
from alignment.readings.services.leasing import lease_next_pair
from alignment.readings.services.readings import reopen_reading, submit_reading
from alignment.training.queries import read_status
from annotation_site.assignments.forms import SkipForm, StepForm, TakeUpForm
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import post_comment, skip_assignment, take_up_assignment
from annotation_site.assignments.views import WorkPage
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Guideline, Membership, Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.access import SignedInRequest

PAGE_SIZE = 50
EXCERPT_TOKENS = 18
NOTHING_LEFT = "There is no pair for you right now. Thank you: come back later, or look through what you did."
State = Assignment.State
FILTERS: dict[str, tuple[str, list[str]]] = {
    "": ("All", list(State.values)),
    "open": ("In progress", [State.IN_PROGRESS]),
    "submitted": ("Submitted", [State.SUBMITTED]),
    "given-back": ("Skipped or returned", [State.SKIPPED, State.RETURNED]),
}


@require_safe
@never_cache
@login_required
def work(request: SignedInRequest, slug: str) -> HttpResponse:
    """The annotator's assignments, latest first; what others do shows nowhere."""
    project = open_project(request.user, slug)
    annotator = require_annotator(request.user, project)
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in FILTERS else ""
    counts = dict(annotator.assignments.order_by("state").values_list("state").annotate(n=Count("pk")))
    page = Paginator(_list_assignments(annotator, FILTERS[chosen][1]), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, "alignment:work"),
        "page_name": "My work",
        "annotator": annotator,
        "page": page,
        "rows": [_describe(assignment) for assignment in page],
        "has_begun": bool(counts),
        "training": read_status(annotator),
        "in_progress_count": counts.get(State.IN_PROGRESS, 0),
        "filters": [
            {
                "value": value,
                "label": label,
                "count": sum(counts.get(state, 0) for state in states),
                "is_current": value == chosen,
            }
            for value, (label, states) in FILTERS.items()
        ],
        "source_language": find_language(project.alignment.source_language),
    }
    return render(request, "alignment/readings/work.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def work_next(request: SignedInRequest, slug: str) -> HttpResponse:
    """Lease the next pair and open it; whoever only opens the address is shown where to ask for one."""
    project = open_project(request.user, slug, can_annotate)
    if request.method != "POST":
        return redirect("alignment:work", project.slug)
    return _go_on(request, project)


@require_safe
@never_cache
@login_required
def annotate(request: SignedInRequest, pk: int) -> HttpResponse:
    """One pair in the editor."""
    return _show_assignment(request, pk)


@require_POST
@never_cache
@login_required
def submit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Hand in and go on."""

    def step(fields: dict[str, Any]) -> HttpResponse:
        done = submit_reading(user=request.user, assignment_id=pk, **fields)
        if is_in_open_round(done):
            return redirect("alignment:reconcile", pk)
        if done.purpose == Assignment.Purpose.TRAINING:
            return redirect("alignment:training_pair", pk)
        return _go_on(request, done.item.project)

    return PAGE.take(request, pk, SubmitForm(request.POST), step)


@require_POST
@never_cache
@login_required
def skip(request: SignedInRequest, pk: int) -> HttpResponse:
    """Hand back with a reason and go on."""
    return PAGE.leave(request, pk, SkipForm(request.POST), skip_assignment)


@require_POST
@never_cache
@login_required
def reopen(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a submitted reading back."""
    return PAGE.stay(request, pk, StepForm(request.POST), reopen_reading)


@require_POST
@never_cache
@login_required
def take_up(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take up again what was skipped or went back."""
    return PAGE.stay(request, pk, TakeUpForm(request.POST), take_up_assignment)


@require_POST
@never_cache
@login_required
def comment(request: SignedInRequest, pk: int) -> HttpResponse:
    """Add a comment."""
    return PAGE.stay(request, pk, CommentForm(request.POST), post_comment)


def _show_assignment(
    request: SignedInRequest, pk: int, status: int = 200, form: forms.Form | None = None
) -> HttpResponse:
    own = assignments_with_pairs(Assignment.objects.for_annotator(request.user))
    assignment = get_object_or_404(own, pk=pk)
    guideline = _guideline_of(assignment)
    context = {
        "state": assignment_state(assignment),
        "assignment": assignment,
        "is_training": assignment.purpose == Assignment.Purpose.TRAINING,
        "project": assignment.item.project,
        "guideline_html": render_guideline(guideline.text) if guideline else "",
        "guideline_version": guideline.version if guideline else None,
        "operation_id": uuid4(),
    }
    return render(request, "alignment/readings/annotate.html", context, status=status)


def _guideline_of(assignment: Assignment) -> Guideline | None:
    """The version the reading was submitted under; the current one while it can change."""
    if assignment.state == State.SUBMITTED:
        submission = assignment.submissions.select_related("guideline").order_by("-number").first()
        if submission is not None:
            return submission.guideline
    return assignment.item.project.guidelines.first()


def _go_on(request: SignedInRequest, project: Project) -> HttpResponse:
    following = lease_next_pair(user=request.user, project=project)
    if following is not None:
        return redirect("alignment:annotate", following.pk)
    if read_status(require_annotator(request.user, project)).is_required:
        return redirect("alignment:training", project.slug)
    messages.info(request, NOTHING_LEFT)
    return redirect("alignment:work", project.slug)


def _list_assignments(annotator: Membership, states: list[str]) -> QuerySet[Assignment]:
    listed = annotator.assignments.filter(state__in=states).select_related("item__sentence_pair").order_by("-pk")
    content = "item__sentence_pair__"
    return listed.defer(f"{content}target_tokens", f"{content}source_text", f"{content}target_text")


def _describe(assignment: Assignment) -> dict[str, Any]:
    """A row, with an operation id of its own, so that a double click does its step once."""
    tokens = assignment.item.sentence_pair.source_tokens
    excerpt = " ".join(tokens[:EXCERPT_TOKENS])
    return {
        "assignment": assignment,
        "excerpt": excerpt if len(tokens) <= EXCERPT_TOKENS else f"{excerpt} …",
        "operation_id": uuid4(),
        "can_reopen": can_reopen(assignment),
        "is_training": assignment.purpose == Assignment.Purpose.TRAINING,
        "can_take_up": assignment.state in (State.SKIPPED, State.RETURNED),
    }


PAGE = WorkPage(Project.Kind.ALIGNMENT, "alignment:annotate", _show_assignment, _go_on)
