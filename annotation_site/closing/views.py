"""Pages that archive, delete and restore a project, each with what will happen."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation_site.closing.forms import DeleteForm
from annotation_site.closing.queries import count_contents, list_acts
from annotation_site.closing.services.closing import archive_project, delete_project, restore_project
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest, open_project
from annotation_site.web.forms import refusals_on


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def archive(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what archiving does, then archive."""
    project = open_project(request.user, slug, can_manage)
    if request.method != "POST":
        return render(request, "closing/archive.html", _context(request, project, "Archive the project"))
    archive_project(user=request.user, project=project)
    messages.success(request, f"“{project.name}” was archived.")
    return redirect(project)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def delete(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what deleting does, then delete once the name is typed."""
    project = open_project(request.user, slug, can_manage)
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "name"):
            deleted = delete_project(user=request.user, project=project, name=form.cleaned_data["name"])
            until = f"{deleted.erased_at:%-d %B %Y}"
            messages.success(request, f"“{project.name}” was deleted. You can restore it until {until}.")
            return redirect("projects:home")
    context = {**_context(request, project, "Delete the project"), "form": form}
    return render(request, "closing/delete.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def restore(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what restoring does, then restore."""
    project = open_project(request.user, slug, can_manage)
    if request.method != "POST":
        return render(request, "closing/restore.html", _context(request, project, "Restore the project"))
    restore_project(user=request.user, project=project)
    messages.success(request, f"“{project.name}” was restored.")
    return redirect(project)


def _context(request: SignedInRequest, project: Project, name: str) -> dict[str, Any]:
    kind = find_kind(project.kind)
    return {
        **project_context(request.user, project, f"{project.kind}:settings"),
        "page_name": name,
        "noun": kind.noun,
        "contents": count_contents(project),
        "acts": list_acts(project),
        "days": settings.PROJECT_GRACE_DAYS,
    }
