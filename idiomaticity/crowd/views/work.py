"""Pages of a crowd worker: progress, and feedback on tutorial items."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.progress import read_own_progress
from annotation_site.assignments.queries import describe_state
from annotation_site.languages.locales import translated
from annotation_site.projects import access
from annotation_site.projects.abilities import can_annotate
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Project
from annotation_site.web.middleware.compression import shows_secret
from idiomaticity.crowd.codes import sign_return
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.lists import count_most_asked
from idiomaticity.crowd.queries.workers import (
    find_ending,
    find_own_worker,
    has_lapsed,
    has_nothing_to_do,
    read_screening,
)
from idiomaticity.projects.access import admits
from idiomaticity.questionnaires.queries import find_due, find_questionnaire
from idiomaticity.ratings.queries import assignments_to_rate, find_compound, write_occurrence
from idiomaticity.scales.judgements import SCALES
from idiomaticity.screening.answers import meets, say_expected
from idiomaticity.screening.models import KnownRating


@require_safe
@never_cache
@admits(can_annotate)
@shows_secret
@translated
def crowd_home(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the worker's progress, their return link and, at the end, the completion code."""
    project = request.project
    worker = find_own_worker(request.user, project)
    if worker is None:
        raise Http404("There is no such page.")
    if find_due(worker.membership) is not None:
        return redirect("idiomaticity:questionnaire", slug)
    screening = read_screening(worker) if worker.state == "newcomer" else None
    has_begun = worker.membership.assignments.exists()
    progress = read_own_progress(worker.membership)
    is_over = has_nothing_to_do(worker)
    context = {
        "project": project,
        "worker": worker,
        "screening": screening,
        "has_begun": has_begun,
        "was_away": has_begun and not is_over and has_lapsed(worker),
        "is_over": is_over,
        "ending": find_ending(worker, is_over=is_over),
        "attempts_left": worker.call.attempts - worker.missed_count,
        "limit": count_most_asked(worker.call),
        "progress": progress,
        "return_url": make_return_url(request, worker),
        **_render_texts(project, worker),
    }
    return render(request, "idiomaticity/crowd/crowd_home.html", context)


@require_safe
@never_cache
@admits(can_annotate)
def crowd_consent_text(request: SignedInRequest, slug: str) -> HttpResponse:
    """Return the consent text to which the worker agreed, as a file."""
    project = request.project
    worker = find_own_worker(request.user, project)
    if worker is None:
        raise Http404("There is no such page.")
    answer = HttpResponse(worker.consent.text, content_type="text/markdown; charset=utf-8")
    name = f"{project.slug}-consent-{worker.consent.version}.md"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _render_texts(project: Project, worker: CrowdWorker) -> dict[str, str]:
    """Return the instructions before the work, and the debriefing after it, as HTML."""
    guideline = project.guidelines.first() if worker.state == "newcomer" else None
    debriefing = find_questionnaire(project).debriefing if worker.state == "done" else ""
    return {
        "instructions_html": render_guideline(guideline.text) if guideline else "",
        "debriefing_html": render_guideline(debriefing) if debriefing else "",
    }


def make_return_url(request: HttpRequest, worker: CrowdWorker) -> str:
    """Return the worker's own link for continuing in another browser."""
    return request.build_absolute_uri(reverse("idiomaticity:crowd_return", args=[sign_return(worker.pk)]))


@require_safe
@never_cache
@access.admits(access.OWNER)
@translated
def crowd_feedback(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the expected answers to a tutorial item next to the worker's own."""
    own = assignments_to_rate(Assignment.objects.for_annotator(request.user))
    assignment = get_object_or_404(
        own.filter(purpose=Assignment.Purpose.TRAINING, state=Assignment.State.SUBMITTED), pk=pk
    )
    known = get_object_or_404(KnownRating.objects.of_use(KnownRating.Use.TUTORIAL), item=assignment.item_id)
    state = describe_state(assignment)
    own_scale = assignment.item.project.idiomaticity.score_scale
    given: dict[str, int | None] = {scale: state["judgement"][scale] for scale in SCALES}
    occurrence = getattr(assignment.item, "occurrence", None)
    questions = {question["scale"]: question for question in state["questions"]}
    context = {
        "project": assignment.item.project,
        "compound": find_compound(assignment.item),
        "sentence": write_occurrence(occurrence) if occurrence else None,
        "language": state["language"],
        "explanation": known.explanation,
        "is_right": meets(known.expected, given),
        "rows": [
            {
                "question": questions[scale]["question"],
                "given": given[scale],
                "expected": words,
                "is_right": meets({scale: known.expected[scale]}, given),
            }
            for scale, words in say_expected(known.expected, own_scale, gettext)
        ],
    }
    return render(request, "idiomaticity/crowd/crowd_feedback.html", context)
