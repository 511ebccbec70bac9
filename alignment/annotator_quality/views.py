"""Annotator quality: how each annotator works, for the manager; and an annotator's own habits, for them."""

from datetime import date
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from alignment.annotator_quality.plots import PLOTS, Wording
from alignment.annotator_quality.queries.columns import COLUMNS
from alignment.annotator_quality.queries.reports import AnnotatorQualityReport, read_annotator_quality, summarise
from annotation_site.annotator_quality.columns import make_table, name_annotator
from annotation_site.annotator_quality.files import answer_table
from annotation_site.languages.locales import translated
from annotation_site.languages.numbers import say_decimals, say_number
from annotation_site.projects.abilities import can_manage, can_see_annotator_quality, own_membership
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.projects.queries import list_annotators
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.access import SignedInRequest, admits
from annotation_site.web.days import say_day_of_year
from annotation_site.web.plot_files import answer_plot

PAGE_SIZE = 50
SHOWN_WEEKS = 52
# What shows an annotator nothing that others did.
OWN_PLOTS = ("habits",)
WORDING = Wording(_, lambda key: say_day_of_year(date.fromordinal(key)), partial(say_decimals, decimals=3), say_number)


@require_safe
@never_cache
@admits(can_see_annotator_quality, kinds=(Project.Kind.ALIGNMENT,))
def annotator_quality(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every annotator in one table; redirect annotators to their own page."""
    project = request.project
    if not can_manage(request.user, project):
        own = get_object_or_404(own_membership(request.user, project))
        return redirect("alignment:annotator_quality_detail", slug, own.pk)
    page = Paginator(list_annotators(project), PAGE_SIZE).get_page(request.GET.get("page"))
    annotators = list(page)
    own_places = {place for place, member in enumerate(annotators) if member.user_id == request.user.pk}
    headings = [
        name_annotator(
            each, reverse("alignment:annotator_quality_detail", args=[slug, each.pk]), is_own=place in own_places
        )
        for place, each in enumerate(annotators)
    ]
    context = {
        **project_context(request.user, project, "alignment:annotator_quality"),
        "page_name": "Annotator quality",
        "page": page,
        "table": make_table(COLUMNS, summarise(annotators), headings, own_places),
    }
    return render(request, "alignment/annotator_quality/annotator_quality.html", context)


@require_safe
@admits(can_manage, kinds=(Project.Kind.ALIGNMENT,))
def annotator_quality_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return the table of all annotators as a file, by pseudonyms."""
    reports = summarise(list(list_annotators(request.project)))
    rows = ((report, report.annotator.user_id == request.user.pk) for report in reports)
    return answer_table(slug, COLUMNS, rows)


@require_safe
@never_cache
@admits(can_see_annotator_quality, kinds=(Project.Kind.ALIGNMENT,))
@translated
def annotator_quality_detail(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one annotator's agreement, habits, speed and drift."""
    project, annotator, is_own = find_annotator(request.user, request.project, pk)
    report = read_annotator_quality(annotator)
    context: dict[str, Any] = {
        **project_context(request.user, project, "alignment:annotator_quality"),
        "page_name": _("Annotator {letter}").format(letter=annotator.pseudonym),
        "report": report,
        "is_own": is_own,
        "weeks": [week for week in report.weeks if week.readings.pairs or not is_own][-SHOWN_WEEKS:],
        "plots": {name: PLOTS[name](report, WORDING).to_svg() for name in _list_plots(report, is_own=is_own)},
    }
    return render(request, "alignment/annotator_quality/annotator_quality_detail.html", context)


@require_safe
@never_cache
@admits(can_see_annotator_quality, kinds=(Project.Kind.ALIGNMENT,))
@translated
def annotator_quality_plot(request: SignedInRequest, slug: str, pk: int, figure: str) -> HttpResponse:
    """Return a plot as an SVG file with its own colours."""
    project, annotator, is_own = find_annotator(request.user, request.project, pk)
    report = read_annotator_quality(annotator)
    if figure not in _list_plots(report, is_own=is_own):
        raise Http404(_("There is no such plot."))
    return answer_plot(request, PLOTS[figure](report, WORDING), f"{project.slug}-{annotator.pseudonym}-{figure}")


def _list_plots(report: AnnotatorQualityReport, *, is_own: bool) -> list[str]:
    """Return the plots with more than one point, as one point makes no line."""
    weeks = [week for week in report.weeks if week.readings.pairs or not is_own]
    names = OWN_PLOTS if is_own else tuple(PLOTS)
    return list(names) if len(weeks) > 1 else []
