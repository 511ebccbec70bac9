"""The overview of a project and its progress."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from alignment.projects.access import admits, describe_project
from alignment.projects.queries import (
    count_disputes,
    list_annotators,
    list_tasks,
    sum_agreement,
)
from alignment.training.queries import read_status
from annotation_site.assignments.counts import count_in_progress, count_items, show_submitted
from annotation_site.assignments.progress import describe_own_work
from annotation_site.languages.locales import Locale, switch_locale, translated
from annotation_site.projects.abilities import (
    can_annotate,
    can_manage,
    can_see_everyones_work,
    can_visit,
    require_annotator,
)
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest

ANNOTATORS_SHOWN = 50


@require_safe
@admits(can_visit)
@translated
def overview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the progress of the project, as far as the person's roles allow."""
    project = request.project
    if can_see_everyones_work(request.user, project):
        switch_locale(Locale())
    context = {
        **project_context(request.user, project, "alignment:overview"),
        **describe_project(project),
        "description_html": render_guideline(project.description) if project.description else "",
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
        # For some roles only.
        **dict.fromkeys(("pairs", "tasks", "annotators")),
    }
    if can_annotate(request.user, project):
        annotator = require_annotator(request.user, project)
        context |= {**describe_own_work(annotator), "training": read_status(annotator)}
    if can_see_everyones_work(request.user, project):
        context |= {
            "pairs": count_items(project),
            "disputes": count_disputes(project),
            "agreement": sum_agreement(project),
        }
    if can_manage(request.user, project):
        context |= _management(request, project, context)
    return render(request, "alignment/projects/overview.html", context)


def _management(request: SignedInRequest, project: Project, context: dict[str, Any]) -> dict[str, Any]:
    page = Paginator(list_annotators(project), ANNOTATORS_SHOWN).get_page(request.GET.get("page"))
    begun, shown = count_in_progress(list(page)), show_submitted(request.user, list(page))
    return {
        "tasks": list_tasks(project, context["pairs"], context["disputes"]),
        "page": page,
        "annotators": [
            {"membership": row, "shown": shown[row.pk], "in_progress": begun.get(row.pk, 0)} for row in page
        ],
    }
