"""Pages that archive, delete and restore a project or parts of it, each with what will happen."""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.assignments.forms import OperationForm
from annotation_site.closing.forms import DeleteForm
from annotation_site.closing.models import Deletion
from annotation_site.closing.parts import Part, find_part
from annotation_site.closing.queries import count_contents, list_acts, plan_deletion
from annotation_site.closing.services.closing import archive_project, delete_project, restore_project
from annotation_site.closing.services.deleting import request_deletion, request_restoring
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on

PAGE_SIZE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def archive(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what archiving does, then archive."""
    project = request.project
    if request.method != "POST":
        return render(request, "closing/archive.html", _context(request, project, "Archive the project"))
    archive_project(user=request.user, project=project)
    messages.success(request, f"“{project.name}” was archived.")
    return redirect(project)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def delete(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what deleting does, then delete once the name is typed."""
    project = request.project
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
@admits(can_manage)
@never_cache
def restore(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what restoring does, then restore."""
    project = request.project
    if request.method != "POST":
        return render(request, "closing/restore.html", _context(request, project, "Restore the project"))
    restore_project(user=request.user, project=project)
    messages.success(request, f"“{project.name}” was restored.")
    return redirect(project)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def deletion_new(request: SignedInRequest, slug: str, part: str, pk: int) -> HttpResponse:
    """Say what goes with a part of the project, then request its deletion."""
    project = request.project
    kind = open_part(part)
    deletable = get_object_or_404(kind.find(project), pk=pk)
    form = OperationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        request_id = form.cleaned_data["operation_id"]
        job = request_deletion(user=request.user, project=project, part=kind, pk=pk, request_id=request_id)
        return redirect("projects:job", slug, job.pk)
    planned = plan_deletion(kind, deletable)
    context = {
        **project_context(request.user, project, kind.tab),
        "page_name": f"Delete {kind.noun}",
        "noun": kind.noun,
        "name": kind.title(deletable),
        "address": kind.address(deletable),
        # As pairs: a template would take a name such as “items” for the method.
        "counts": list(planned.count().items()),
        "refusal": planned.refusal,
        "releases": kind.find_releases(deletable),
        "days": settings.PROJECT_GRACE_DAYS,
        "operation_id": uuid4(),
    }
    return render(request, "closing/deletion_new.html", context, status=400 if form.errors else 200)


@require_safe
@admits(can_manage)
@never_cache
def deletions(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what was deleted from the project, newest first, and what can be restored."""
    project = request.project
    deletions = Deletion.objects.for_user(request.user).filter(project=project)
    page = Paginator(deletions.select_related("deleted_by", "restored_by"), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, f"{project.kind}:settings"),
        "page_name": "Deleted data",
        "page": page,
        "rows": [(deletion, list(deletion.counts.items()), uuid4()) for deletion in page],
        "days": settings.PROJECT_GRACE_DAYS,
    }
    return render(request, "closing/deletions.html", context)


@require_POST
@admits(can_manage)
def deletion_restore(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Request that what was deleted is restored."""
    project = request.project
    deletion = get_object_or_404(Deletion.objects.for_user(request.user).filter(project=project), pk=pk)
    form = OperationForm(request.POST)
    if not form.is_valid():
        raise DomainError("The form is incomplete. Reload the page and try again.")
    job = request_restoring(user=request.user, deletion=deletion, request_id=form.cleaned_data["operation_id"])
    return redirect("projects:job", slug, job.pk)


def open_part(name: str) -> Part:
    """Return the kind of part with this name, or raise 404."""
    part = find_part(name)
    if part is None:
        raise Http404("There is nothing of this kind to delete.")
    return part


def _context(request: SignedInRequest, project: Project, name: str) -> dict[str, Any]:
    kind = find_kind(project.kind)
    return {
        **project_context(request.user, project, f"{project.kind}:settings"),
        "page_name": name,
        "noun": kind.noun,
        "contents": count_contents(project),
        "acts": list_acts(project),
        "days": settings.PROJECT_GRACE_DAYS,
        # These pages are for projects that are closed, and work there.
        "is_about_closing": True,
    }
