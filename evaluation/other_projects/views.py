"""Pages of a compound's occurrences in other projects, also as a fragment of the compound's page."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from evaluation.other_projects.queries import find_shown, read_other_projects
from evaluation.sources.other_projects import find_expression


@require_safe
@admits(can_see_results, kinds=(Project.Kind.IDIOMATICITY,))
def other_projects(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show how the compound was aligned and translated in projects that the user manages or adjudicates."""
    context_of_compound = _look(request, number)
    context = {
        **project_context(request.user, context_of_compound["project"], "idiomaticity:results"),
        "page_name": "Other projects",
        **context_of_compound,
    }
    return render(request, "evaluation/other_projects/other_projects.html", context)


@require_safe
@admits(can_see_results, kinds=(Project.Kind.IDIOMATICITY,), is_fragment=True)
def other_projects_part(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the occurrences as a fragment of another page."""
    return render(request, "evaluation/other_projects/_other_projects.html", _look(request, number))


def _look(request: SignedInRequest, number: int) -> dict[str, Any]:
    project = request.project
    sought = find_expression(project, number)
    if sought is None:
        raise Http404("There is no such compound.")
    projects_found = read_other_projects(request.user, sought)
    return {"project": project, "number": number, "sought": sought, "found": projects_found, "measures": find_shown()}
