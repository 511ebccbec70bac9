"""Releases: their counts, how to cite and verify them, and the file."""

from typing import Any

from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_release, can_see_results
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.licences import OTHER
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.releases.metadata.description import read_creators
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError

PAGE_SIZE = 25


@require_safe
@admits(can_see_results)
def releases(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show all releases of the project, newest first; 404 in kinds that have none."""
    project = request.project
    if not find_kind(project.kind).has_tab("projects:releases"):
        raise Http404("Projects of this kind have no releases.")
    listed = Release.objects.for_user(request.user).filter(project=project).select_related("created_by")
    context = project_context(request.user, project, "projects:releases")
    is_offered = can_release(request.user, project) and project.closed_at is None
    context |= {
        "page_name": "Releases",
        "page": Paginator(listed.order_by("-number"), PAGE_SIZE).get_page(request.GET.get("page")),
        "new_url": reverse(f"{project.kind}:release_new", args=[slug]) if is_offered else "",
    }
    return render(request, f"{project.kind}/releases/releases.html", context)


@require_safe
@admits(can_see_results)
def release(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one release; its numbers come from its manifest, never from the current project."""
    project = request.project
    opened = _open_release(request.user, project, number)
    context = project_context(request.user, project, "projects:releases")
    context |= {
        "page_name": f"Release {number}",
        "release": opened,
        "manifest": opened.manifest,
        "creators": read_creators(opened.manifest),
        "files": sorted(opened.manifest.get("files", {}).items()),
        "numbers_template": f"{project.kind}/releases/_release_numbers.html",
        "deposit": getattr(opened, "deposit", None),
        "address": request.build_absolute_uri(),
    }
    return render(request, "releases/release.html", context)


@require_safe
@admits(can_see_results)
@never_cache
def release_download(request: SignedInRequest, slug: str, number: int) -> FileResponse:
    """Send the archive as an attachment: uploaded text is never rendered on our own address."""
    project = request.project
    opened = _open_release(request.user, project, number)
    try:
        file = opened.file.open("rb")
    except FileNotFoundError as error:
        raise DomainError(
            "The file of this release is missing from storage. Contact the operator of this site."
        ) from error
    response = FileResponse(file, as_attachment=True, filename=opened.file_name, content_type="application/zip")
    response["X-Content-Type-Options"] = "nosniff"
    return response


def as_last_time(project: Project) -> dict[str, Any]:
    """Return the project's creators, and the licence of the last release, because it seldom changes."""
    creators = {"creators": project.creators}
    last = project.releases.order_by("-number").values_list("manifest", flat=True).first()
    licence = (last or {}).get("licence")
    if not licence:
        return creators
    is_other = "text" in licence
    terms = {"licence": OTHER if is_other else licence["id"], "licence_text": licence["text"] if is_other else ""}
    return creators | terms


def _open_release(user: User, project: Project, number: int) -> Release:
    releases = Release.objects.for_user(user).select_related("created_by", "job", "deposit")
    opened: Release = get_object_or_404(releases, project=project, number=number)
    return opened
