"""The overview of a project of any kind."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.assignments.counts import count_in_progress, show_submitted
from annotation_site.assignments.progress import describe_own_work
from annotation_site.languages.locales import Locale, switch_locale, translated
from annotation_site.overview.queries import list_annotators
from annotation_site.projects.abilities import (
    can_annotate,
    can_manage,
    can_see_everyones_work,
    can_visit,
    require_annotator,
)
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context

ANNOTATORS_SHOWN = 50


@require_safe
@admits(can_visit)
@translated
def overview(request: SignedInRequest, slug: str, project_kind: str) -> HttpResponse:
    """Show the progress of the project, as far as the person's roles allow."""
    project, part = request.project, find_kind(project_kind).overview
    sees_everyone = can_see_everyones_work(request.user, project)
    if can_manage(request.user, project):
        switch_locale(Locale())
    # Managers see everyone's work.
    counts = part.count_work(project) if sees_everyone else {}
    context = {
        **project_context(request.user, project, f"{project_kind}:overview"),
        **find_kind(project_kind).describe(project),
        "description_html": render_guideline(project.description) if project.description else "",
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
        "done": part.done,
        # For some roles only.
        **dict.fromkeys(("tasks", "annotators", "page")),
    }
    if can_annotate(request.user, project):
        annotator = require_annotator(request.user, project)
        context |= {**describe_own_work(annotator), **part.describe_own_work(annotator)}
    if sees_everyone:
        context |= {**counts, **part.describe_work(project, counts)}
    if can_manage(request.user, project):
        context |= {"tasks": part.list_tasks(project, counts), **_list_people(request, project)}
    return render(request, part.template, context)


def _list_people(request: SignedInRequest, project: Project) -> dict[str, Any]:
    page = Paginator(list_annotators(project), ANNOTATORS_SHOWN).get_page(request.GET.get("page"))
    members = list(page)
    begun, shown = count_in_progress(members), show_submitted(request.user, members)
    annotators = [
        {"membership": member, "shown": shown[member.pk], "in_progress": begun.get(member.pk, 0)} for member in members
    ]
    return {"page": page, "annotators": annotators}
