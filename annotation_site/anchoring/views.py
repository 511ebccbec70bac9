"""The page of a report on effects, the same for every kind."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation_site.anchoring.jobs import StoredEffects
from annotation_site.jobs.models import Job
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project


def answer_page(
    request: SignedInRequest,
    project: Project,
    *,
    find: Callable[[Project], StoredEffects | None],
    ask: Callable[..., Job],
    titles: Mapping[str, str],
    template: str,
    context: Mapping[str, Any],
) -> HttpResponse:
    """Show the last report; POST starts the job that computes it."""
    if request.method == "POST":
        return redirect("projects:job", project.slug, ask(user=request.user, project=project).pk)
    stored = find(project)
    effects = stored.list_rows(titles) if stored else []
    return render(request, template, {**context, "stored": stored, "effects": effects})
