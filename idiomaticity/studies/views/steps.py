"""Pages of a study's five steps, and of what is missing before it opens."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.lists import count_most_asked
from idiomaticity.crowd.views.crowd import write_link
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.screening.forms import KnownAnswerFileForm
from idiomaticity.studies.models import StudyDemo
from idiomaticity.studies.queries.steps import count_demand, list_steps
from idiomaticity.studies.queries.walks import find_call, list_items, list_walk

OPENING = "idiomaticity:study_opening"


@require_safe
@never_cache
@admits(can_manage)
def study(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the five steps with their state, their forms, and their pages as raters see them."""
    steps = list_steps(request.project)
    context = {
        **rating_context(request.user, request.project, "idiomaticity:study"),
        "page_name": "Study",
        "steps": steps,
        "has_begun": CrowdWorker.objects.filter(call=request.project.pk).exists(),
        "missing": sum(len(step.gaps) for step in steps),
        "file_form": KnownAnswerFileForm(initial={"operation_id": uuid4(), "is_of_study": True}),
    }
    return render(request, "idiomaticity/studies/study.html", context)


@require_safe
@never_cache
@admits(can_manage)
def study_opening(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what is missing, and offer the walk as a participant and the opening of the link."""
    project = request.project
    call = find_call(project)
    gaps = [(step, gap) for step in list_steps(project) for gap in step.gaps]
    context = {
        **rating_context(request.user, project, OPENING),
        "page_name": "Open the study",
        "call": call,
        "gaps": gaps,
        "is_blocked": call is None or any(gap.is_blocking for _, gap in gaps),
        "demand": (demand := count_demand(project, call)),
        "cost": call.payment * demand.people if call else 0,
        "each": count_most_asked(call) if call else 0,
        "link": write_link(request, call) if call else "",
        "walk": list_walk(project, list_items(project)),
        "demo_link": _find_demo_link(request, project.pk),
    }
    return render(request, "idiomaticity/studies/study_opening.html", context)


def _find_demo_link(request: SignedInRequest, project_id: int) -> str:
    demo = StudyDemo.objects.filter(project=project_id).first()
    return request.build_absolute_uri(reverse("idiomaticity:study_demo", args=[demo.key])) if demo else ""
