"""The overview page of a project."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.assignments.models import Assignment
from annotation_site.projects.abilities import (
    can_annotate,
    can_manage,
    can_see_everyones_work,
    require_annotator,
)
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.projects.queries import list_annotators
from annotation_site.web.access import SignedInRequest
from idiomaticity.classes.queries import is_expert
from idiomaticity.projects.access import open_project, rating_context
from idiomaticity.projects.queries import count_ratings, list_tasks

ANNOTATORS_SHOWN = 50


@require_safe
@login_required
def overview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the project's overview, as far as the user's roles allow."""
    project = open_project(request.user, slug)
    context = {
        **rating_context(request.user, project, "idiomaticity:overview"),
        "description_html": render_guideline(project.description) if project.description else "",
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
        # For some roles only.
        **dict.fromkeys(("ratings", "tasks", "page")),
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
    """Return the annotator's own progress; it never depends on the work of others, to keep annotation blind."""
    annotator = require_annotator(request.user, project)
    return {
        "annotator": annotator,
        "is_expert": is_expert(annotator),
        "unfinished": annotator.assignments.in_progress().exists(),
        "skipped_count": annotator.assignments.filter(state=Assignment.State.SKIPPED).count(),
    }
