"""Pairs with known gold for managers: the chosen ones, new ones, and newcomers' progress."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from alignment.projects.access import admits
from alignment.training import queries as reads
from alignment.training.forms import GoldFileForm, MarkForm
from alignment.training.services.known_gold import import_known_gold, mark_known_gold, remove_known_gold
from alignment.training.services.training import allow_attempt
from annotation_site.assignments.forms import OperationForm
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on
from annotation_site.web.middleware.bodies import takes_files

PAGE_SIZE = 50
EXCERPT_TOKENS = 14


@require_safe
@never_cache
@admits(can_manage)
def known_gold(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the pairs used for training and checks, and forms that add more."""
    return _render_known_gold(request, request.project)


@require_POST
@admits(can_manage)
def known_gold_mark(request: SignedInRequest, slug: str) -> HttpResponse:
    """Use settled pairs for training or checks."""
    project = request.project
    form = MarkForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            rows = mark_known_gold(user=request.user, project=project, **form.cleaned_data)
            messages.success(request, f"{len(rows):,} pair{'' if len(rows) == 1 else 's'} added.")
            return redirect("alignment:known_gold", slug)
    return _render_known_gold(request, project, mark=form)


@takes_files
@require_POST
@admits(can_manage)
def known_gold_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Use pairs with gold from a file."""
    project = request.project
    form = GoldFileForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals_on(form):
            count = import_known_gold(user=request.user, project=project, **form.service_arguments())
            messages.success(request, f"Gold of {count:,} pair{'' if count == 1 else 's'} imported.")
            return redirect("alignment:known_gold", slug)
    return _render_known_gold(request, project, file=form)


@require_POST
@admits(can_manage)
def known_gold_remove(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Stop using a pair for training or checks."""
    get_object_or_404(Item, project=request.project, number=number)

    def step(sent: dict[str, Any]) -> None:
        item = remove_known_gold(**sent, number=number)
        follows = {
            Item.State.OPEN: " It is assigned as work.",
            Item.State.WITHDRAWN: " It is not assigned as work, because annotators have seen it.",
        }
        messages.success(request, f"Pair {number} is no longer used.{follows.get(Item.State(item.state), '')}")

    return _step(request, request.project, step)


@require_POST
@admits(can_manage)
def training_allow(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Grant somebody one more attempt."""
    project = request.project
    get_object_or_404(project.memberships, pk=pk)
    return _step(request, project, lambda sent: allow_attempt(**sent, annotator_id=pk))


def _step(request: SignedInRequest, project: Project, step: Any) -> HttpResponse:
    form = OperationForm(request.POST)
    if form.is_valid():
        try:
            step({"user": request.user, "project": project, **form.cleaned_data})
        except DomainError as error:
            messages.error(request, error.sentence)
        except Http404 as error:  # another manager was quicker
            messages.error(request, str(error))
    return redirect("alignment:known_gold", project.slug)


def _render_known_gold(request: SignedInRequest, project: Project, **sent: forms.Form) -> HttpResponse:
    page = Paginator(reads.list_known_gold(project), PAGE_SIZE).get_page(request.GET.get("page"))
    initial = {"operation_id": uuid4()}
    context = {
        **project_context(request.user, project, "alignment:annotator_quality"),
        "page_name": "Training and checks",
        "settings": project.alignment,
        "page": page,
        "rows": [{"known": row, "excerpt": row.item.sentence_pair.cut_source(EXCERPT_TOKENS)} for row in page],
        "counts": {
            "training": project.known_gold.for_training().count(),
            "checks": project.known_gold.for_checks().count(),
        },
        "newcomers": [
            {"membership": newcomer, "agr": reads.last_agr(newcomer)} for newcomer in reads.list_newcomers(project)
        ],
        "mark": sent.get("mark") or MarkForm(initial=initial),
        "file": sent.get("file") or GoldFileForm(initial=initial),
        "operation_id": uuid4(),
        "source_language": find_language(project.alignment.source_language),
    }
    return render(request, "alignment/training/known_gold.html", context, status=400 if sent else 200)
