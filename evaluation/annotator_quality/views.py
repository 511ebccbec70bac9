"""Annotator quality: how each annotator works, for the manager; and an annotator's own habits, for them."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_manage, can_see_annotator_quality, own_membership
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.projects.queries import list_annotators
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.access import SignedInRequest, open_project
from evaluation.annotator_quality.plots import PLOTS
from evaluation.sources.annotator_quality import AnnotatorQualityReport, read_annotator_quality, summarise

PAGE_SIZE = 50
SHOWN_WEEKS = 52
# What shows an annotator nothing that others did.
OWN_PLOTS = ("habits",)


@require_safe
@never_cache
@login_required
def annotator_quality(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every annotator in one table; redirect annotators to their own page."""
    project = open_project(request.user, slug, can_see_annotator_quality, kinds=(Project.Kind.ALIGNMENT,))
    if not can_manage(request.user, project):
        own = get_object_or_404(own_membership(request.user, project))
        return redirect("evaluation:annotator_quality_detail", slug, own.pk)
    page = Paginator(list_annotators(project), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, "evaluation:annotator_quality"),
        "page_name": "Annotator quality",
        "page": page,
        "rows": summarise(list(page)),
    }
    return render(request, "evaluation/annotator_quality/annotator_quality.html", context)


@require_safe
@never_cache
@login_required
def annotator_quality_detail(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one annotator's agreement, habits, speed and drift."""
    project, annotator, is_own = find_annotator(request.user, slug, pk, kind=Project.Kind.ALIGNMENT)
    report = read_annotator_quality(annotator)
    context: dict[str, Any] = {
        **project_context(request.user, project, "evaluation:annotator_quality"),
        "page_name": f"Annotator {annotator.pseudonym}",
        "report": report,
        "is_own": is_own,
        "weeks": [week for week in report.weeks if week.readings.pairs or not is_own][-SHOWN_WEEKS:],
        "plots": {name: PLOTS[name](report).to_svg() for name in _list_plots(report, is_own=is_own)},
    }
    return render(request, "evaluation/annotator_quality/annotator_quality_detail.html", context)


@require_safe
@never_cache
@login_required
def annotator_quality_plot(request: SignedInRequest, slug: str, pk: int, figure: str) -> HttpResponse:
    """Return a plot as an SVG file with its own colours."""
    project, annotator, is_own = find_annotator(request.user, slug, pk, kind=Project.Kind.ALIGNMENT)
    report = read_annotator_quality(annotator)
    if figure not in _list_plots(report, is_own=is_own):
        raise Http404("There is no such plot.")
    answer = HttpResponse(PLOTS[figure](report).to_svg(standalone=True), content_type="image/svg+xml")
    name = f"{project.slug}-{annotator.pseudonym}-{figure}.svg"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _list_plots(report: AnnotatorQualityReport, *, is_own: bool) -> list[str]:
    """Return the plots with more than one point, as one point makes no line."""
    weeks = [week for week in report.weeks if week.readings.pairs or not is_own]
    names = OWN_PLOTS if is_own else tuple(PLOTS)
    return list(names) if len(weeks) > 1 else []
