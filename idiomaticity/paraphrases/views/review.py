"""Pages for reviewing suggested decisions on paraphrases, and for undoing decisions."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.paraphrases.forms import DecisionForm, JunkForm, UndoForm
from idiomaticity.paraphrases.queries.queue import list_latest, suggest_decisions
from idiomaticity.paraphrases.services import Wish, decide_paraphrase, undo_paraphrase
from idiomaticity.paraphrases.suggestions import SUSPICIOUS, JunkThresholds
from idiomaticity.projects.access import admits, rating_context

SHOWN = 30


@require_safe
@never_cache
@admits(can_adjudicate)
@translated
def review(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show suggested decisions one at a time."""
    project = request.project
    form = JunkForm(request.GET if "overall" in request.GET else None)
    thresholds = JunkThresholds(**form.cleaned_data) if form.is_bound and form.is_valid() else SUSPICIOUS
    suggestions = suggest_decisions(project, thresholds)
    context = {
        **rating_context(request.user, project, "idiomaticity:paraphrases"),
        "page_name": _("Review paraphrases"),
        "form": form,
        "total": len(suggestions),
        "suggestions": [{"row": suggestion, "operation_id": uuid4()} for suggestion in suggestions[:SHOWN]],
        "latest": [{**decision, "operation_id": uuid4()} for decision in list_latest(project)],
    }
    return render(request, "idiomaticity/paraphrases/paraphrase_review.html", context)


@require_safe
@admits(can_adjudicate, is_fragment=True)
@translated
def review_part(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the number of suggestions, loaded after the page because it takes longer to compute."""
    project = request.project
    context = {"project": project, "suggestions": len(suggest_decisions(project))}
    return render(request, "idiomaticity/paraphrases/_paraphrase_review_button.html", context)


@require_POST
@admits(can_adjudicate)
@translated
def decide(request: SignedInRequest, slug: str) -> HttpResponse:
    """Merge, reject or keep a form, or remove a decision."""
    form = DecisionForm(request.POST)

    def act(project: Project, fields: dict[str, Any]) -> None:
        wish = Wish(fields["form"], fields["action"], fields["compound"], fields["into"])
        decide_paraphrase(user=request.user, project=project, operation_id=fields["operation_id"], wish=wish)

    return _act(request, form, act)


@require_POST
@admits(can_adjudicate)
@translated
def undo(request: SignedInRequest, slug: str) -> HttpResponse:
    """Restore a form to its state before a decision."""

    def act(project: Project, fields: dict[str, Any]) -> None:
        undo_paraphrase(
            user=request.user,
            project=project,
            operation_id=fields["operation_id"],
            decision=fields["decision"],
        )

    return _act(request, UndoForm(request.POST), act)


def _act(request: SignedInRequest, form: forms.Form, act: Callable[[Project, dict[str, Any]], None]) -> HttpResponse:
    """Apply the decision and redirect to the page that it came from."""
    project = request.project
    if not form.is_valid():
        messages.error(request, _("The form is incomplete. Try again."))
        return redirect("idiomaticity:paraphrase_review", project.slug)
    fields = form.cleaned_data
    try:
        act(project, fields)
    except DomainError as error:
        messages.error(request, error.sentence)
    if fields["page"]:
        return redirect("idiomaticity:paraphrases_of", project.slug, fields["page"])
    return redirect("idiomaticity:paraphrase_review", project.slug)
