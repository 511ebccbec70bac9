"""Agreement of annotators: the page, its drawings and its table as files."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from alignment.languages import find_language
from annotation_site.projects.models import Item, Project, Role
from annotation_site.projects.navigation import project_context
from annotation_site.projects.views.access import SignedInRequest, open_project
from evaluation.agreement import write_rows
from evaluation.agreement_plots import FIGURES, MOST_ROWS
from evaluation.sources import all_annotator_pairs, read_agreement, read_pooled, read_rounds, read_stage, worst_pairs
from evaluation.tables import write_csv

PAGE_SIZE = 20
DECIDABLE = (Item.State.ANNOTATED, Item.State.ADJUDICATED)


@login_required
@require_safe
def agreement(request: SignedInRequest, slug: str) -> HttpResponse:
    """AGR per annotator pair, kappa and alpha, and the sentence pairs on which people differ most."""
    project = _open(request, slug)
    count_unaligned = _counts_unaligned(request)
    context: dict[str, Any] = {
        **project_context(request.user, project, "evaluation:agreement"),
        "page_name": "Agreement",
        "stage": read_stage(project),
        "rounds": read_rounds(project),
        "count_unaligned": count_unaligned,
    }
    report = read_agreement(project, count_unaligned=count_unaligned)
    if report is not None:
        context |= {
            "report": report,
            "rows": [*report.annotator_pairs, report.pooled],
            "plots": [(name, draw(report).to_svg()) for name, draw in FIGURES.items()],
            "rows_drawn": MOST_ROWS,
            "worst": Paginator(worst_pairs(project), PAGE_SIZE).get_page(request.GET.get("page")),
            "decidable": DECIDABLE,
            "source": find_language(project.alignment.source_language),
            "target": find_language(project.alignment.target_language),
        }
    return render(request, "evaluation/agreement.html", context)


@login_required
@require_safe
def agreement_plot(request: SignedInRequest, slug: str, figure: str) -> HttpResponse:
    """One of the drawings as a file that carries its own colours."""
    project = _open(request, slug)
    report = read_agreement(project, count_unaligned=_counts_unaligned(request))
    if report is None or figure not in FIGURES:
        raise Http404("There is no such drawing.")
    answer = HttpResponse(FIGURES[figure](report).to_svg(standalone=True), content_type="image/svg+xml")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-agreement-{figure}.svg"'
    return answer


@login_required
@require_safe
def agreement_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Every annotator pair as CSV."""
    project = _open(request, slug)
    count_unaligned = _counts_unaligned(request)
    pooled = read_pooled(project, count_unaligned=count_unaligned)
    if pooled is None:
        raise Http404("No sentence pair has two readings yet.")
    rows = write_rows(all_annotator_pairs(project, count_unaligned=count_unaligned), pooled)
    answer = StreamingHttpResponse(write_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-agreement.csv"'
    return answer


def _open(request: SignedInRequest, slug: str) -> Project:
    return open_project(request.user, slug, Role.ADJUDICATOR, Role.MANAGER)


def _counts_unaligned(request: HttpRequest) -> bool:
    return request.GET.get("unaligned") == "1"
