"""Starting a project, seeing where it stands, and its settings."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from alignment.projects.access import open_project
from alignment.projects.forms import ProjectForm, SettingsForm
from alignment.projects.queries import (
    count_disputes,
    count_in_progress,
    count_pairs,
    list_annotators,
    list_tasks,
    sum_agreement,
)
from alignment.projects.services import change_alignment_settings, find_started_project, start_alignment_project
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
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError, RoleRequired

ANNOTATORS_SHOWN = 50
LATER_SETTINGS = (
    "suggestion_control_share", "shows_feedback", "training_threshold", "training_tries", "check_share",
)  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: SignedInRequest) -> HttpResponse:
    """Start a project; its overview says what comes next."""
    if not can_create_projects(request.user):
        raise RoleRequired("Your account may not start projects. Ask the operator of this site.")
    request_id = _read_id(request.GET.get("form", ""))
    if request.method != "POST" and request_id is None:
        # In the address, so that whoever goes back finds the same form and not a new one.
        return redirect(f"{reverse('alignment:new')}?form={uuid4()}")
    form = ProjectForm(request.POST or None, initial={"request_id": request_id})
    if request.method == "POST" and form.is_valid():
        earlier = find_started_project(user=request.user, request_id=form.cleaned_data["request_id"])
        try:
            project = start_alignment_project(user=request.user, **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            if earlier is None:
                messages.success(request, "The project is ready. Next: import its text.")
            else:
                messages.info(
                    request, f"This form has started “{project.name}” already, so no second project was made."
                )
            return redirect(project)
    return render(request, "alignment/projects/new.html", {"form": form}, status=400 if form.errors else 200)


def _read_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@require_safe
@login_required
def overview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Where the project stands, as far as the person's roles let them see."""
    project = open_project(request.user, slug)
    context = {
        **project_context(request.user, project, "alignment:overview"),
        "source_language": find_language(project.alignment.source_language),
        "target_language": find_language(project.alignment.target_language),
        "settings": project.alignment,
        "description_html": render_guideline(project.description) if project.description else "",
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
    }
    if can_annotate(request.user, project):
        context |= _own_progress(request, project)
    if can_see_everyones_work(request.user, project):
        context |= {
            "pairs": count_pairs(project),
            "disputes": count_disputes(project),
            "agreement": sum_agreement(project),
        }
    if can_manage(request.user, project):
        context |= _management(request, project, context)
    return render(request, "alignment/projects/overview.html", context)


def _own_progress(request: SignedInRequest, project: Project) -> dict[str, Any]:
    """The annotator's part: nothing in it depends on what other annotators do."""
    annotator = require_annotator(request.user, project)
    return {
        "annotator": annotator,
        "unfinished": annotator.assignments.in_progress().select_related("item").order_by("pk").first(),
        "skipped_count": annotator.assignments.filter(state=Assignment.State.SKIPPED).count(),
    }


def _management(request: SignedInRequest, project: Project, context: dict[str, Any]) -> dict[str, Any]:
    page = Paginator(list_annotators(project), ANNOTATORS_SHOWN).get_page(request.GET.get("page"))
    begun = count_in_progress(list(page))
    return {
        "tasks": list_tasks(project, context["pairs"], context["disputes"]),
        "page": page,
        "annotators": [{"membership": row, "in_progress": begun.get(row.pk, 0)} for row in page],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change what may change while work goes on, and say why the rest may not."""
    project = open_project(request.user, slug, can_manage)
    is_begun = Item.objects.filter(project=project, assigned_count__gt=0).exists()
    initial = {
        "name": project.name,
        "description": project.description,
        "annotators_per_item": project.annotators_per_item,
        "spread": project.spread,
        "gold_policy": project.alignment.gold_policy,
        **{name: getattr(project.alignment, name) for name in LATER_SETTINGS},
    }
    form = SettingsForm(request.POST or None, initial=initial, is_begun=is_begun)
    if request.method == "POST" and form.is_valid():
        try:
            change_alignment_settings(user=request.user, project=project, **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            messages.success(request, "The settings are saved.")
            return redirect("alignment:settings", project.slug)
    context = {
        **project_context(request.user, project, "alignment:settings"),
        "page_name": "Settings",
        "form": form,
        "settings": project.alignment,
        "source_language": find_language(project.alignment.source_language),
        "target_language": find_language(project.alignment.target_language),
    }
    return render(request, "alignment/projects/settings.html", context, status=400 if form.errors else 200)
