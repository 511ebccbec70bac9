"""Pages of systems: the board of a release, uploading an output, and one score."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.figures.plots import Plot
from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import describe_at_work
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.releases.models import Release
from annotation_site.web.middleware.bodies import takes_files
from annotation_site.web.plot_files import answer_plot
from evaluation.aligner_scores.forms import AlignerOutputForm, SystemOutputForm
from evaluation.aligner_scores.models import Score
from evaluation.aligner_scores.plots import ErrorRate, plot_systems
from evaluation.aligner_scores.queries import board, jobs_of_board
from evaluation.aligner_scores.services import add_system_output, request_aligner_output
from evaluation.sources.aligners import find_installed_aligners

PAGE_SIZE = 25
MOST_PLOTTED = 100
MOST_RELEASES = 50
NEW = "evaluation/aligner_scores/system_new.html"


@require_safe
@admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
def systems(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the scores of every output against one release, best first."""
    project = request.project
    releases = list(project.releases.defer("manifest").order_by("-number")[:MOST_RELEASES])
    context: dict[str, Any] = {
        **project_context(request.user, project, "evaluation:systems"),
        "page_name": "Systems",
        "releases": releases,
    }
    if releases:
        release = _choose_release(request, project, releases)
        jobs = _jobs(request.user, project, release)
        scores = Paginator(board(release), PAGE_SIZE).get_page(request.GET.get("page"))
        context |= {
            "release": release,
            "scores": scores,
            "plot": _plot(scores).to_svg() if scores else "",
            **jobs,
        }
    return render(request, "evaluation/aligner_scores/systems.html", context)


@require_safe
@admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
def systems_plot(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Return the plot of a release's board as an SVG file with its own colours."""
    project = request.project
    release = get_object_or_404(project.releases.defer("manifest"), number=number)
    scores = board(release)[:MOST_PLOTTED]
    if not scores:
        raise Http404("No systems have been scored against this release yet.")
    return answer_plot(request, _plot(scores), f"{project.slug}-systems-release-{number}")


@require_safe
@admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,), is_fragment=True)
def scoring(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the part of the board that changes while outputs are scored; reload the page when scoring is done."""
    project = request.project
    release = get_object_or_404(project.releases.all(), number=number)
    context = _jobs(request.user, project, release)
    answer = render(
        request, "evaluation/aligner_scores/_scoring.html", {"project": project, "release": release, **context}
    )
    if not context["is_working"]:
        answer["HX-Refresh"] = "true"
    return answer


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage, kinds=(Project.Kind.ALIGNMENT,))
def system_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the form for a system's alignments of a release; POST starts their scoring."""
    project = request.project
    form = SystemOutputForm(request.POST or None, request.FILES or None, project=project)
    return answer_upload(
        request,
        form,
        lambda: add_system_output(user=request.user, project=project, **form.service_arguments()),
        template=NEW,
        context=_new_context(request, project),
        lead=lambda job: _lead_to_score(request, job),
    )


@require_POST
@admits(can_manage, kinds=(Project.Kind.ALIGNMENT,))
def aligner_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the form for running an installed aligner over a release; POST starts it."""
    project = request.project
    form = _aligner_form(project, request.POST)
    return answer_upload(
        request,
        form,
        lambda: request_aligner_output(user=request.user, project=project, **form.cleaned_data),
        template=NEW,
        context=_new_context(request, project),
        name="aligner_form",
    )


def _new_context(request: SignedInRequest, project: Project) -> dict[str, Any]:
    return {
        **project_context(request.user, project, "evaluation:systems"),
        "page_name": "Add system output",
        "form": SystemOutputForm(project=project),
        "aligner_form": _aligner_form(project),
        "aligners": find_installed_aligners(),
        "has_release": project.releases.exists(),
    }


def _aligner_form(project: Project, *given: Any) -> AlignerOutputForm:
    return AlignerOutputForm(
        *given, project=project, aligners=find_installed_aligners(), initial={"request_id": uuid4()}
    )


def _lead_to_score(request: HttpRequest, job: Job) -> HttpResponseRedirect:
    project = job.project
    if job.state == Job.State.SUCCEEDED:
        messages.info(request, "This file has already been scored. This is its score.")
        return redirect("evaluation:score", project.slug, job.result["score"])
    if job.state in (Job.State.FAILED, Job.State.CANCELLED):
        messages.warning(request, "This file was uploaded before but not scored. You can try again here.")
        return redirect("projects:job", project.slug, job.pk)
    number = Release.objects.only("number").get(pk=job.parameters["release"]).number
    address = reverse("evaluation:systems", args=[project.slug])
    return HttpResponseRedirect(f"{address}?release={number}")


def _choose_release(request: HttpRequest, project: Project, releases: list[Release]) -> Release:
    number = request.GET.get("release", "")
    if not number:
        return releases[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise Http404("There is no such release.")
    release: Release = get_object_or_404(project.releases.defer("manifest"), number=int(number))
    return release


def _jobs(user: User, project: Project, release: Release) -> dict[str, Any]:
    return describe_at_work(user, jobs_of_board(project, release)[:PAGE_SIZE])


def _plot(scores: Iterable[Score]) -> Plot:
    return plot_systems([_error_rate(score) for score in scores])


def _error_rate(score: Any) -> ErrorRate:
    ends = (score.interval or {}).get("aer")
    interval = (100 * ends[0], 100 * ends[1]) if ends else None
    return ErrorRate(score.output.system.name, 100 * score.aer, interval)
