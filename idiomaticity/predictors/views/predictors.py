"""Pages of predictors: comparison, details, upload and removal."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.exclusions.queries import read_switch
from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import describe_at_work, find_at_work
from annotation_site.jobs.uploads import keep_and_request
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from annotation_site.web.middleware.bodies import takes_files
from idiomaticity.predictors.board import CLASS_COLUMNS, make_board
from idiomaticity.predictors.forms import CorrelateForm, PredictorForm
from idiomaticity.predictors.models import Predictor
from idiomaticity.predictors.probing.cells import NAMES
from idiomaticity.predictors.probing.table_columns import TABLES
from idiomaticity.predictors.queries.values import ValueTable, list_separations
from idiomaticity.predictors.services import (
    CORRELATION,
    PREDICTOR,
    PREVIEW,
    remove_predictor,
    request_correlations,
    request_predictor,
    request_predictor_preview,
)
from idiomaticity.predictors.views.tables import switch_figures
from idiomaticity.projects.access import admits, rating_context

TAB = "idiomaticity:predictors"
PAGE_SIZE = 100
JOBS_SHOWN = 10


@require_safe
@admits(can_see_results)
def predictors(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every predictor of the project with its correlations in one matrix."""
    project = request.project
    jobs = _jobs(request.user, project)
    switch = read_switch(project, request.GET)
    predictors = [switch_figures(predictor, switch) for predictor in project.predictors.all()]
    context = {
        "switch": switch,
        **rating_context(request.user, project, TAB),
        "page_name": "Predictors",
        "predictors": predictors,
        "board": make_board(predictors),
        "separations": list_separations(predictors),
        "classes": CLASS_COLUMNS.values(),
        "request_id": uuid4(),
        **jobs,
    }
    return render(request, "idiomaticity/predictors/predictors.html", context)


@require_safe
@admits(can_see_results, is_fragment=True)
def predictor_jobs(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the part of the page that changes while files are read; reload the page when all are done."""
    project = request.project
    context = {"project": project, **_jobs(request.user, project)}
    answer = render(request, "idiomaticity/predictors/_predictor_jobs.html", context)
    if not context["is_working"]:
        answer["HX-Refresh"] = "true"
    return answer


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def predictor_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the form for a predictor's file; POST starts its import, or the preview of a table."""
    project = request.project
    form = PredictorForm(request.POST or None, request.FILES or None, project=project, initial={"request_id": uuid4()})
    return answer_upload(
        request,
        form,
        lambda: _request(request, project, form),
        template="idiomaticity/predictors/predictor_new.html",
        context={**rating_context(request.user, project, TAB), "page_name": "Add predictor"},
        lead=_lead,
    )


@require_POST
@admits(can_manage)
def predictors_again(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start a job that compares every predictor with the present ratings."""
    project = request.project
    form = CorrelateForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The form is incomplete. Try again.")
        return redirect("idiomaticity:predictors", project.slug)
    try:
        request_correlations(user=request.user, project=project, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    return redirect("idiomaticity:predictors", project.slug)


@require_safe
@admits(can_see_results)
def predictor(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one predictor: every figure with its n and p, its file's contents, and its values by compound."""
    project = request.project
    predictor: Predictor = get_object_or_404(Predictor.objects.for_user(request.user), project=project, pk=pk)
    switch = read_switch(project, request.GET)
    switch_figures(predictor, switch)
    table = ValueTable(predictor)
    rows: Any = table  # it can be cut, which is all that pages need
    context = {
        "switch": switch,
        **rating_context(request.user, project, TAB),
        "page_name": predictor.name,
        "predictor": predictor,
        "separations": list_separations([predictor]),
        "cells": [{**cell, "name": NAMES[cell["measure"]]} for cell in predictor.cells],
        "value_names": table.names,
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "idiomaticity/predictors/predictor.html", context)


@require_POST
@admits(can_manage)
def predictor_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Delete the predictor."""
    project = request.project
    predictor = get_object_or_404(Predictor.objects.for_user(request.user), project=project, pk=pk)
    remove_predictor(user=request.user, project=project, predictor=predictor)
    messages.success(request, f"{predictor.name} was removed.")
    return redirect("idiomaticity:predictors", project.slug)


def _request(request: SignedInRequest, project: Project, form: PredictorForm) -> Job:
    """Request the preview of a table, or the import of another file."""
    arguments: dict[str, Any] = {"user": request.user, "project": project, **form.service_arguments()}
    ask: Callable[..., Job] = request_predictor
    if arguments["source"] in TABLES:
        ask = request_predictor_preview
        arguments = {name: value for name, value in arguments.items() if name not in ("window", "lemmas")}
    return keep_and_request(
        lambda keep: ask(**arguments, upload=keep(form.cleaned_data["file"])),
        user=request.user,
        project=project,
        kinds=[PREDICTOR, PREVIEW.kind],
        request_id=arguments["request_id"],
    )


def _lead(job: Job) -> HttpResponseRedirect:
    """Redirect to the preview of a table, else to the list of predictors, where the import is shown."""
    if job.kind == PREVIEW.kind:
        return redirect("idiomaticity:predictor_preview", job.project.slug, job.pk)
    return redirect("idiomaticity:predictors", job.project.slug)


def _jobs(user: User, project: Project) -> dict[str, Any]:
    return describe_at_work(user, find_at_work(project, [PREDICTOR, CORRELATION])[:JOBS_SHOWN])
