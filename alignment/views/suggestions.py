"""Suggestions as the manager sees them: handing links in, and what annotators made of them."""

from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from alignment.forms.imports import SuggestionsForm
from alignment.services.suggestions import request_suggestions
from alignment.suggestion_report import report_suggestions
from alignment.views.access import open_project
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Role
from annotation_site.projects.navigation import project_context
from annotation_site.projects.views.access import SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def suggestions(request: SignedInRequest, slug: str) -> HttpResponse:
    """Hand links in as suggestions; below, pairs shown with them beside control pairs."""
    project = open_project(request.user, slug, Role.MANAGER)
    form = SuggestionsForm(request.POST or None, request.FILES or None, initial={"request_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            job = request_suggestions(user=request.user, project=project, **form.service_arguments())
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            return redirect("projects:job", project.slug, job.pk)
    shown, controls = report_suggestions(project)
    context = {
        **project_context(request.user, project, "alignment:import"),
        "page_name": "Suggestions",
        "form": form,
        "settings": project.alignment,
        "has_suggestions": bool(shown.pairs or controls.pairs),
        "groups": [("With suggestions", shown), ("Control pairs", controls)],
    }
    return render(request, "alignment/suggestions.html", context, status=400 if form.errors else 200)
