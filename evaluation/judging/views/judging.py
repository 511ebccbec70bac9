"""The annotator's own judgements: the list, the next one, the page on which an expression is judged, and its steps."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.assignments.forms import SkipForm, StepForm, TakeUpForm
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import skip_assignment, take_up_assignment
from annotation_site.assignments.views import WorkPage
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest
from evaluation.judging.forms import JudgementForm
from evaluation.judging.methods import CANNOT_JUDGE, as_shown
from evaluation.judging.models import JudgementRound, OutputJudgement
from evaluation.judging.queries.judging import assignments_to_judge, count_for, judgement_state
from evaluation.judging.services.judging import lease_next_judgement, reopen_judgement, submit_judgement
from evaluation.projects.access import describe_project, open_project

PAGE_SIZE = 50
NOTHING_LEFT = "You have judged everything there is for you right now. Thank you."
State = Assignment.State


@require_safe
@never_cache
@login_required
def work(request: SignedInRequest, slug: str) -> HttpResponse:
    """The annotator's judgements, latest first; what others do shows nowhere."""
    project = open_project(request.user, slug)
    annotator = require_annotator(request.user, project)
    counts = dict(annotator.assignments.order_by("state").values_list("state").annotate(n=Count("pk")))
    given = Prefetch("output_judgements", OutputJudgement.objects.order_by("output"), to_attr="given")
    own = assignments_to_judge(annotator.assignments.all()).prefetch_related(given).order_by("-pk")
    page = Paginator(own, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, "evaluation:work"),
        **describe_project(project),
        "page_name": "My work",
        "annotator": annotator,
        "to_judge": count_for(annotator, project),
        "page": page,
        "rows": [_describe(assignment) for assignment in page],
        "in_progress_count": counts.get(State.IN_PROGRESS, 0),
    }
    return render(request, "evaluation/judging/work.html", context)


@require_POST
@login_required
def work_next(request: SignedInRequest, slug: str) -> HttpResponse:
    """Lease the next one and open it."""
    return _go_on(request, open_project(request.user, slug, can_annotate))


@require_safe
@never_cache
@login_required
def judge(request: SignedInRequest, pk: int) -> HttpResponse:
    """One expression with its translations."""
    return _show(request, pk)


@require_POST
@never_cache
@login_required
def submit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Hand in and go on; what was filled in stays on the page when it cannot be taken yet."""
    state = judgement_state(_fetch(request, pk))
    form = JudgementForm(request.POST, method=state["method"], questions=len(state["answers"]))

    def step(fields: dict[str, Any]) -> HttpResponse:
        done = submit_judgement(
            user=request.user,
            assignment_id=pk,
            operation_id=fields["operation_id"],
            version=fields["version"],
            answers=form.read_answers(),
        )
        return _go_on(request, done.item.project)

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
    """Take a submitted judgement back."""
    return PAGE.stay(request, pk, StepForm(request.POST), reopen_judgement)


@require_POST
@never_cache
@login_required
def take_up(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take up again what was skipped or went back."""
    return PAGE.stay(request, pk, TakeUpForm(request.POST), take_up_assignment)


def _fetch(request: SignedInRequest, pk: int) -> Assignment:
    found: Assignment = get_object_or_404(assignments_to_judge(Assignment.objects.for_annotator(request.user)), pk=pk)
    return found


def _show(request: SignedInRequest, pk: int, status: int = 200, form: forms.Form | None = None) -> HttpResponse:
    assignment = _fetch(request, pk)
    state = judgement_state(assignment)
    if isinstance(form, JudgementForm):
        state["answers"] = form.read_answers()
    guideline = assignment.item.project.guidelines.first()
    context = {
        "state": state,
        "assignment": assignment,
        "project": assignment.item.project,
        "questions": [_describe_question(state, place) for place in range(len(state["answers"]))],
        "cannot_judge_value": CANNOT_JUDGE,
        "guideline_html": render_guideline(guideline.text) if guideline else "",
        "guideline_version": guideline.version if guideline else None,
        "operation_id": uuid4(),
    }
    return render(request, "evaluation/judging/judge.html", context, status=status)


def _describe_question(state: dict[str, Any], place: int) -> dict[str, Any]:
    given = state["answers"][place]
    return {
        "place": place,
        "number": place + 1,
        "output": state["outputs"][place],
        "given": "" if given in (None, CANNOT_JUDGE) else given,
        "is_not_judged": given == CANNOT_JUDGE,
        "scores": [{**point, "is_given": point["value"] == given} for point in state["points"]],
    }


def _go_on(request: SignedInRequest, project: Project) -> HttpResponse:
    following = lease_next_judgement(user=request.user, project=project)
    if following is not None:
        return redirect("evaluation:judge", following.pk)
    messages.info(request, NOTHING_LEFT)
    return redirect("evaluation:work", project.slug)


def _describe(assignment: Any) -> dict[str, Any]:
    """A row, with an operation id of its own, so that a double click does its step once."""
    task = assignment.item.judgement_task
    shown = getattr(assignment, "shown_order", None)
    answers: list[int | None] = []
    if assignment.given and shown is not None:
        by_output = {each.output: each.value for each in assignment.given}
        places = 1 if task.round.method == "preference" else len(task.outputs)
        answers = as_shown(task.round.method, [by_output.get(place) for place in range(places)], shown.places)
    is_open = task.round.state == JudgementRound.State.OPEN
    return {
        "assignment": assignment,
        "task": task,
        "answers": answers,
        "operation_id": uuid4(),
        "can_reopen": assignment.state == State.SUBMITTED and is_open,
        "can_take_up": assignment.state in (State.SKIPPED, State.RETURNED),
    }


PAGE = WorkPage(Project.Kind.EVALUATION, "evaluation:judge", _show, _go_on)
