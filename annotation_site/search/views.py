"""The page on which somebody finds things, and its results alone for the box that opens over any page."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.languages.locales import translated
from annotation_site.projects.access import SIGNED_IN, SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.search.queries import search
from annotation_site.web.pagination import read_search


@require_safe
@admits(SIGNED_IN)
@never_cache
@translated
def show_search(request: SignedInRequest) -> HttpResponse:
    """Find what was typed, in the project whose slug is given and outside of it."""
    typed = read_search(request)
    project = find_project(request)
    context = {"search": typed, "project": project, "sections": search(request.user, project, typed)}
    is_part = bool(request.headers.get("HX-Request"))
    return render(request, "search/_sections.html" if is_part else "search/search.html", context)


def find_project(request: SignedInRequest) -> Project | None:
    """Return the project in which to search; for others than its members there is none (404)."""
    slug = request.GET.get("project", "")
    if not slug:
        return None
    project = Project.objects.for_user(request.user).filter(slug=slug).first()
    if project is None:
        raise Http404
    return project
