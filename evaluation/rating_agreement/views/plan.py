"""Page and plot for planning how many further ratings are worth collecting."""

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest, admits
from annotation_site.web.plot_files import answer_plot
from evaluation.rating_agreement.jobs import LEVELS, SCOPES, PlanQuestion, find_needs, find_plan
from evaluation.rating_agreement.plots import plot_plan


@require_safe
@never_cache
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_plan(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the width of alpha's interval by ratings per item, and the items that need another rating most."""
    project = request.project
    question = _read_question(request, project)
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
        "suggested": min(50, max((each.required for each in (*needs.fewest, *needs.least_certain)), default=1) + 1),
        "operation_id": uuid4(),
    }
    return render(request, "evaluation/rating_agreement/rating_plan.html", context)


@require_safe
@admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
def rating_plan_plot(request: SignedInRequest, slug: str) -> HttpResponse:
    """Return the curve as an SVG file with its own colours."""
    project = request.project
    plan = find_plan(project, _read_question(request, project))
    if len(plan.widths) < 2:
        raise Http404("There is nothing to plot yet.")
    return answer_plot(request, plot_plan(plan), f"{project.slug}-planner")


def _read_question(request: SignedInRequest, project: Project) -> PlanQuestion:
    switch = read_switch(project, request.GET)
    scope, level = request.GET.get("scale", ""), request.GET.get("level", "")
    return PlanQuestion.of(scope, level, with_excluded=switch.with_excluded)
