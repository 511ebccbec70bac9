"""Where somebody goes after handing a rating in."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.assignments.forms import SkipForm, StepForm, TakeUpForm
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.views import WorkPage
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.web.access import SignedInRequest
from idiomaticity.crowd.queries import describe_stage, find_own_worker
from idiomaticity.projects.access import open_project, rating_context
from idiomaticity.projects.wording import find_wording
from idiomaticity.ratings.forms import RatingForm
from idiomaticity.ratings.judgements import CANNOT_JUDGE, HIGHEST, LOWEST, MOST_PARAPHRASES, SCALES
from idiomaticity.ratings.queries import assignments_to_rate, cut_sentence, find_compound, rating_state
from idiomaticity.ratings.services.leasing import lease_next_rating
from idiomaticity.ratings.services.ratings import reopen_rating, submit_rating, take_up_rating
from idiomaticity.screening.models import KnownRating


def find_next(user: User, project: Project, done: Assignment | None = None) -> tuple[str | None, Assignment | None]:
    """Address and, where it is a rating, its assignment: feedback on a tutorial item, the next one, the end of a
    crowd's work; (None, None) when nothing is left for an invited annotator."""
    if done is not None and done.purpose == Assignment.Purpose.TRAINING:
        tutorial = KnownRating.objects.of_use(KnownRating.Use.TUTORIAL)
        if tutorial.filter(item=done.item_id).exists():
            return reverse("idiomaticity:crowd_feedback", args=[done.pk]), None
    following = lease_next_rating(user=user, project=project)
    if following is not None:
        return reverse("idiomaticity:rate", args=[following.pk]), following
    if find_own_worker(user, project) is not None:
        return reverse("idiomaticity:crowd_home", args=[project.slug]), None
    return None, None


PAGE_SIZE = 50
NOTHING_LEFT = "You have rated everything there is for you right now. Thank you."
State = Assignment.State


@require_safe
@never_cache
@login_required
def work(request: SignedInRequest, slug: str) -> HttpResponse:
    """The annotator's ratings, latest first; what others do shows nowhere."""
    project = open_project(request.user, slug)
    annotator = require_annotator(request.user, project)
    counts = dict(annotator.assignments.order_by("state").values_list("state").annotate(n=Count("pk")))
    own = assignments_to_rate(annotator.assignments.all()).select_related("rating").order_by("-pk")
    page = Paginator(own, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **rating_context(request.user, project, "idiomaticity:work"),
        "page_name": "My work",
        "annotator": annotator,
        "page": page,
        "rows": [_describe(assignment) for assignment in page],
        "cannot_judge": find_wording(project.idiomaticity.language, project.idiomaticity.wording).cannot_judge,
        "in_progress_count": counts.get(State.IN_PROGRESS, 0),
    }
    return render(request, "idiomaticity/ratings/work.html", context)


@require_POST
@login_required
def work_next(request: SignedInRequest, slug: str) -> HttpResponse:
    """Lease the next one and open it."""
    return _go_on(request, open_project(request.user, slug, can_annotate))


@require_safe
@never_cache
@login_required
def rate(request: SignedInRequest, pk: int) -> HttpResponse:
    """One compound on the rating page."""
    return _show(request, pk)


@require_POST
@never_cache
@login_required
def submit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Hand in and go on; what was filled in stays on the page when it cannot be taken yet."""
    form = RatingForm(request.POST)

    def step(fields: dict[str, Any]) -> HttpResponse:
        done = submit_rating(
            user=request.user,
            assignment_id=pk,
            operation_id=fields["operation_id"],
            version=fields["version"],
            judgement=form.read_judgement(),
        )
        return _go_on(request, done.item.project, done)

    return PAGE.take(request, pk, form, step)


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
    """Take a submitted rating back."""
    return PAGE.stay(request, pk, StepForm(request.POST), reopen_rating)


@require_POST
@never_cache
@login_required
def take_up(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take up again what was skipped or went back."""
    return PAGE.stay(request, pk, TakeUpForm(request.POST), take_up_rating)


def _show(request: SignedInRequest, pk: int, status: int = 200, form: forms.Form | None = None) -> HttpResponse:
    own = assignments_to_rate(Assignment.objects.for_annotator(request.user))
    assignment = get_object_or_404(own, pk=pk)
    state = rating_state(assignment)
    if isinstance(form, RatingForm):
        state["judgement"] = form.read_judgement().to_json()
    guideline = assignment.item.project.guidelines.first()
    context = {
        "state": state,
        "stage": describe_stage(assignment),
        "assignment": assignment,
        "project": assignment.item.project,
        "scales": [_describe_scale(state, question) for question in state["questions"]],
        "paraphrases": _pad(state["judgement"]["paraphrases"]),
        "guideline_html": render_guideline(guideline.text) if guideline else "",
        "guideline_version": guideline.version if guideline else None,
        "operation_id": uuid4(),
    }
    return render(request, "idiomaticity/ratings/rate.html", context, status=status)


def _describe_scale(state: dict[str, Any], question: dict[str, str]) -> dict[str, Any]:
    given = state["judgement"][question["scale"]]
    return {
        **question,
        "scores": [{"value": score, "is_given": score == given} for score in range(LOWEST, HIGHEST + 1)],
        "is_not_judged": given == CANNOT_JUDGE,
        "cannot_judge": CANNOT_JUDGE,
    }


def _pad(texts: list[str]) -> list[dict[str, Any]]:
    padded = [*texts, *[""] * (MOST_PARAPHRASES - len(texts))]
    return [{"position": position, "text": text} for position, text in enumerate(padded, start=1)]


def _go_on(request: SignedInRequest, project: Project, done: Assignment | None = None) -> HttpResponse:
    address, _ = find_next(request.user, project, done)
    if address is not None:
        return redirect(address)
    messages.info(request, NOTHING_LEFT)
    return redirect("idiomaticity:work", project.slug)


def _describe(assignment: Assignment) -> dict[str, Any]:
    """A row, with an operation id of its own, so that a double click does its step once."""
    occurrence = getattr(assignment.item, "occurrence", None)
    rating = getattr(assignment, "rating", None)
    return {
        "assignment": assignment,
        "compound": find_compound(assignment.item).text,
        "pieces": cut_sentence(occurrence.sentence, occurrence.spans) if occurrence else [],
        "scores": [getattr(rating, scale, None) for scale in SCALES],
        "operation_id": uuid4(),
        "can_reopen": assignment.state == State.SUBMITTED and assignment.item.state != "adjudicated",
        "can_take_up": assignment.state in (State.SKIPPED, State.RETURNED),
    }


PAGE = WorkPage(Project.Kind.IDIOMATICITY, "idiomaticity:rate", _show, _go_on)
