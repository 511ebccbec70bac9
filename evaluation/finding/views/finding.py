"""Finding expressions: the list of searches, a new one, and its phrases with their precision."""

from typing import Any
from uuid import uuid4

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import describe_at_work
from annotation_site.jobs.uploads import keep_and_request
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_adjudicate, can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.middleware.bodies import takes_files
from evaluation.finding.forms import FindingForm
from evaluation.finding.models import Finding
from evaluation.finding.queries import (
    PHRASE_STATES,
    describe_frequent_phrases,
    find_last_decision,
    find_phrases,
    find_sides,
    jobs_of_findings,
    list_findings,
    sum_up,
)
from evaluation.finding.services.finding import request_finding
from evaluation.projects.job_names import FINDING_JOB

PAGE_SIZE = 50
# The tab under which searches are in projects of each kind.
TABS = {
    Project.Kind.ALIGNMENT: "evaluation:test_sets",
    Project.Kind.EVALUATION: "evaluation:findings",
    Project.Kind.IDIOMATICITY: "idiomaticity:import",
}
STATES = [("", "All"), ("open", "To review"), ("done", "Reviewed"), ("missing", "Not found")]


@require_safe
@admits(can_adjudicate)
def findings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every search of the project, newest first."""
    project = request.project
    jobs = describe_at_work(request.user, jobs_of_findings(project)[:PAGE_SIZE])
    context = {
        **project_context(request.user, project, TABS[Project.Kind(project.kind)]),
        "page_name": "Expressions",
        "page": Paginator(list_findings(project), PAGE_SIZE).get_page(request.GET.get("page")),
        **jobs,
    }
    return render(request, "evaluation/finding/findings.html", context)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def finding_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the form for a list of phrases and a text; POST starts the search."""
    project = request.project
    form = FindingForm(
        request.POST or None,
        request.FILES or None,
        initial={"request_id": uuid4()},
        languages=find_sides(project),
    )
    return answer_upload(
        request,
        form,
        lambda: _request(request, project, form.cleaned_data),
        template="evaluation/finding/finding_new.html",
        context={
            **project_context(request.user, project, TABS[Project.Kind(project.kind)]),
            "page_name": "Find expressions",
        },
    )


def _request(request: SignedInRequest, project: Project, fields: dict[str, Any]) -> Job:
    texts = [file for name in ("first_file", "second_file") if (file := fields.get(name))]
    names = ("name", "text_format", "side", "gap", "any_order", "keep_all", "encoding", "request_id")
    return keep_and_request(
        lambda keep: request_finding(
            user=request.user,
            project=project,
            phrases=keep(fields["phrases"]),
            uploads=[keep(file) for file in texts],
            **{name: fields[name] for name in names},
        ),
        user=request.user,
        project=project,
        kinds=[FINDING_JOB],
        request_id=fields["request_id"],
    )


@require_safe
@admits(can_adjudicate)
def finding_of_job(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Redirect from a job to the search it ran."""
    project = request.project
    finding = get_object_or_404(Finding.objects.for_user(request.user), project=project, job=pk)
    return redirect("evaluation:finding", slug, finding.pk)


@require_safe
@admits(can_adjudicate)
@never_cache
def finding(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the phrases of a search, with the numbers of hits found and accepted so far."""
    finding = open_finding(request, pk)
    state, text = request.GET.get("state", ""), request.GET.get("q", "").replace("\0", "").strip()
    state = state if state in PHRASE_STATES else ""
    context = {
        **finding_context(request, finding, finding.name),
        "page": Paginator(find_phrases(finding, state, text), PAGE_SIZE).get_page(request.GET.get("page")),
        "state": state,
        "states": STATES,
        "text": text,
        "parameters": finding.job.parameters,
        "result": finding.job.result,
        "last": find_last_decision(finding, request.user),
        "frequent": describe_frequent_phrases(finding),
    }
    return render(request, "evaluation/finding/finding.html", context)


def open_finding(request: SignedInRequest, pk: int) -> Finding:
    """Return a search of the project that the user may adjudicate, or raise 404."""
    project = request.project
    findings = Finding.objects.for_user(request.user).select_related("job")
    finding: Finding = get_object_or_404(findings, project=project, pk=pk)
    finding.project = project
    return finding


def finding_context(request: SignedInRequest, finding: Finding, page_name: str) -> dict[str, Any]:
    """Return the template context shared by the pages of a search."""
    return {
        **project_context(request.user, finding.project, TABS[Project.Kind(finding.project.kind)]),
        "page_name": page_name,
        "finding": finding,
        "sums": sum_up(finding),
        "language": find_language(finding.language),
        "other_language": find_language(finding.other_language) if finding.is_parallel else None,
    }
