"""Pages of a study while it runs: who needs attention, what is spent, more places, and replacements."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.crowd.services.opening import extend_crowd
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.studies.forms import ExtendForm, ReplaceForm
from idiomaticity.studies.queries.running import preview_replacement, read_running
from idiomaticity.studies.services.running import replace_participants

PAGE = "idiomaticity:study_running"


@require_safe
@never_cache
@admits(can_manage)
def study_running(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show progress, money, places, and the participants who need attention."""
    project = request.project
    call = CrowdCall.objects.select_related("project").filter(project=project).first()
    running = read_running(call) if call else None
    places = running.missing_places if running else 0
    context = {
        **rating_context(request.user, project, PAGE),
        "page_name": "Running",
        "call": call,
        "running": running,
        "extend": ExtendForm(initial={"operation_id": uuid4(), "places": places or None}),
    }
    return render(request, "idiomaticity/studies/study_running.html", context)


@require_POST
@admits(can_manage)
def study_extend(request: SignedInRequest, slug: str) -> HttpResponse:
    """Let more participants take part."""
    project = request.project
    project.require_active()
    form = ExtendForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Enter the number of places to add.")
        return redirect(PAGE, slug)
    try:
        call = extend_crowd(user=request.user, project=project, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, f"The crowd has {call.most_people:,} places now.")
    return redirect(PAGE, slug)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def study_replace(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what the exclusion of the chosen participants changes; POST excludes them and lets others take part."""
    project = request.project
    call = _require_call(project)
    query = request.POST if request.method == "POST" else request.GET
    replacement = preview_replacement(project, query.getlist("annotators"))
    if request.method != "POST" and not replacement.annotators:
        messages.error(request, "Choose participants first.")
        return redirect(PAGE, slug)
    initial = {"operation_id": uuid4(), "annotators": replacement.annotators, "opens_link": True}
    # A second click comes with names that are excluded by then.
    names = query.getlist("annotators") if request.method == "POST" else replacement.annotators
    given = request.POST if request.method == "POST" else None
    form = ReplaceForm(given, names=names, is_open=call.is_open, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            count = replace_participants(
                user=request.user, project=project, **{"opens_link": False, **form.cleaned_data}
            )
            who = "1 participant was" if count == 1 else f"{count:,} participants were"
            messages.success(request, f"{who} excluded. Their items go to others; nothing was deleted.")
            return redirect(PAGE, slug)
    context = {
        **rating_context(request.user, project, PAGE),
        "page_name": "Exclude and replace",
        "found": replacement,
        "call": call,
        "form": form,
    }
    page = "idiomaticity/studies/study_replace.html"
    return render(request, page, context, status=400 if form.errors else 200)


def _require_call(project: Project) -> CrowdCall:
    call: CrowdCall | None = CrowdCall.objects.filter(project=project).first()
    if call is None:
        raise Http404("The project has no crowd.")
    return call
