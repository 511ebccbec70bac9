"""Token scores against type scores: the page, its plots and its tables as files."""

from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.tables.cells import write_csv
from annotation_site.web.plot_files import answer_plot
from evaluation.sources.ratings import read_scored_compounds
from idiomaticity.ratings.scores import MOST_PERMUTED
from idiomaticity.results.token_type.figures import TABLES, TokenTypeReport, name_class, write_token_type
from idiomaticity.results.token_type.plots import FIGURES, MOST_POINTS, list_plots

SHOWN_VARIABLE = 20


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def token_type(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show correlation by class, spread by class and scale, and the compounds that vary most between sentences."""
    project = request.project
    switch = read_switch(project, request.GET)
    scale = project.idiomaticity.score_scale
    report = write_token_type(read_scored_compounds(project, with_excluded=switch.with_excluded), scale)
    context: dict[str, Any] = {
        **project_context(request.user, project, "idiomaticity:results"),
        "page_name": "Token and type scores",
        "switch": switch,
        "scale": scale,
        "report": report,
        "classes": [{"row": row, "name": name_class(row.compound_class, of_all="all")} for row in report.classes],
        "boxes": [{"box": box, "name": name_class(box.compound_class)} for box in report.boxes],
        "plots": {name: FIGURES[name](report).to_svg() for name in list_plots(report)},
        "both": len(report.both),
        "most_permuted": MOST_PERMUTED,
        "most_points": MOST_POINTS,
        "variable": report.most_variable[:SHOWN_VARIABLE],
        "alike_below": report.alike_below,
    }
    return render(request, "evaluation/token_type/token_type.html", context)


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def token_type_plot(request: SignedInRequest, slug: str, figure: str) -> HttpResponse:
    """Return a plot as an SVG file with its own colours."""
    project = request.project
    report = _make_report(request, project)
    if figure not in list_plots(report):
        raise Http404("There is no such plot.")
    return answer_plot(request, FIGURES[figure](report), f"{project.slug}-{figure}")


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def token_type_table(request: SignedInRequest, slug: str, table: str) -> StreamingHttpResponse:
    """Return one of the tables as CSV."""
    project = request.project
    if table not in TABLES:
        raise Http404("There is no such table.")
    rows = TABLES[table](_make_report(request, project))
    answer = StreamingHttpResponse(write_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-{table}.csv"'
    return answer


def _make_report(request: SignedInRequest, project: Project) -> TokenTypeReport:
    with_excluded = read_switch(project, request.GET).with_excluded
    compounds = read_scored_compounds(project, with_excluded=with_excluded)
    return write_token_type(compounds, project.idiomaticity.score_scale)
