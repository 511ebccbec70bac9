"""Suggestions for the manager: uploading links, and the annotators' use of them."""

from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from alignment.projects.access import admits
from alignment.projects.models import AlignmentSettings
from alignment.suggestions.aligners import ALIGNERS, Encoder
from alignment.suggestions.forms import AlignerForm, LearningForm, SuggestionsForm
from alignment.suggestions.jobs.suggesting import find_installed_aligners
from alignment.suggestions.models import AlignerPriors
from alignment.suggestions.queries import adjudicated_items, read_linker, report_suggestions
from alignment.suggestions.services import LEAST_PAIRS, request_aligner, request_learning, request_suggestions
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.middleware.bodies import takes_files

PAGE = "alignment/suggestions/suggestions.html"


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def suggestions(request: SignedInRequest, slug: str) -> HttpResponse:
    """Import suggested links; show pairs with suggestions compared with control pairs."""
    project = request.project
    form = SuggestionsForm(request.POST or None, request.FILES or None, initial={"request_id": uuid4()})
    return answer_upload(
        request,
        form,
        lambda: request_suggestions(user=request.user, project=project, **form.service_arguments()),
        template=PAGE,
        context=_context(request, project),
    )


@takes_files
@require_POST
@admits(can_manage)
def suggestions_by_aligner(request: SignedInRequest, slug: str) -> HttpResponse:
    """Ask an installed aligner for suggestions."""
    project = request.project
    form = _aligner_form(project, request.POST, request.FILES)
    return answer_upload(
        request,
        form,
        lambda: request_aligner(user=request.user, project=project, **form.cleaned_data),
        template=PAGE,
        context=_context(request, project),
        name="aligner_form",
    )


@require_POST
@admits(can_manage)
def learning(request: SignedInRequest, slug: str) -> HttpResponse:
    """Let the encoder learn from the project's adjudicated pairs."""
    project = request.project
    form = LearningForm(request.POST)
    return answer_upload(
        request,
        form,
        lambda: request_learning(user=request.user, project=project, **form.cleaned_data),
        template=PAGE,
        context=_context(request, project),
        name="learning_form",
    )


def _context(request: SignedInRequest, project: Project) -> dict[str, Any]:
    shown, controls = report_suggestions(project)
    aligners = find_installed_aligners()
    return {
        **project_context(request.user, project, "alignment:import"),
        "page_name": "Suggestions",
        "form": SuggestionsForm(initial={"request_id": uuid4()}),
        "aligner_form": _aligner_form(project),
        "aligners": aligners,
        "learnt": _latest_priors(project),
        **_learning_context(project, aligners),
        "settings": project.alignment,
        "has_suggestions": bool(shown.pairs or controls.pairs),
        "groups": [("With suggestions", shown), ("Control pairs", controls)],
    }


def _learning_context(project: Project, aligners: list[str]) -> dict[str, Any]:
    """Return what the section on learning shows; nothing where no encoder is installed, or words are not all linked."""
    if Encoder.name not in aligners or project.alignment.scope != AlignmentSettings.Scope.FULL:
        return {}
    return {
        "learning_form": LearningForm(initial={"request_id": uuid4()}),
        "known_pairs": adjudicated_items(project).count(),
        "least_pairs": LEAST_PAIRS,
        "linker": read_linker(project),
    }


def _aligner_form(project: Project, *given: Any) -> AlignerForm:
    aligners = find_installed_aligners()
    return AlignerForm(
        *given,
        aligners=aligners,
        can_align_new=any(not ALIGNERS[name].learns for name in aligners) or _latest_priors(project) is not None,
        source=find_language(project.alignment.source_language).name,
        target=find_language(project.alignment.target_language).name,
        initial={"request_id": uuid4()},
    )


def _latest_priors(project: Project) -> AlignerPriors | None:
    return project.aligner_priors.exclude(aligner=Encoder.name).select_related("job").first()
