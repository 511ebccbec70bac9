"""The overview page of a project."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.assignments.counts import show_submitted
from annotation_site.assignments.progress import describe_own_work
from annotation_site.languages.locales import Locale, switch_locale, translated
from annotation_site.projects.abilities import can_annotate, can_manage, can_visit, require_annotator
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.queries import list_annotators
from annotation_site.web.access import SignedInRequest
from expressions.projects.access import admits, expression_context
from expressions.projects.queries import list_tasks

ANNOTATORS_SHOWN = 50


@require_safe
@admits(can_visit)
@translated
def overview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the project's overview, as far as the user's roles allow."""
    project = request.project
    if can_manage(request.user, project):
        switch_locale(Locale())
    context = {
        **expression_context(request.user, project, "expressions:overview"),
        "description_html": render_guideline(project.description) if project.description else "",
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
        # For some roles only.
        **dict.fromkeys(("tasks", "page")),
    }
    if can_annotate(request.user, project):
        context |= describe_own_work(require_annotator(request.user, project))
    if can_manage(request.user, project):
        page = Paginator(list_annotators(project), ANNOTATORS_SHOWN).get_page(request.GET.get("page"))
        shown = show_submitted(request.user, list(page))
        context |= {"tasks": list_tasks(project), "page": page, "people": [(each, shown[each.pk]) for each in page]}
    return render(request, "expressions/projects/overview.html", context)
