"""The public demo of a study, which anyone can try; nothing that they enter is read, let alone stored."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.languages.locales import translated
from annotation_site.projects import access
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from idiomaticity.crowd.views.visits import MISSES_ALLOWED, count_visit, refuse_guessing
from idiomaticity.projects.access import admits
from idiomaticity.studies.queries.demos import find_demo, reading_only
from idiomaticity.studies.queries.walks import list_demo_items, list_walk
from idiomaticity.studies.services.demos import publish_demo, withdraw_demo
from idiomaticity.studies.views.walk import SAMPLE_CODE, walk_through

# Pages of all demos; a class of thirty walks through fifteen pages each.
PAGES_ALLOWED = 600
DEMO_PAGE = "idiomaticity:study_demo_page"


@require_safe
@access.admits(access.ANYBODY)
@never_cache
def study_demo(request: HttpRequest, key: str) -> HttpResponse:
    """Lead to the first page of the demo."""
    project = _find_project(request, key)
    with reading_only():
        pages = list_walk(project, list_demo_items(project))
    if not pages:
        raise Http404("The study has no pages yet.")
    return _hide(redirect(DEMO_PAGE, key, pages[0][0]))


@require_http_methods(["GET", "HEAD", "POST"])
@access.admits(access.ANYBODY)
@never_cache
@translated
def study_demo_page(request: HttpRequest, key: str, page: str) -> HttpResponse:
    """Show a page of the demo; POST leads to the next one, whatever was entered."""
    project = _find_project(request, key)
    start = reverse("idiomaticity:study_demo", args=[key])
    with reading_only():
        context = walk_through(
            request, project, page, list_demo_items(project), lambda name: reverse(DEMO_PAGE, args=[key, name])
        )
        if request.method == "POST":
            return _hide(redirect(context["walk"]["next"] or start))
        context["demo"] = {"start": start}
        if page == "items":
            # What the page's script reads, too.
            context["state"] |= {"can_edit": True, "cannot_edit_reason": "", "is_demo": True}
        if page == "end":
            # The code of the marketplace is paid for; the addresses are for those who took part.
            context |= {"code": SAMPLE_CODE, "address": ""}
        return _hide(render(request, f"idiomaticity/studies/walk_{page}.html", context))


@require_POST
@admits(can_manage)
def study_demo_switch(request: SignedInRequest, slug: str) -> HttpResponse:
    """Publish the demo, or withdraw its link."""
    if request.POST.get("is_public") == "1":
        publish_demo(user=request.user, project=request.project)
        messages.success(request, "The demo has a public link now.")
    else:
        withdraw_demo(user=request.user, project=request.project)
        messages.success(request, "The link of the demo no longer works.")
    return redirect("idiomaticity:study_opening", slug)


def _find_project(request: HttpRequest, key: str) -> Project:
    refuse_guessing(request)
    project = find_demo(key)
    if project is None:
        count_visit(request, "misses", MISSES_ALLOWED)
        raise Http404("There is no such demo.")
    count_visit(request, "demo-pages", PAGES_ALLOWED)
    return project


def _hide(answer: HttpResponse) -> HttpResponse:
    """Keep an answer out of the indexes of search engines."""
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer
