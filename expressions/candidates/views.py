"""The page of candidates: how many there are, how they influence annotators, and a form that proposes more."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.assignments.forms import OperationForm
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from annotation_site.web.middleware.bodies import takes_files
from expressions.candidates.forms import CandidateForm
from expressions.candidates.jobs import find_effects
from expressions.candidates.queries import count_candidates
from expressions.candidates.services import remove_candidates, request_candidates, request_effects
from expressions.marks.models import Mark
from expressions.projects.access import admits, expression_context

TAB = "expressions:candidates"
TITLES = {
    "marked": "Candidates marked as expressions (%)",
    "same_category": "of these, with the proposed category (%)",
    "others": "Other expressions per passage",
}


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def candidates(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the candidates of the project; POST starts the job that proposes more."""
    project = request.project
    form = CandidateForm(request.POST or None, request.FILES or None, initial={"request_id": uuid4()})
    stored = find_effects(project)
    return answer_upload(
        request,
        form,
        lambda: request_candidates(user=request.user, project=project, **form.service_arguments()),
        template="expressions/candidates/candidates.html",
        context={
            **expression_context(request.user, project, TAB),
            "page_name": "Candidates",
            "counts": count_candidates(project),
            "stored": stored,
            "effects": stored.list_rows(TITLES) if stored else [],
            "sources": _name_sources(stored.report["sources"]) if stored else [],
            "operation_id": uuid4(),
        },
    )


@require_POST
@admits(can_manage)
def candidate_effects(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the job that measures how candidates influence annotators."""
    job = request_effects(user=request.user, project=request.project)
    return redirect("projects:job", slug, job.pk)


@require_POST
@admits(can_manage)
def candidates_remove(request: SignedInRequest, slug: str) -> HttpResponse:
    """Remove the candidates of passages that nobody has begun."""
    form = OperationForm(request.POST)
    if not form.is_valid():
        raise DomainError("The form is incomplete. Try again.")
    count = remove_candidates(user=request.user, project=request.project, **form.cleaned_data)
    messages.success(request, f"{count:,} candidate{'s' * (count != 1)} removed.")
    return redirect(TAB, slug)


def _name_sources(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "title": Mark.Origin(row["source"]).label} for row in rows]
