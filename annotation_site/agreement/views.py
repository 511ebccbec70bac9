"""The page of agreement, its plots and tables as files, and the start of its job; the same for every kind."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.agreement.kinds import AgreementKind, find_agreement
from annotation_site.agreement.plots import list_plots
from annotation_site.agreement.queries import find_agreement_job, find_figures
from annotation_site.agreement.reports import (
    AgreementReport,
    NamedPlot,
    PlotWording,
    list_file_cells,
    translate_report,
)
from annotation_site.agreement.services import request_agreement
from annotation_site.languages.locales import Locale, switch_locale, translated
from annotation_site.languages.numbers import say_count, say_decimals, say_number
from annotation_site.languages.sentences import say_sentence
from annotation_site.projects.abilities import can_manage, can_see_agreement
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.navigation import project_context
from annotation_site.web.days import say_day_of_year
from annotation_site.web.exceptions import DomainError
from annotation_site.web.pagination import CountedPaginator
from annotation_site.web.plot_files import answer_plot
from annotation_site.web.table_files import answer_table

PAGE_SIZE = 10


@require_safe
@never_cache
@admits(can_see_agreement)
@translated
def agreement(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show figures, plots, tables and the worst disagreements; 404 in kinds without agreement."""
    project = request.project
    _keep_managers_english(request)
    kind = find_agreement(project)
    refusal, units = "", kind.count_units(project)
    try:
        options = kind.read_options(project, request.GET)
        figures = find_figures(kind, project, options, units=units)
    except DomainError as error:
        refusal, options = error.sentence, kind.read_options(project, {})
        figures = find_figures(kind, project, options, units=units)
    report = kind.describe(project, options, figures)
    is_current = figures is not None and figures.is_current
    page = project_context(request.user, project, "projects:agreement")
    to_adjudicate = [task.count for task in page["waiting"] if task.task.route == f"{project.kind}:adjudication"]
    context: dict[str, Any] = {
        **page,
        "waiting_count": sum(to_adjudicate),
        "page_name": _("Agreement"),
        "kind": kind,
        "lead": kind.describe_lead(project),
        "options": options,
        "query": _write_query(kind, options),
        "parameters": kind.write_query(options),
        "refusal": refusal,
        "is_empty": not units or (report is None and (kind.has_report_at_once or figures is not None)),
        "overview_url": reverse(f"{project.kind}:overview", args=[slug]),
        "unit": _(kind.noun[0] if units == 1 else kind.noun[1]),
        "resampled": _(kind.resampled or kind.noun[1]),
        "item_head": capfirst(_(kind.noun[0])),
        "empty_text": _(kind.empty_text),
        "stored": figures,
        "is_current": is_current,
        "job": None if is_current else find_agreement_job(kind, project, options),
        "report": None,
        **kind.describe_choices(request, options),
    }
    if report is not None:
        report = translate_report(report, say_sentence)
        context |= {
            "report": report,
            "plots": [{"plot": plot, "svg": plot.plot.to_svg()} for plot in _list_plots(report)],
            "definitions": [coefficient for coefficient in report.coefficients if coefficient.meaning],
            **_list_disagreements(request, kind),
            **kind.describe_page(request, options, report, figures),
        }
    return render(request, "agreement/agreement.html", context, status=400 if refusal else 200)


@require_safe
@admits(can_see_agreement)
@translated
def agreement_plot(request: SignedInRequest, slug: str, figure: str) -> HttpResponse:
    """Return a plot as an SVG file with its own colours, or as PDF."""
    _keep_managers_english(request)
    report = translate_report(_open_report(request), say_sentence)
    plots = {plot.name: plot for plot in _list_plots(report)}
    if figure not in plots:
        raise Http404("There is no such plot.")
    return answer_plot(request, plots[figure].plot, f"{slug}-agreement-{figure}")


@require_safe
@admits(can_see_agreement)
def agreement_table(
    request: SignedInRequest, slug: str, table: str, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Return one of the tables as CSV, or as LaTeX for a paper."""
    group = _open_report(request).find_group(table)
    if group is None:
        raise Http404("There is no such table.")
    return answer_table(ending, list_file_cells(group), f"{slug}-agreement-{table}")


@require_POST
@admits(can_see_agreement)
@translated
def agreement_intervals(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the job that computes what a request cannot."""
    project = request.project
    options = find_agreement(project).read_options(project, request.POST)
    job = request_agreement(user=request.user, project=project, options=options)
    return redirect("projects:job", slug, job.pk)


def lead_on(route: str, **fixed: str) -> Callable[..., HttpResponse]:
    """Return the view of an address that has moved: it leads on to the shared one, with the same query."""

    @admits(can_see_agreement)
    def moved(request: HttpRequest, slug: str, **named: str) -> HttpResponse:
        address = reverse(route, kwargs={"slug": slug, **fixed, **named})
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(f"{address}?{query}" if query else address)

    return require_safe(moved)


def _open_report(request: SignedInRequest) -> AgreementReport:
    """Return the report that the address asks for, or raise 404 before there is one."""
    project = request.project
    kind = find_agreement(project)
    options = kind.read_options(project, request.GET)
    report = kind.describe(project, options, find_figures(kind, project, options))
    if report is None:
        raise Http404("There is nothing to compare yet.")
    return report


def _list_plots(report: AgreementReport) -> list[NamedPlot]:
    """Return the plots of groups and those of the kind, the first group's first."""
    wording = PlotWording(say_sentence, say_decimals, _say_tick, say_count, say_day_of_year)
    of_groups = list_plots(report.shown_groups, wording)
    own = [NamedPlot(plot.name, plot.title, plot.note, plot.draw(wording)) for plot in report.plots]
    return [*of_groups[:1], *own, *of_groups[1:]]


def _say_tick(tick: float) -> str:
    return say_number(tick).replace("-", "−")


def _keep_managers_english(request: SignedInRequest) -> None:
    if can_manage(request.user, request.project):
        switch_locale(Locale())


def _write_query(kind: AgreementKind[Any], options: Any) -> str:
    query = kind.write_query(options)
    return f"?{urlencode(query)}" if query else ""


def _list_disagreements(request: SignedInRequest, kind: AgreementKind[Any]) -> dict[str, Any]:
    listed = kind.list_disagreements(request.project)
    if listed is None:
        return {}
    page = CountedPaginator(listed.rows, PAGE_SIZE, listed.count).get_page(request.GET.get("page"))
    return {"disagreements": listed, "disagreement_page": page, "differing": listed.describe(list(page.object_list))}
