"""Correcting the text of a pair: edit, preview the effect, confirm."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from alignment.corrections.forms import CorrectionForm
from alignment.corrections.matching import mark_changes
from alignment.corrections.queries import find_obstacle
from alignment.corrections.services.corrections import CorrectionPlan, correct_pair, plan_correction
from alignment.projects.access import admits
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.exceptions import DomainError


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def correct(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the form; submitting it shows the effect, and with `confirm` makes the new version."""
    project = request.project
    items = Item.objects.select_related("sentence_pair", "project__alignment")
    item: Item = get_object_or_404(items, project=project, number=number)
    context = _context(request, project, item)
    form = CorrectionForm(
        request.POST or None,
        initial=_initial(item),
        source=context["source_language"].name,
        target=context["target_language"].name,
    )
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            if "confirm" in request.POST:
                return _do(request, project, number, form)
            plan = plan_correction(user=request.user, item=item, **form.arguments())
        except DomainError as error:
            form.add_error(None, error.sentence)
            status = error.status
        else:
            context |= _plan_context(plan)
    elif form.errors:
        status = 400
    return render(request, "alignment/corrections/correct.html", {**context, "form": form}, status=status)


def _do(request: SignedInRequest, project: Project, number: int, form: CorrectionForm) -> HttpResponse:
    correct_pair(
        user=request.user,
        project=project,
        number=number,
        version=form.cleaned_data["version"],
        operation_id=form.cleaned_data["operation_id"],
        **form.arguments(),
    )
    messages.success(request, "The text was corrected.")
    return redirect("alignment:pair", project.slug, number)


def _initial(item: Item) -> dict[str, Any]:
    return {
        "operation_id": uuid4(),
        "version": item.version,
        "source": " ".join(item.sentence_pair.source_tokens),
        "target": " ".join(item.sentence_pair.target_tokens),
    }


def _plan_context(plan: CorrectionPlan) -> dict[str, Any]:
    (source, target), (new_source, new_target) = plan.correction.before, plan.correction.after
    return {
        "plan": plan,
        "changes": {"source": mark_changes(source, new_source), "target": mark_changes(target, new_target)},
    }


def _context(request: SignedInRequest, project: Project, item: Item) -> dict[str, Any]:
    return {
        **project_context(request.user, project, "alignment:pairs"),
        "page_name": "Correct text",
        "obstacle": find_obstacle(item),
        "item": item,
        "plan": None,
        "source_language": find_language(project.alignment.source_language),
        "target_language": find_language(project.alignment.target_language),
    }
