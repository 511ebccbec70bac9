"""Pages of adjudication of every kind: the queue, worst first, and one subject with its two acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.adjudication.kinds import Adjudication, QueuePart, find_adjudication
from annotation_site.assignments.forms import StepForm
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError
from annotation_site.web.pagination import CountedPaginator


@require_safe
@never_cache
@admits(can_adjudicate)
@translated
def queue(request: SignedInRequest, slug: str, project_kind: str) -> HttpResponse:
    """Show what is to be adjudicated, worst first."""
    project, adjudication = request.project, find_adjudication(project_kind)
    part = adjudication.choose(request.user, project, request.GET)
    filters = adjudication.list_filters(project, part)
    size = next(row.size for row in filters if row.name == part.shown)
    pages = CountedPaginator(adjudication.list_queue(project, part), adjudication.page_size, size)
    page = pages.get_page(request.GET.get("page"))
    context = {
        **_frame(request, project, adjudication),
        "page_name": _("Adjudication"),
        "filters": [{"name": row.name, "label": _(row.label), "count": row.size} for row in filters],
        "shown": part.shown,
        "query": part.query,
        "form": part.form,
        "noun": _(adjudication.noun),
        "start": _(adjudication.start),
        "first": adjudication.find_next(project, part),
        "page": page,
        "disputes": adjudication.list_disputes(project),
        "operation_id": uuid4(),
        **adjudication.queue_context(request.user, project, part, page),
    }
    return render(request, adjudication.queue_template, context)


@require_safe
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate(request: SignedInRequest, slug: str, number: int, project_kind: str) -> HttpResponse:
    """Show one subject with its readings, their differences, and the decision."""
    return show(request, find_adjudication(project_kind), number)


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate_decide(request: SignedInRequest, slug: str, number: int, project_kind: str) -> HttpResponse:
    """Store a decision, and continue with the next one if this one is done."""
    project, adjudication = request.project, find_adjudication(project_kind)
    subject = adjudication.find(request.user, project, number)
    form = adjudication.decision_form(request.POST, subject)

    def decide(step: dict[str, Any]) -> HttpResponse:
        row = adjudication.decide(user=request.user, project=project, number=number, **step, **form.read_content())
        if not row.is_done:
            return lead_to(request, adjudication, number)
        part = adjudication.choose(request.user, project, request.GET)
        following = adjudication.find_next(project, part, subject)
        if following is None:
            messages.success(request, _(adjudication.nothing_left))
        return lead_to(request, adjudication, following)

    return take_step(request, adjudication, number, form, decide)


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate_undo(request: SignedInRequest, slug: str, number: int, project_kind: str) -> HttpResponse:
    """Undo the latest decision, so that another one can be made."""
    project, adjudication = request.project, find_adjudication(project_kind)

    def undo(step: dict[str, Any]) -> HttpResponse:
        adjudication.undo(user=request.user, project=project, number=number, **step)
        return lead_to(request, adjudication, number)

    return take_step(request, adjudication, number, StepForm(request.POST), undo)


def take_step(
    request: SignedInRequest,
    adjudication: Adjudication[Any],
    number: int,
    form: StepForm,
    act: Callable[[dict[str, Any]], HttpResponse],
) -> HttpResponse:
    """Take a step with the version that was seen, or show the page again, with the status and the reason of the
    refusal: somebody else has decided since, or something is missing.
    """
    if not form.is_valid():
        for sentence in list_faults(form):
            messages.error(request, sentence)
        return show(request, adjudication, number, form, 400)
    try:
        return act({name: form.cleaned_data[name] for name in ("version", "operation_id")})
    except DomainError as error:
        messages.error(request, error.sentence)
        return show(request, adjudication, number, form, error.status)


def list_faults(form: forms.Form) -> list[str]:
    """Return what the form itself says is missing or wrong, each sentence once, or that it is incomplete."""
    find_faults = getattr(form, "list_faults", None)
    return find_faults() if find_faults else [_("The form is incomplete. Try again.")]


def lead_to(request: SignedInRequest, adjudication: Adjudication[Any], number: int | None) -> HttpResponse:
    """Lead to the subject with this number, or to the queue without one; thresholds and filters are kept."""
    project = request.project
    query = adjudication.choose(request.user, project, request.GET).query
    if number is None:
        return redirect(reverse(adjudication.tab, args=[project.slug]) + query)
    return redirect(reverse(adjudication.page, args=[project.slug, number]) + query)


def show(
    request: SignedInRequest,
    adjudication: Adjudication[Any],
    number: int,
    form: StepForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the page of one subject; a form that was refused keeps what was filled in."""
    user, project = request.user, request.project
    subject = adjudication.find(user, project, number)
    part = adjudication.choose(user, project, request.GET)
    state = adjudication.describe(user, subject)
    following = adjudication.find_next(project, part, subject)
    context = {
        **_frame(request, project, adjudication),
        "page_name": adjudication.name(subject),
        "state": state,
        "position": adjudication.find_position(project, part, subject),
        "query": part.query,
        "history": adjudication.list_history(subject),
        "disputes": adjudication.list_disputes(project, subject),
        "operation_id": uuid4(),
        **_addresses(adjudication, project, part, number, following),
        **adjudication.page_context(subject, state, form),
    }
    return render(request, adjudication.template, context, status=status)


def _frame(request: SignedInRequest, project: Project, adjudication: Adjudication[Any]) -> dict[str, Any]:
    return {
        **project_context(request.user, project, adjudication.tab),
        **find_kind(project.kind).describe(project),
        "adjudication": adjudication,
    }


def _addresses(
    adjudication: Adjudication[Any], project: Project, part: QueuePart, number: int, following: int | None
) -> dict[str, str]:
    """Return the addresses of the page, in which thresholds and filters are kept; empty where nothing follows."""
    page = adjudication.page
    following_url = "" if following is None else reverse(page, args=[project.slug, following]) + part.query
    return {
        "queue_url": reverse(adjudication.tab, args=[project.slug]) + part.query,
        "decide_url": reverse(f"{page}_decide", args=[project.slug, number]) + part.query,
        "undo_url": reverse(f"{page}_undo", args=[project.slug, number]) + part.query,
        "following_url": following_url,
    }
