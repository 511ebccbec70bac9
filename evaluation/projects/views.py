"""Starting a project of translation evaluation, seeing where it stands, and its settings."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.projects.abilities import can_annotate, can_create_projects, can_manage, require_annotator
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.projects.queries import list_annotators
from annotation_site.texts.languages import find_language
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError, RoleRequired
from evaluation.judging.queries.judging import count_for
from evaluation.projects.access import open_project
from evaluation.projects.forms import ProjectForm, SettingsForm
from evaluation.projects.queries import list_tasks
from evaluation.projects.services import change_evaluation_settings, start_evaluation_project

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
            project = start_evaluation_project(user=request.user, **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            messages.success(request, "The project is ready. Next: a test set.")
            return redirect(project)
    return render(request, "evaluation/projects/new.html", {"form": form}, status=400 if form.errors else 200)


@require_safe
@login_required
def overview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Where the project stands, as far as the person's roles let them see."""
    project = open_project(request.user, slug)
    context = {
        **evaluation_context(request.user, project, "evaluation:overview"),
        "description_html": render_guideline(project.description) if project.description else "",
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
    }
    if can_annotate(request.user, project):
        context |= _own_progress(request, project)
    if can_manage(request.user, project):
        page = Paginator(list_annotators(project), ANNOTATORS_SHOWN).get_page(request.GET.get("page"))
        context |= {"tasks": list_tasks(project), "page": page}
    return render(request, "evaluation/projects/overview.html", context)


def _own_progress(request: SignedInRequest, project: Project) -> dict[str, Any]:
    """The annotator's part: nothing in it depends on what other annotators do."""
    annotator = require_annotator(request.user, project)
    return {
        "annotator": annotator,
        "to_judge": count_for(annotator, project),
        "unfinished": annotator.assignments.in_progress().exists(),
        "skipped_count": annotator.assignments.filter(state=Assignment.State.SKIPPED).count(),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change what may change while work goes on."""
    project = open_project(request.user, slug, can_manage)
    own = {"name": project.name, "description": project.description, "spread": project.spread}
    form = SettingsForm(request.POST or None, initial=own)
    if request.method == "POST" and form.is_valid():
        change_evaluation_settings(user=request.user, project=project, **form.cleaned_data)
        messages.success(request, "The settings are saved.")
        return redirect("evaluation:settings", project.slug)
    context = {
        **evaluation_context(request.user, project, "evaluation:settings"),
        "page_name": "Settings",
        "form": form,
    }
    return render(request, "evaluation/projects/settings.html", context, status=400 if form.errors else 200)


def evaluation_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """Project, tabs and languages."""
    return {
        **project_context(user, project, current),
        "source_language": find_language(project.evaluation.source_language),
        "target_language": find_language(project.evaluation.target_language),
    }
