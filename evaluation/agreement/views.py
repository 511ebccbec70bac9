"""Agreement of annotators: the page, its plots and its table as files."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.tables.cells import write_csv
from annotation_site.texts.languages import find_language
from annotation_site.web.access import SignedInRequest, admits
from annotation_site.web.exceptions import DomainError
from annotation_site.web.middleware.bodies import takes_files
from annotation_site.web.pagination import CountedPaginator
from annotation_site.web.plot_files import answer_plot
from evaluation.agreement.forms import FrequencyForm
from evaluation.agreement.jobs.frequency import FrequencyReport, find_frequencies
from evaluation.agreement.jobs.intervals import find_intervals
from evaluation.agreement.plots import FIGURES, MOST_ROWS
from evaluation.agreement.report import LABEL_NAMES, AgreementReport, AnnotatorPair, IntervalReport, Intervals
from evaluation.agreement.services import request_agreement_intervals, request_frequency_agreement
from evaluation.agreement.tables import write_confusion, write_rows, write_stretches
from evaluation.aligner_scores.queries import find_interval_job
from evaluation.sources.links import (
    all_annotator_pairs,
    count_worst_pairs,
    read_agreement,
    read_pooled,
    read_rounds,
    read_stage,
    worst_pairs,
)

PAGE_SIZE = 10
TABLES: dict[str, Callable[[Project, AgreementReport], Iterator[list[str | int]]]] = {
    "timeline": lambda project, report: write_stretches(report.step, report.timeline),
    "guidelines": lambda project, report: write_stretches("guidelines", report.guidelines),
    "frequencies": lambda project, report: write_stretches("frequency", report.frequencies),
    "confusion": lambda project, report: write_confusion(all_annotator_pairs(project)),
}
SHOWN_STRETCHES = 30
ADJUDICATION = "alignment:adjudication"
DECIDABLE = (Item.State.ANNOTATED, Item.State.ADJUDICATED)


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.ALIGNMENT,))
def agreement(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show AGR per annotator pair, kappa and alpha, and the sentence pairs with least agreement."""
    project = request.project
    count_unaligned = _counts_unaligned(request)
    report, frequencies = _read_report(project, count_unaligned=count_unaligned)
    context: dict[str, Any] = {
        **project_context(request.user, project, "evaluation:agreement"),
        "page_name": "Agreement",
        "stage": report.stage if report else read_stage(project),
        "rounds": read_rounds(project),
        "count_unaligned": count_unaligned,
    }
    if report is not None:
        intervals = find_intervals(project, report)
        is_current = intervals is not None and intervals.is_current
        context |= {
            "report": report,
            "rows": _list_rows(report, intervals),
            "intervals": intervals,
            "interval_job": None if is_current else find_interval_job(project, report.changes),
            "target_interval": intervals.target if intervals else {},
            "timeline": report.timeline[-SHOWN_STRETCHES:],
            "frequencies": frequencies,
            "frequency_form": FrequencyForm(languages=_language_names(project)),
            "confused": report.annotator_pairs[:MOST_ROWS],
            "labels": list(LABEL_NAMES.values()),
            "plots": {name: FIGURES[name](report).to_svg() for name in _list_plots(report)},
            "rows_plotted": MOST_ROWS,
            "worst": CountedPaginator(worst_pairs(project), PAGE_SIZE, count_worst_pairs(project)).get_page(
                request.GET.get("page")
            ),
            "decidable": DECIDABLE,
            "disputed_count": sum(each.count for each in context["waiting"] if each.task.route == ADJUDICATION),
            "source": find_language(project.alignment.source_language),
            "target": find_language(project.alignment.target_language),
        }
    return render(request, "evaluation/agreement/agreement.html", context)


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.ALIGNMENT,))
def agreement_plot(request: SignedInRequest, slug: str, figure: str) -> HttpResponse:
    """Return a plot as an SVG file with its own colours."""
    project = request.project
    report, _ = _read_report(project, count_unaligned=_counts_unaligned(request))
    if report is None or figure not in _list_plots(report):
        raise Http404("There is no such plot.")
    return answer_plot(request, FIGURES[figure](report), f"{project.slug}-agreement-{figure}")


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.ALIGNMENT,))
def agreement_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return every annotator pair as CSV."""
    project = request.project
    count_unaligned = _counts_unaligned(request)
    pooled = read_pooled(project, count_unaligned=count_unaligned)
    if pooled is None:
        raise Http404("No sentence pairs have two readings yet.")
    rows = write_rows(all_annotator_pairs(project, count_unaligned=count_unaligned), pooled)
    answer = StreamingHttpResponse(write_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-agreement.csv"'
    return answer


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.ALIGNMENT,))
def agreement_file(request: SignedInRequest, slug: str, table: str) -> StreamingHttpResponse:
    """Return a further table as CSV: over time, by guidelines, or label confusion of every annotator pair."""
    project = request.project
    report, _ = _read_report(project, count_unaligned=_counts_unaligned(request))
    if report is None or table not in TABLES:
        raise Http404("There is no such table.")
    answer = StreamingHttpResponse(write_csv(TABLES[table](project, report)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-agreement-{table}.csv"'
    return answer


@require_POST
@admits(can_see_agreement, kinds=(Project.Kind.ALIGNMENT,))
def agreement_intervals(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the job that computes intervals for a project too large to compute them within a request."""
    project = request.project
    job = request_agreement_intervals(user=request.user, project=project)
    return redirect("projects:job", project.slug, job.pk)


@takes_files
@require_POST
@admits(can_see_agreement, kinds=(Project.Kind.ALIGNMENT,))
def agreement_frequency(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the job that computes agreement by word frequency."""
    project = request.project
    form = FrequencyForm(request.POST, request.FILES, languages=_language_names(project))
    if not form.is_valid():
        messages.error(request, " ".join(str(line) for lines in form.errors.values() for line in lines))
        return redirect(f"{reverse('evaluation:agreement', args=[slug])}#frequencies")
    options = form.cleaned_data
    file = options.pop("file")
    try:
        name = file.name if file else ""
        job = request_frequency_agreement(user=request.user, project=project, file=file, file_name=name, **options)
    except DomainError as error:
        messages.error(request, error.sentence)
        return redirect(f"{reverse('evaluation:agreement', args=[slug])}#frequencies")
    return redirect("projects:job", project.slug, job.pk)


def _read_report(
    project: Project, *, count_unaligned: bool
) -> tuple[AgreementReport, FrequencyReport | None] | tuple[None, None]:
    report = read_agreement(project, count_unaligned=count_unaligned)
    if report is None:
        return None, None
    found = find_frequencies(project, report.changes, count_unaligned=count_unaligned)
    return replace(report, frequencies=found.stretches if found else ()), found


def _language_names(project: Project) -> tuple[str, str]:
    settings = project.alignment
    return find_language(settings.source_language).name, find_language(settings.target_language).name


def _list_plots(report: AgreementReport) -> list[str]:
    """Return the plots that have enough points; one point makes no line."""
    versions = [stretch for stretch in report.guidelines if stretch.key is not None]
    lengths = {"timeline": len(report.timeline), "guidelines": len(versions), "frequencies": len(report.frequencies)}
    return [name for name in FIGURES if lengths.get(name, 2) > 1]


def _list_rows(report: AgreementReport, found: IntervalReport | None) -> list[tuple[AnnotatorPair, Intervals]]:
    return [(row, found.of(row) if found else {}) for row in [*report.annotator_pairs, report.pooled]]


def _counts_unaligned(request: HttpRequest) -> bool:
    return request.GET.get("unaligned") == "1"
