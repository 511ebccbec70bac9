"""Starting a compositionality project, seeing where it stands, and its settings."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.abilities import (
    can_annotate,
    can_create_projects,
    can_manage,
    can_see_everyones_work,
    require_annotator,
)
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.projects.queries import list_annotators
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError, RoleRequired
from idiomaticity.classes.queries import is_expert
from idiomaticity.projects.access import open_project, rating_context
from idiomaticity.projects.forms import ProjectForm, SettingsForm
from idiomaticity.projects.queries import count_ratings, list_tasks
from idiomaticity.projects.services import change_rating_settings, start_rating_project
from idiomaticity.projects.wording import find_wording

ANNOTATORS_SHOWN = 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: SignedInRequest) -> HttpResponse:
    """Start a project; its overview says what comes next."""
    if not can_create_projects(request.user):
        raise RoleRequired("Your account may not start projects. Ask the operator of this site.")
    form = ProjectForm(request.POST or None, initial={"request_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            project = start_rating_project(user=request.user, **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            messages.success(request, "The project is ready. Next: import its compounds.")
            return redirect(project)
    return render(request, "idiomaticity/projects/new.html", {"form": form}, status=400 if form.errors else 200)


@require_safe
@login_required
def overview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Where the project stands, as far as the person's roles let them see."""
    project = open_project(request.user, slug)
    context = {
        **rating_context(request.user, project, "idiomaticity:overview"),
        "description_html": render_guideline(project.description) if project.description else "",
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
    }
    if can_annotate(request.user, project):
        context |= _own_progress(request, project)
    if can_see_everyones_work(request.user, project):
        context["ratings"] = count_ratings(project)
    if can_manage(request.user, project):
        page = Paginator(list_annotators(project), ANNOTATORS_SHOWN).get_page(request.GET.get("page"))
        context |= {"tasks": list_tasks(project, context["ratings"]), "page": page}
    return render(request, "idiomaticity/projects/overview.html", context)


def _own_progress(request: SignedInRequest, project: Project) -> dict[str, Any]:
    """The annotator's part: nothing in it depends on what other annotators do."""
    annotator = require_annotator(request.user, project)
    return {
        "annotator": annotator,
        "is_expert": is_expert(annotator),
        "unfinished": annotator.assignments.in_progress().exists(),
        "skipped_count": annotator.assignments.filter(state=Assignment.State.SKIPPED).count(),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change what may change while work goes on, and the words in which people are asked."""
    project = open_project(request.user, slug, can_manage)
    own = project.idiomaticity
    form = SettingsForm(
        request.POST or None,
        initial={
            "name": project.name,
            "description": project.description,
            "annotators_per_item": project.annotators_per_item,
            "spread": project.spread,
        },
        is_begun=Item.objects.filter(project=project, assigned_count__gt=0).exists(),
        wording=find_wording(own.language, own.wording),
    )
    if request.method == "POST" and form.is_valid():
        try:
            change_rating_settings(user=request.user, project=project, **form.read_settings())
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            messages.success(request, "The settings are saved.")
            return redirect("idiomaticity:settings", project.slug)
    context = {
        **rating_context(request.user, project, "idiomaticity:settings"),
        "page_name": "Settings",
        "form": form,
    }
    return render(request, "idiomaticity/projects/settings.html", context, status=400 if form.errors else 200)
