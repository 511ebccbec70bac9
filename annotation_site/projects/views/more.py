"""The page of those pages that most projects go without."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.navigation import list_extras, project_context


@require_safe
@admits(can_manage)
def more(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the extra pages of the project by group, each with what it is for."""
    context = project_context(request.user, request.project, "projects:more")
    context["groups"] = list_extras(request.user, request.project)
    return render(request, "projects/more.html", context)
