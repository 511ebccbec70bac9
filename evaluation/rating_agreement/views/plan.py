"""Page and plot for planning how many further ratings are worth collecting."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError
from annotation_site.web.plot_files import answer_plot
from evaluation.rating_agreement.jobs import LEVELS, SCOPES, PlanQuestion, find_needs, find_plan
from evaluation.rating_agreement.plots import plot_plan
from evaluation.rating_agreement.precision import BY_ITSELF, Precision
from evaluation.rating_agreement.precision_plots import TITLES, name_sentences, plot_precision
from evaluation.rating_agreement.queries import PrecisionPlan, PrecisionQuestion, find_precision
from evaluation.rating_agreement.variances import LEAST_COMPOUNDS, LEAST_CORRELATED, LEAST_RATERS


@require_safe
@never_cache
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_plan(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the width of alpha's interval by ratings per item, the raters and sentences that means and ρ need, and the
    items that need another rating most."""
    project = request.project
    question = _read_question(request, project)
    wanted, refusal = _read_wanted(request, project, question)
    precision = find_precision(project, wanted)
    plan = find_plan(project, question)
    needs = find_needs(project, question)
    context: dict[str, Any] = {
        **project_context(request.user, project, "evaluation:rating_plan"),
        "page_name": "Planner",
        "switch": read_switch(project, request.GET),
        "question": question,
        "scopes": SCOPES,
        "levels": LEVELS,
        "plan": plan,
        "plot": plot_plan(plan).to_svg() if len(plan.widths) > 1 else "",
        "needs": needs,
        "precision": precision,
        "wanted": wanted,
        "refusal": refusal,
        "precision_parts": [
            {**part, "svg": part["plot"].to_svg() if part["plot"] else ""} for part in _list_parts(precision)
        ],
        "thresholds": {"raters": LEAST_RATERS, "compounds": LEAST_COMPOUNDS, "correlated": LEAST_CORRELATED},
        "suggested": min(50, max((each.required for each in (*needs.fewest, *needs.least_certain)), default=1) + 1),
        "operation_id": uuid4(),
    }
    page = "evaluation/rating_agreement/rating_plan.html"
    return render(request, page, context, status=400 if refusal else 200)


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_plan_plot(request: SignedInRequest, slug: str) -> HttpResponse:
    """Return the curve as an SVG file with its own colours."""
    project = request.project
    plan = find_plan(project, _read_question(request, project))
    if len(plan.widths) < 2:
        raise Http404("There is nothing to plot yet.")
    return answer_plot(request, plot_plan(plan), f"{project.slug}-planner")


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_precision_plot(request: SignedInRequest, slug: str, of: str) -> HttpResponse:
    """Return the widths of means, or of ρ, as an SVG file with its own colours."""
    project = request.project
    question = _read_question(request, project)
    switch = read_switch(project, request.GET)
    wanted = PrecisionQuestion.of(project, request.GET, question.scope, with_excluded=switch.with_excluded)
    parts = {part["of"]: part for part in _list_parts(find_precision(project, wanted))}
    if of not in parts or not parts[of]["plot"]:
        raise Http404("There is nothing to plot yet.")
    return answer_plot(request, parts[of]["plot"], f"{project.slug}-{of}-precision")


def _read_wanted(request: SignedInRequest, project: Project, question: PlanQuestion) -> tuple[PrecisionQuestion, str]:
    """Return the widths that are asked for, or the usual ones with the sentence that refuses those."""
    with_excluded = read_switch(project, request.GET).with_excluded
    try:
        return PrecisionQuestion.of(project, request.GET, question.scope, with_excluded=with_excluded), ""
    except DomainError as error:
        return PrecisionQuestion.of(project, {}, question.scope, with_excluded=with_excluded), error.sentence


def _list_parts(plan: PrecisionPlan) -> list[dict[str, Any]]:
    """Return the tables of the page: widths of means and of ρ, a row for each number of raters."""
    question = plan.question
    parts = (
        ("mean", plan.means, question.mean_width, plan.mean_designs, plan.mean_reason),
        (
            "correlation",
            plan.correlations,
            question.correlation_width,
            plan.correlation_designs,
            plan.correlation_reason,
        ),
    )
    return [
        {
            "of": of,
            "title": TITLES[of],
            "wanted": wanted,
            "designs": [{"row": row, "name": name_sentences(row.sentences)} for row in designs],
            "reason": reason,
            "has_own": any(row.sentences == BY_ITSELF for row in planned),
            "sentences": sorted({row.sentences for row in planned} - {BY_ITSELF}),
            "rows": _arrange_rows(planned, wanted),
            "plot": plot_precision(planned, wanted, TITLES[of], f"precision-{of}") if planned else None,
        }
        for of, planned, wanted, designs, reason in parts
    ]


def _arrange_rows(planned: Sequence[Precision], wanted: float) -> list[dict[str, Any]]:
    numbers = sorted({row.raters for row in planned})
    return [
        {
            "raters": number,
            "cells": [
                {"row": row, "is_enough": row.width <= wanted}
                for row in sorted(planned, key=lambda row: row.sentences)
                if row.raters == number
            ],
        }
        for number in numbers
    ]


def _read_question(request: SignedInRequest, project: Project) -> PlanQuestion:
    switch = read_switch(project, request.GET)
    scope, level = request.GET.get("scale", ""), request.GET.get("level", "")
    return PlanQuestion.of(scope, level, with_excluded=switch.with_excluded)
