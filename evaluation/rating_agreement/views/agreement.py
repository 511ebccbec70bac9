"""Agreement of ratings as a page, its plot and its tables as files."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from annotation_site.coefficients.conventions import judge_alpha
from annotation_site.coefficients.figure import Level
from annotation_site.exclusions.queries import ExclusionSwitch, read_switch
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.tables.cells import write_csv
from annotation_site.web.access import SignedInRequest, admits
from annotation_site.web.exceptions import DomainError
from annotation_site.web.plot_files import answer_plot
from evaluation.aligner_scores.queries import find_rating_job
from evaluation.rating_agreement.figures import DOUBTFUL, POOR
from evaluation.rating_agreement.jobs import Question, StoredReport, find_report, is_small
from evaluation.rating_agreement.plots import plot_rating_timeline
from evaluation.rating_agreement.report import MOST_COMMON, ORDER_LEVEL, PAPER_SETS, Report
from evaluation.rating_agreement.services import request_rating_agreement
from evaluation.rating_agreement.tables import TABLES
from evaluation.sources.ratings import count_rating_changes, count_ratings

ANNOTATORS_SHOWN = 25
# For scores from 0 to 5 the ordinal level comes first.
SHOWN_LEVELS: tuple[Level, ...] = ("ordinal", "interval", "nominal", "ratio")
ITEM_TITLES = {"sentences": "Ratings of sentences", "compounds": "Ratings of compounds in general"}
STEPS = {"weeks": "By week", "thousands": "By thousand ratings"}


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_agreement(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every figure of agreement, with some annotators left out on request."""
    project = request.project
    fault, switch = None, read_switch(project, request.GET)
    try:
        question = _read_question(request.GET, switch)
        stored = find_report(project, question)
    except DomainError as error:
        fault, question = error, Question(with_excluded=switch.with_excluded)
        stored = find_report(project, question)
    context = {
        **project_context(request.user, project, "evaluation:rating_agreement"),
        "page_name": "Agreement",
        "switch": switch,
        "stored": stored,
        "report": stored.report if stored else None,
        "has_ratings": count_ratings(project) > 0,
        "is_small": is_small(project),
        "fault": fault,
        "without": " ".join(question.without),
        "k": question.k,
        "sizes": range(2, MOST_COMMON + 1),
        "job": None
        if stored and stored.is_current
        else find_rating_job(project, count_rating_changes(project), question.key),
    }
    if stored:
        context |= _describe_report(request, stored)
    return render(request, "evaluation/rating_agreement/rating_agreement.html", context, status=400 if fault else 200)


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_timeline(request: SignedInRequest, slug: str, step: str) -> HttpResponse:
    """Return agreement over time as an SVG plot with its own colours."""
    project = request.project
    stored = find_report(project, _read_question(request.GET, read_switch(project, request.GET)))
    if stored is None or step not in STEPS or not stored.report[step]:
        raise Http404("There is no such plot.")
    plot = plot_rating_timeline(stored.report[step], _name_plot(step))
    return answer_plot(request, plot, f"{project.slug}-alpha-{step}")


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_table(request: SignedInRequest, slug: str, table: str) -> StreamingHttpResponse:
    """Return one of the tables as CSV."""
    project = request.project
    stored = find_report(project, _read_question(request.GET, read_switch(project, request.GET)))
    if stored is None or table not in TABLES:
        raise Http404("There is no such table.")
    answer = StreamingHttpResponse(write_csv(TABLES[table](stored.report)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-ratings-{table}.csv"'
    return answer


@require_POST
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_agreement_compute(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the job that computes agreement of more ratings than a request can."""
    project = request.project
    question = _read_question(request.POST, read_switch(project, request.POST))
    job = request_rating_agreement(user=request.user, project=project, question=question)
    return redirect("projects:job", project.slug, job.pk)


def _read_question(asked: Any, switch: ExclusionSwitch) -> Question:
    k = asked.get("k") or str(PAPER_SETS[-1])
    if not k.isascii() or not k.isdigit():
        raise DomainError("The number of annotators must be a number.")
    without = asked.get("without", "").replace(",", " ").split()
    return Question.of(without, int(k[:9]), with_excluded=switch.with_excluded)


def _describe_report(request: SignedInRequest, stored: StoredReport) -> dict[str, Any]:
    report = stored.report
    step = request.GET.get("by", "")
    if step not in STEPS:
        step = "weeks" if len(report["weeks"]) > 1 else "thousands"
    stretches = report[step]
    plot = plot_rating_timeline(stretches, _name_plot(step)).to_svg() if len(stretches) > 1 else ""
    return {
        "rows": [_order_levels(scale) for scale in report["scales"]],
        "by_item": [
            {"title": ITEM_TITLES[part["items"]], "rows": [_order_levels(scale) for scale in part["scales"]]}
            for part in report["by_item"]
        ],
        "verdicts": list_verdicts(report),
        "poor_count": sum(row["verdict"] == "poor" for row in report["annotators"]),
        "reasons": sorted({each["reason"] for scale in report["scales"] for each in scale["levels"]} - {""}),
        "common": [_describe_common(row) for row in report["common"]],
        "left_out": Paginator(report["left_out"], ANNOTATORS_SHOWN).get_page(request.GET.get("left")),
        "whole": {each["level"]: each["alpha"] for each in report["scales"][0]["levels"]},
        "page": Paginator(report["annotators"], ANNOTATORS_SHOWN).get_page(request.GET.get("page")),
        "step": step,
        "steps": STEPS,
        "stretches": stretches,
        "plot": plot,
        "poor": POOR,
        "doubtful": DOUBTFUL,
    }


def list_verdicts(report: Report) -> list[Report]:
    """Return the ordinal alpha over all scales with what its convention says; sentences and compounds, which are two
    questions, apart where both were rated.
    """
    parts = [{"title": ITEM_TITLES[part["items"]], **part["scales"][0]} for part in report["by_item"]]
    rows = []
    for part in parts or [{"title": "Submitted ratings", **report["scales"][0]}]:
        ordinal = next(level for level in part["levels"] if level["level"] == ORDER_LEVEL)
        verdict = judge_alpha(ordinal["alpha"], *(ordinal["interval"] or ()))
        rows.append({"title": part["title"], "units": part["units"], **ordinal, "verdict": verdict})
    return rows


def _order_levels(scale: Report) -> Report:
    by_level = {each["level"]: each for each in scale["levels"]}
    return {**scale, "figures": [by_level[level] for level in SHOWN_LEVELS]}


def _describe_common(row: Report) -> Report:
    sets = [{**each, "rows": [_order_levels(scale) for scale in each["scales"]]} for each in row["sets"]]
    return {**row, "sets": sets}


def _name_plot(step: str) -> str:
    return f"Agreement of ratings, {STEPS[step].lower()}"
